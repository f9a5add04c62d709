"""What the group's options say, for the commands below it. The library is imported when a command asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from peek_graph.cli.person import actor, at_terminal

if TYPE_CHECKING:
    from peek_graph.context_map import ContextMap
    from peek_graph.settings import Settings


@dataclass(slots=True)
class Session:
    """One run of the command line.

    ``json`` is set by a command's ``--json``, so that errors take that form too; ``used`` is what `settings` gave last.
    """

    uri: str | None = None
    user: str | None = None
    password: str | None = None
    database: str | None = None
    instance: str | None = None
    map_name: str | None = None
    json: bool = False
    used: Settings | None = None

    def __repr__(self) -> str:
        return f"Session(uri={self.uri!r}, instance={self.instance!r}, map_name={self.map_name!r})"

    def settings(self, start: Path | None = None) -> Settings:
        """The settings of the project at ``start`` (default: the working folder), under the group's options."""
        from peek_graph.settings import load_settings

        self.used = load_settings(
            start,
            uri=self.uri,
            user=self.user,
            password=self.password,
            database=self.database,
            instance=self.instance,
            map={"name": self.map_name} if self.map_name else None,
        )
        if not at_terminal() and self.used.protection.hypothesis_support is not None:
            # Environment and project file are an agent's to write: what may decide in a person's place is not.
            protection = self.used.protection.model_copy(update={"hypothesis_support": None})
            self.used = self.used.model_copy(update={"protection": protection})
        return self.used

    def open_map(self) -> ContextMap:
        """The map that ``--map`` or the project file names; what is written there is by whoever is at work."""
        from peek_graph.context_map import ContextMap

        return ContextMap.open(self.map_name, settings=self.settings(), author=actor().author)

    def create_map(self, name: str, goal: str, constraints: Sequence[str]) -> ContextMap:
        """A new map, without a project file."""
        from peek_graph.context_map import ContextMap

        return ContextMap.create(
            name, goal=goal, constraints=constraints, settings=self.settings(), author=actor().author
        )
