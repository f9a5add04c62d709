"""``up``, ``down`` and ``server``: the local Neo4j."""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from peek_graph.cli.group import ExplainingGroup
from peek_graph.cli.json_forms import server_form, server_status_form
from peek_graph.cli.local import after_interrupt, up_command
from peek_graph.cli.options import instance_option, json_option, quiet_option
from peek_graph.cli.output import columns, say, say_json
from peek_graph.cli.server_progress import server_progress_shown
from peek_graph.errors import ServerNotRunning
from peek_graph.interrupts import was_interrupted

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.server import LocalServer, ServerRecord, ServerStatus


@click.command(short_help="Start the local Neo4j.")
@click.option("--show-password", is_flag=True, help="Print the password too.")
@instance_option
@quiet_option
@json_option
@click.pass_obj
def up(session: Session, show_password: bool, quiet: bool, as_json: bool) -> None:
    """Start the local Neo4j, if it is not up, and say where it is.

    The first time, Neo4j is downloaded. It listens on this machine only, with a password of its own, and stays up until
    `peek-graph down`.

    \b
    Examples:
      peek-graph up
      peek-graph up --show-password
      peek-graph up --instance experiments --json
    """
    from peek_graph.settings import connection_file

    server = _server(session)
    try:
        with server_progress_shown(hidden=quiet or as_json) as (download, waiting):
            record = server.up(download=download, say=waiting)
    except BaseException as error:
        if was_interrupted(error):
            say(after_interrupt(server), err=True)
        raise
    file = connection_file(server.instance)
    if as_json:
        secret = {"password": record.password} if show_password else {}
        say_json({"instance": server.instance, **server_form(record, _browser(record), file), **secret})
        return
    password = record.password if show_password else f"in {file} (--show-password prints it)"
    say(f"Neo4j {record.version} is up, for this machine only. `peek-graph down` stops it.")
    for line in columns(
        [
            ("  Bolt", record.uri),
            ("  Browser", _browser(record)),
            ("  user", record.user),
            ("  password", password),
        ]
    ):
        say(line)
    if uri := session.uri or os.environ.get("PEEK_GRAPH_URI"):
        say(f"Note: commands use {uri} as long as --uri or PEEK_GRAPH_URI names it, not this one.", err=True)


@click.command(short_help="Stop the local Neo4j.")
@instance_option
@json_option
@click.pass_obj
def down(session: Session, as_json: bool) -> None:
    """Stop the local Neo4j cleanly. Its data stays.

    \b
    Examples:
      peek-graph down
      peek-graph down --instance experiments
    """
    server = _server(session)
    stopped = server.down()
    if as_json:
        say_json({"instance": server.instance, "stopped": stopped})
    else:
        say(f"The local Neo4j {server.instance!r} " + ("is stopped." if stopped else "was not running."))


@click.group(cls=ExplainingGroup)
def server() -> None:
    """Look after the local Neo4j.

    \b
    Examples:
      peek-graph server status
      peek-graph server logs
      peek-graph server versions
    """


@server.command("status")
@instance_option
@json_option
@click.pass_obj
def server_status(session: Session, as_json: bool) -> None:
    """Say whether the local Neo4j runs, where, and where its data is.

    \b
    Examples:
      peek-graph server status
      peek-graph server status --instance experiments --json
    """
    found = _server(session).status()
    if as_json:
        say_json(server_status_form(found))
        return
    for line in columns([(name, str(value)) for name, value in _status_rows(found) if value is not None]):
        say(line)


@server.command("logs")
@click.option(
    "-n", "--lines", type=click.IntRange(1, 1_000_000), default=50, show_default=True, help="How many, from the end."
)
@click.option(
    "--log",
    "name",
    type=click.Choice(["neo4j", "console", "debug"]),
    default="neo4j",
    show_default=True,
    help="Which log; console is what Java itself printed.",
)
@instance_option
@json_option
@click.pass_obj
def server_logs(session: Session, lines: int, name: Any, as_json: bool) -> None:
    """Print the last lines of the local Neo4j's log.

    \b
    Examples:
      peek-graph server logs
      peek-graph server logs -n 200 --log debug
    """
    server = _server(session)
    found = server.log_tail(lines, name)
    if not found and server.status().state == "absent":
        raise ServerNotRunning(
            f"there is no local instance {server.instance!r}", f"`{up_command(server.instance)}` makes it"
        )
    if as_json:
        say_json({"log": name, "lines": list(found)})
        return
    for line in found:
        say(line)


@server.command("versions")
@json_option
@click.pass_obj
def server_versions(session: Session, as_json: bool) -> None:  # noqa: ARG001 - `pass_obj` gives it
    """List the Neo4j versions that `up` can start. The setting server.version chooses one.

    \b
    Examples:
      peek-graph server versions
      peek-graph server versions --json
    """
    from peek_graph.server import versions

    found = versions()
    if as_json:
        say_json({"versions": list(found)})
        return
    for place, version in enumerate(found):
        say(f"{version}  (for new instances)" if place == 0 else version)


def _server(session: Session) -> LocalServer:
    from peek_graph.server import LocalServer

    settings = session.settings()
    return LocalServer(settings.instance, settings.server)


def _browser(record: ServerRecord) -> str:
    """The Browser page with address and user filled in."""
    scheme, _, address = record.uri.partition("://")
    return f"{record.browser}?dbms={scheme}://{record.user}@{address}"


def _status_rows(found: ServerStatus) -> list[tuple[str, object]]:
    since = datetime.fromtimestamp(found.started_at).strftime("%Y-%m-%d %H:%M") if found.started_at else None
    return [
        ("instance", found.instance),
        ("state", found.state if found.state != "absent" else "absent: `peek-graph up` makes it"),
        ("version", found.version),
        ("Bolt", found.uri),
        ("HTTP", found.http),
        ("process", found.pid),
        ("since", since),
        ("memory", f"{found.memory / 1e6:,.0f} MB" if found.memory else None),
        ("folder", found.folder),
    ]
