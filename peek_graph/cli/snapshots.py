"""``snapshot``, ``snapshots`` and ``rollback``: to name a revision, and to go back to one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from peek_graph.cli.arguments import NUMBER, as_revision
from peek_graph.cli.changes_shown import show_changes, when
from peek_graph.cli.json_change_forms import detail_form, snapshot_form
from peek_graph.cli.options import dry_run_option, json_option, map_option, quiet_option, reason_option, yes_option
from peek_graph.cli.output import columns, counted, one_line, say, say_json
from peek_graph.cli.person import actor, ask_passphrase, must_ask, or_end
from peek_graph.cli.progress import progress_shown
from peek_graph.errors import ProtectedField

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.context_map import ContextMap

MOST_SHOWN = 50  # changes


@click.command(short_help="Give a revision a name.")
@click.argument("name")
@click.option("--revision", type=NUMBER, help="Which one; default: the map's as it is now.")
@map_option
@json_option
@click.pass_obj
def snapshot(session: Session, name: str, revision: int | None, as_json: bool) -> None:
    """Give the map as it is now, or an older revision, the name NAME.

    `diff`, `at`, `dump` and `rollback` take the name for the number.

    \b
    Examples:
      peek-graph snapshot before-chapter-2
      peek-graph snapshot first-draft --revision 8
    """
    with session.open_map() as context_map:
        made = context_map.snapshot(name, revision=revision, author=actor().author)
        map_name = context_map.name
    if as_json:
        say_json({"map": map_name, **snapshot_form(made)})
    else:
        say(f"{one_line(made.name)} is revision {made.revision} of map {map_name!r}.")


@click.command(short_help="List the snapshots.")
@map_option
@json_option
@click.pass_obj
def snapshots(session: Session, as_json: bool) -> None:
    """List the snapshots, each with its revision.

    \b
    Examples:
      peek-graph snapshots
      peek-graph snapshots --json
    """
    with session.open_map() as context_map:
        found = context_map.snapshots()
        name = context_map.name
    if as_json:
        say_json({"map": name, "snapshots": [snapshot_form(one) for one in found]})
        return
    if not found:
        say(f"Map {name!r} has no snapshots yet. Make one with: peek-graph snapshot NAME")
    for line in columns(
        [(one_line(one.name), f"revision {one.revision}", when(one.at), one_line(one.author)) for one in found]
    ):
        say(line)


@click.command(short_help="Bring an older revision back.")
@click.argument("to", type=as_revision, metavar="REVISION")
@reason_option
@dry_run_option
@yes_option
@map_option
@quiet_option
@json_option
@click.pass_obj
def rollback(
    session: Session, to: int | str, reason: str, dry_run: bool, yes: bool, quiet: bool, as_json: bool
) -> None:
    """Bring the map as it was at REVISION, a number or a snapshot's name, back as a new revision.

    Nothing is lost: what is undone stays in the history, and can be brought back in the same way. What would change
    is shown first. Goal, constraints and hypothesis come back for a person only.

    \b
    Examples:
      peek-graph rollback before-chapter-2 --dry-run
      peek-graph rollback 8 --reason "the second source was a parody"
      peek-graph rollback before-chapter-2 --yes --json
    """
    asking = must_ask(yes=yes or dry_run, as_json=as_json)
    by = actor()
    with session.open_map() as context_map:
        name = context_map.name
        # Read before what is shown, so that nothing later counts as seen.
        seen = context_map.log(1)[0].number
        # A number counted back from the newest would be another one by then.
        back = partial(context_map.rollback, context_map.at(to).revision, author=by.author, reasoning=reason)
        protected = None
        try:
            detail = back(source_kind="agent", dry_run=True)
        except ProtectedField as error:
            if not (by.is_person or dry_run):
                raise
            protected = error
            detail = back(source_kind="user", dry_run=True)
        if detail.changes and not dry_run:
            if asking:
                show_changes(detail.changes, MOST_SHOWN)
            _ask(context_map, protected, asking=asking)
            with progress_shown(hidden=quiet or as_json) as progress:
                detail = back(source_kind=by.source_kind, seen=seen, progress=progress)
    if as_json:
        say_json({**detail_form(name, detail), "to": to, "dry_run": dry_run})
    elif not detail.changes:
        say(f"Map {name!r} is as it was at {to}; nothing to do.")
    elif dry_run:
        show_changes(detail.changes)
        say(f"{counted(len(detail.changes), 'change')} would bring {to} back.")
    else:
        number = f" in revision {detail.revision.number}" if detail.revision is not None else ""
        say(f"Map {name!r} is as it was at {to}: {counted(len(detail.changes), 'change')}{number}.")
    if protected is not None and dry_run:
        say(one_line(protected.message), err=True)


def _ask(context_map: ContextMap, protected: ProtectedField | None, *, asking: bool) -> None:
    """End the run unless whoever is there agrees; a passphrase is asked for whatever ``--yes`` says."""
    if protected is not None:
        say(one_line(protected.message), err=True)
        if (passphrase := ask_passphrase(context_map)) is not None:
            context_map.check_passphrase(passphrase)
            return
    if asking:
        or_end("Roll back?")
