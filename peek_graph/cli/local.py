"""What a person should know of the local Neo4j when something goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peek_graph.errors import DatabaseUnreachable, PeekGraphError

if TYPE_CHECKING:
    from peek_graph.server import LocalServer
    from peek_graph.settings import Settings


def explain_unreachable(error: DatabaseUnreachable, settings: Settings | None) -> tuple[str, str | None]:
    """Message and hint: where the local instance was meant, by how that one is instead of by what the driver met."""
    as_it_is = error.message, error.hint
    if settings is None or settings.uri is not None:
        return as_it_is
    from peek_graph.server import LocalServer

    try:
        state = LocalServer(settings.instance, settings.server).status().state
    except PeekGraphError:  # its record cannot be read, which is another trouble
        return as_it_is
    if state == "running":
        return as_it_is
    if state == "starting":
        return f"the local Neo4j {settings.instance!r} is still starting", "`peek-graph up` waits until it is ready"
    return f"the local Neo4j {settings.instance!r} is not running", f"run `{up_command(settings.instance)}`"


def up_command(instance: str) -> str:
    """What to type to start the local Neo4j of that name."""
    from peek_graph.settings import DEFAULT_INSTANCE

    return "peek-graph up" if instance == DEFAULT_INSTANCE else f"peek-graph up --instance {instance}"


def after_interrupt(server: LocalServer) -> str:
    """What is left of a start that Ctrl-C has ended."""
    if server.status().state in ("starting", "running"):
        return "The local Neo4j, which another command started, goes on; `peek-graph down` stops it."
    return "The local Neo4j is not left running."
