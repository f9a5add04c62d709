"""Which Neo4j to use, and how to get in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from peek_graph.errors import SettingsError
from peek_graph.settings.folders import connection_file
from peek_graph.settings.loading import Settings

SCHEMES: Final = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
"""What the address of a Neo4j may begin with."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Where a Neo4j is and how to get in. ``database`` None is the server's default one."""

    uri: str
    user: str
    password: str
    database: str | None = None

    def __repr__(self) -> str:
        return f"Connection(uri={self.uri!r}, user={self.user!r}, password='…', database={self.database!r})"


def check_address(uri: str) -> None:
    """Raise SettingsError unless ``uri`` is an address of Bolt, without a password in it."""
    try:
        parts = urlsplit(uri)
        scheme, has_user, _ = parts.scheme, "@" in parts.netloc, parts.port
    except ValueError as error:
        raise SettingsError(
            f"the address {uri!r} cannot be read: {error}", "write it as bolt://127.0.0.1:7687"
        ) from error
    if has_user:
        # Not repeated in the message: what stands before the @ is likely a password.
        raise SettingsError(
            f"the address of {parts.hostname!r} holds a user or password",
            "give them by PEEK_GRAPH_USER and PEEK_GRAPH_PASSWORD",
        )
    if scheme not in SCHEMES or not parts.hostname:
        raise SettingsError(
            f"the address {uri!r} is not one of Bolt",
            f"start it with {', '.join(f'{scheme}://' for scheme in SCHEMES)} and a host, as bolt://127.0.0.1:7687",
        )


def resolve_connection(settings: Settings) -> Connection:
    """The Neo4j to use: the one named by settings, else the managed local instance."""
    if settings.uri is not None:
        check_address(settings.uri)
    if settings.uri is None and (settings.user is not None or settings.password is not None):
        raise SettingsError("a user or password is given without a server", "set PEEK_GRAPH_URI or --uri too")
    if settings.user is not None and settings.password is None:
        raise SettingsError(
            f"user {settings.user!r} is given without a password", "set PEEK_GRAPH_PASSWORD or --password"
        )
    if settings.uri is not None:
        password = settings.password.get_secret_value() if settings.password else ""
        if not password:
            raise SettingsError(f"no password for {settings.uri}", "set PEEK_GRAPH_PASSWORD or --password")
        return Connection(settings.uri, settings.user or "neo4j", password, settings.database)
    file = connection_file(settings.instance)
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        return Connection(stored["uri"], stored["user"], stored["password"], settings.database)
    except FileNotFoundError:
        raise SettingsError(
            f"no Neo4j is named and there is no local instance {settings.instance!r}",
            "run `peek-graph up`, or name a server with --uri or PEEK_GRAPH_URI",
        ) from None
    except (ValueError, KeyError, OSError) as error:
        raise SettingsError(f"{file} cannot be read: {error}", "run `peek-graph up` again") from error
