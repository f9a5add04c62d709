"""``show``, ``diff``, ``history`` and ``at``: the map's past, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from peek_graph.cli.arguments import as_ref, as_revision
from peek_graph.cli.changes_shown import line_width, show_changes, show_revision, show_verdicts, value_text, when
from peek_graph.cli.json_change_forms import detail_form, diff_form, state_form
from peek_graph.cli.options import json_option, map_option
from peek_graph.cli.output import one_line, say, say_json
from peek_graph.cli.status_shown import show_status, status_options

if TYPE_CHECKING:
    from peek_graph.cli.session import Session


@click.command(short_help="Show what one revision changed.")
@click.argument("revision", type=as_revision)
@map_option
@json_option
@click.pass_obj
def show(session: Session, revision: int | str, as_json: bool) -> None:
    """Show what REVISION, a number or a snapshot's name, changed, by whom and why.

    \b
    Examples:
      peek-graph show 12
      peek-graph show 12 --json
    """
    with session.open_map() as context_map:
        detail = context_map.show(revision)
        name = context_map.name
    if as_json:
        say_json(detail_form(name, detail))
        return
    if detail.revision is not None:
        show_revision(detail.revision)
    show_changes(detail.changes)
    if others := [verdict for verdict in detail.verdicts if verdict.verdict != "applied"]:
        say("not applied:")
        show_verdicts(others)


@click.command(short_help="Show what differs between two revisions.")
@click.argument("older", type=as_revision)
@click.argument("newer", type=as_revision)
@map_option
@json_option
@click.pass_obj
def diff(session: Session, older: int | str, newer: int | str, as_json: bool) -> None:
    """Show what differs between two revisions, each a number or a snapshot's name.

    Values are cut to the line; --json has them whole.

    \b
    Examples:
      peek-graph diff 8 12
      peek-graph diff before-chapter-2 12 --json
    """
    with session.open_map() as context_map:
        changes = context_map.diff(older, newer)
        name = context_map.name
    if as_json:
        say_json(diff_form(name, older, newer, changes))
        return
    if not changes:
        say(f"Nothing differs between {older} and {newer}.")
    show_changes(changes)


@click.command(short_help="Show what an entry was, from the first on.")
@click.argument("target", type=as_ref)
@map_option
@json_option
@click.pass_obj
def history(session: Session, target: str, as_json: bool) -> None:
    """Show every state of one entry, with the revision that brought it.

    TARGET is a ref or a path.

    \b
    Examples:
      peek-graph history T12
      peek-graph history meta.ultimate_goal
      peek-graph history D3/2.3 --json
    """
    with session.open_map() as context_map:
        states = context_map.history(target)
        name = context_map.name
    if as_json:
        say_json({"map": name, "states": [state_form(state) for state in states]})
        return
    for state in states:
        last = None if state.until is None else state.until - 1
        span = (
            f"from {state.since}" if last is None else str(last) if last == state.since else f"{state.since} to {last}"
        )
        by = state.revision
        who = (when(by.at), one_line(by.author), one_line(by.reasoning, 80)) if by is not None else ()
        say("  ".join(part for part in (state.ref, span, *who) if part))
        say("   " + ("archived" if state.value is None else value_text(state.value, line_width() - 3)))


@click.command(short_help="Show the map as it was.")
@click.argument("revision", type=as_revision)
@click.argument("what", type=click.Choice(["status", "dump", "show"]))
@click.argument("path", required=False)
@status_options
@map_option
@json_option
@click.pass_obj
def at(
    session: Session,
    revision: int | str,
    what: str,
    path: str | None,
    budget: int | None,
    focus: str | None,
    language: str | None,
    form: str | None,
    explain: bool,
    as_json: bool,
) -> None:
    """Show the map as it was at REVISION, a number or a snapshot's name.

    `status` is what an agent saw then, with the options of `status`; `dump` is the whole map as JSON, `show` what stood
    at PATH.

    \b
    Examples:
      peek-graph at 8 status --budget 800 --focus market
      peek-graph at before-chapter-2 dump
      peek-graph at 8 show 'working_memory.todo_list[0]' --json
    """
    if (what == "show") != (path is not None):
        raise click.UsageError("`show` needs a PATH" if path is None else f"`{what}` takes no PATH")
    given = {"budget": budget, "focus": focus, "language": language, "form": form, "explain": explain or None}
    if what != "status" and (names := [name for name, value in given.items() if value is not None]):
        raise click.UsageError(f"--{names[0]} is for `status`")
    with session.open_map() as context_map:
        then = context_map.at(revision)
        name, number = context_map.name, then.revision
        if what == "status":
            status = then.status(budget, focus=focus, language=language, explain=explain)
            show_status(status, form, as_json=as_json)
            return
        value: Any = then.to_dict() if path is None else then.get(path)
    if path is None:
        say_json(value)
    elif as_json:
        say_json({"map": name, "revision": number, "path": path, "value": value})
    elif isinstance(value, str):
        say(value)
    else:
        say_json(value)
