"""``load`` and ``dump``: a whole map as the plain dictionary that agents know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from peek_graph.cli.arguments import as_revision
from peek_graph.cli.changes_shown import show_outcome, show_verdicts
from peek_graph.cli.json_change_forms import apply_form
from peek_graph.cli.json_files import read_dictionary, write_json
from peek_graph.cli.options import dry_run_option, json_option, map_option, reason_option
from peek_graph.cli.output import say, say_json
from peek_graph.cli.person import Actor, settle, source_kind_option
from peek_graph.errors import MapNotFound, OperationError, PeekGraphError
from peek_graph.records import ApplyReport

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.records import Verdict


@click.command(short_help="Load a whole map from JSON.")
@click.argument("file")
@reason_option
@source_kind_option
@dry_run_option
@map_option
@json_option
@click.pass_obj
def load(session: Session, file: str, reason: str, by: Actor, dry_run: bool, as_json: bool) -> None:
    """Load FILE (`-`: stdin), a map as `dump` prints it, as one revision, or nothing of it.

    It is added to what is in the map, entries that say the same included. A map that is not there yet is begun, with
    the goal that FILE has, unless the load is refused.

    \b
    Examples:
      peek-graph load map.json --dry-run
      peek-graph load map.json --map battery
      peek-graph load - --source-kind web --reason "the state of last year's project" --json
    """
    dictionary = read_dictionary(file)
    begun = False
    try:
        context_map = session.open_map()
    except MapNotFound:
        if (name := session.settings().map.name) is None:
            raise
        goal, constraints, dictionary = _beginning(dictionary)
        if dry_run:
            say(f"Map {name!r} is not there; without --dry-run it would be begun with the goal {goal!r}.", err=True)
            _show(ApplyReport(name, 0, (), changed=False, dry_run=True), as_json=as_json)
            return
        context_map, begun = session.create_map(name, goal, constraints), True
    with context_map:
        write = partial(context_map.load, dictionary, reasoning=reason)

        def trial(agent: Actor) -> Sequence[Verdict]:
            return write(author=agent.author, source_kind=agent.source_kind, dry_run=True).verdicts

        by = by if dry_run or begun else settle(context_map, by, trial)
        try:
            report = write(author=by.author, source_kind=by.source_kind, dry_run=dry_run)
        except PeekGraphError:
            if begun:
                context_map.take_back()
            raise
        if begun and report.rejected and context_map.take_back():
            report = replace(report, revision=0)
        elif begun and not as_json:
            say(f"Map {context_map.name!r} is begun.")
    _show(report, as_json=as_json)


@click.command(short_help="Print the whole map as JSON.")
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="A file to write instead.")
@click.option("--at", "revision", type=as_revision, metavar="REVISION", help="As it was then; a number or a snapshot.")
@map_option
@json_option
@click.pass_obj
def dump(session: Session, output: Path | None, revision: int | str | None, as_json: bool) -> None:
    """Print the whole map as JSON; `load` takes it.

    \b
    Examples:
      peek-graph dump
      peek-graph dump --output map.json
      peek-graph dump --at before-chapter-2 --output then.json
    """
    with session.open_map() as context_map:
        dictionary = (context_map if revision is None else context_map.at(revision)).to_dict()
        name = context_map.name
    if output is None:
        say_json(dictionary)
        return
    write_json(output, dictionary)
    if as_json:
        say_json({"map": name, "file": str(output)})
    else:
        say(f"Map {name!r} is in {output}.")


def _show(report: ApplyReport, *, as_json: bool) -> None:
    if as_json:
        say_json(apply_form(report))
    else:
        show_verdicts([verdict for verdict in report.verdicts if verdict.verdict in ("proposed", "rejected")])
        show_outcome(report)
    if report.rejected:
        click.get_current_context().exit(1)


def _beginning(dictionary: Mapping[str, Any]) -> tuple[str, list[str], Mapping[str, Any]]:
    """Goal and constraints of a map to begin, and what is left to load; constraints of other than plain text are."""
    meta = dictionary.get("meta")
    meta = dict(meta) if isinstance(meta, dict) else {}
    goal, constraints = meta.get("ultimate_goal"), meta.get("hard_constraints")
    if not isinstance(goal, str):
        raise OperationError(
            "the map is not there yet, and meta.ultimate_goal is no text to begin it with",
            "put the goal there, or name a map that is there with --map",
        )
    if not isinstance(constraints, list) or not all(isinstance(one, str) and one == one.strip() for one in constraints):
        return goal, [], dictionary
    del meta["hard_constraints"]
    return goal, constraints, {**dictionary, "meta": meta}
