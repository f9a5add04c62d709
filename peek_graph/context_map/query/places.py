"""The sub-maps of a map, found by whatever an agent calls them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from peek_graph.context_map.view.nearest import nearest
from peek_graph.graph.contents import Part

_SEPARATORS: Final = re.compile(r"\s*(?:[./\\>›»→|]|::)\s*")
_ROOT: Final = frozenset(
    {"", "map", "the map", "master", "root", "main", "$", ".", "/", "all", "everything", "全部", "地图", "根"}
)


class Places:
    """The live sub-maps of one map."""

    def __init__(self, map_name: str, parts: list[Part]) -> None:
        self.parts: Final = parts
        self.paths: Final[Mapping[str, str]] = {part.uid: part.path for part in parts}
        self._map_name = map_name
        self._by_name: dict[str, list[Part]] = {}
        for part in parts:
            for name in {_folded(part.path), _folded(part.path.rpartition(".")[2]), _folded(part.title)}:
                self._by_name.setdefault(name, []).append(part)
        self._by_path = {_folded(part.path): part for part in parts}
        self._exact = {part.path: part for part in parts}

    def is_root(self, name: str) -> bool:
        """Whether the map itself is meant."""
        return _folded(name) in _ROOT or (_folded(name) == _folded(self._map_name) and self.find(name) is None)

    def by_path(self, name: str) -> Part | None:
        """The sub-map of that path, in whatever case."""
        return self._exact.get(name) or self._by_path.get(_folded(name))

    def find(self, name: str) -> Part | None:
        """The sub-map of that path, or the only one of that key or title."""
        found = self.by_path(name) or self.by_path(_SEPARATORS.sub(".", name.strip().removeprefix("sub_maps.")))
        if found is None:
            named = self._by_name.get(_folded(name), [])
            found = named[0] if len(named) == 1 else None
        return found

    def inside(self, uid: str) -> list[Part]:
        """The sub-maps directly in a map or sub-map."""
        return [part for part in self.parts if part.parent_uid == uid]

    def near(self, name: str) -> list[str]:
        """Paths of sub-maps that may be meant, the most like first."""
        titles = {part.title: part.path for part in reversed(self.parts)}
        names = [*self._exact, *(title for title in titles if title not in self._exact)]
        return list(dict.fromkeys(titles.get(found, found) for found in nearest(name.strip(), names)))


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
