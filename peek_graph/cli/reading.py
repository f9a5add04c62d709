"""``status``, ``read`` and ``log``: what an agent sees, for people too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from peek_graph.cli.changes_shown import when
from peek_graph.cli.json_forms import read_form, revision_form
from peek_graph.cli.options import json_option, map_option
from peek_graph.cli.output import columns, counted, one_line, say, say_json
from peek_graph.cli.status_shown import show_status, status_options

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.records import Reading

_STATES = {
    "verified": "verified: the original still says what was indexed",
    "moved": "moved: the original says it in another place than when it was indexed",
    "changed": "changed: the original now says something else; `peek-graph add` takes it up",
    "gone": "gone: it is no longer in the original; this is what was indexed",
    "unreachable": "unreachable: the original cannot be opened now; this is what was indexed",
}
_DOCUMENT_STATES = {
    "verified": "summary and sections; the original is unchanged since it was read",
    "moved": "summary and sections; the original has moved since it was read",
    "changed": "summary and sections as they were read; the original has changed since: `peek-graph add` takes it up",
    "gone": "summary and sections as they were read; the original is gone",
    "unreachable": "summary and sections as they were read; the original cannot be opened now",
}
_MOST = 1_000_000  # of what is listed: more is a slip of the keyboard


@click.command(short_help="Show where the project is.")
@status_options
@map_option
@json_option
@click.pass_obj
def status(
    session: Session,
    budget: int | None,
    focus: str | None,
    language: str | None,
    form: str | None,
    explain: bool,
    as_json: bool,
) -> None:
    """Show where the project is, in at most --budget tokens.

    \b
    Examples:
      peek-graph status
      peek-graph status --budget 800 --focus market
      peek-graph status --form markdown --language zh
      peek-graph status --explain
      peek-graph status --json
    """
    with session.open_map() as context_map:
        answer = context_map.status(budget, focus=focus, language=language, explain=explain)
    show_status(answer, form, as_json=as_json)


@click.command(short_help="Read a passage back from its original.")
@click.argument("target")
@map_option
@json_option
@click.pass_obj
def read(session: Session, target: str, as_json: bool) -> None:
    """Read a passage back from its original, and say whether it still is what was indexed.

    TARGET is a ref from a status or a search (quote it, or write D3/2.3) or a pointer.

    \b
    Examples:
      peek-graph read 'D3§2.3'
      peek-graph read D3/2.3
      peek-graph read 'notes/cells.md#line=10,42' --json
    """
    with session.open_map() as context_map:
        reading = context_map.read(target)
    if as_json:
        say_json(read_form(reading))
        return
    say("  ".join(part for part in (reading.ref, reading.pointer) if part))
    say(_state(reading))
    say()
    say(reading.text)
    if reading.was is not None and reading.was != reading.text:
        say("\nwhat was indexed:\n")
        say(reading.was)


def _state(reading: Reading) -> str:
    if not reading.pointer:
        return "it stands in the map itself"
    whole_document = reading.ref is not None and "§" not in reading.ref
    return (_DOCUMENT_STATES if whole_document else _STATES)[reading.state]


@click.command(short_help="List the map's revisions.")
@click.option("--limit", type=click.IntRange(1, _MOST), default=20, show_default=True, help="How many, newest first.")
@map_option
@json_option
@click.pass_obj
def log(session: Session, limit: int, as_json: bool) -> None:
    """List the map's revisions, newest first: who changed it, from what, and why.

    \b
    Examples:
      peek-graph log
      peek-graph log --limit 5 --json
    """
    with session.open_map() as context_map:
        revisions = context_map.log(limit)
    if as_json:
        say_json({"revisions": [revision_form(revision) for revision in revisions]})
        return
    for line in columns(
        [
            (
                str(revision.number),
                when(revision.at),
                one_line(revision.author),
                counted(revision.operations, "operation"),
                one_line(revision.source),
                one_line(revision.reasoning),
            )
            for revision in revisions
        ]
    ):
        say(line)
