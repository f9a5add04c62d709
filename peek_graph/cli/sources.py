"""``add`` and ``reindex``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from peek_graph.cli.json_forms import add_form
from peek_graph.cli.options import json_option, map_option, no_blank_paths, quiet_option
from peek_graph.cli.output import counted, say, say_json
from peek_graph.cli.progress import progress_shown

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.records import AddReport

MOST_GONE = 10  # names shown


@click.command()
@click.argument("paths", nargs=-1, required=True, callback=no_blank_paths)
@click.option("--submap", metavar="PATH", help="The sub-map that new documents go into, as `market.prices`.")
@map_option
@quiet_option
@json_option
@click.pass_obj
def add(session: Session, paths: tuple[str, ...], submap: str | None, quiet: bool, as_json: bool) -> None:
    """Read files and folders into the map.

    What is there already and unchanged costs next to nothing, so the same command serves to keep up with changes.
    A source that cannot be read is refused with its reason, the others are added, and the exit code is 1.

    \b
    Examples:
      peek-graph add papers/ notes/*.md --submap market
      peek-graph add papers/
      peek-graph add report.pdf --json
    """
    with session.open_map() as context_map, progress_shown(hidden=quiet or as_json) as progress:
        report = context_map.add(paths, submap=submap or None, progress=progress)
    show_report(report, as_json=as_json)


@click.command(short_help="Read sources again in any case; or the whole map.")
@click.argument("paths", nargs=-1, callback=no_blank_paths)
@click.option("--embeddings", is_flag=True, help="Move the map to the embedder that settings name.")
@map_option
@quiet_option
@json_option
@click.pass_obj
def reindex(session: Session, paths: tuple[str, ...], embeddings: bool, quiet: bool, as_json: bool) -> None:
    """Read sources again whatever their hashes say; without PATHS, the whole map and its indexes.

    \b
    Examples:
      peek-graph reindex papers/a.pdf
      peek-graph reindex
      peek-graph reindex --embeddings
    """
    with session.open_map() as context_map, progress_shown(hidden=quiet or as_json) as progress:
        report = context_map.reindex(paths or None, embeddings=embeddings, progress=progress)
    show_report(report, as_json=as_json)


def show_report(report: AddReport, *, as_json: bool) -> None:
    """Print what was done; refusals make the exit code 1."""
    if as_json:
        say_json(add_form(report))
    else:
        _say_report(report)
    if report.refused:
        click.get_current_context().exit(1)


def _say_report(report: AddReport) -> None:
    named = asdict(report.sources)
    found = ", ".join(f"{number:,} {name}" for name, number in named.items() if number)
    say(f"{report.map}: {found or 'no sources'}")
    embedder = f" by {report.embedder}" if report.embedder and report.embedded else ""
    wrote = f"{counted(report.sections, 'section')} written, {counted(report.embedded, 'vector')} computed{embedder}"
    say(f"  {wrote}; revision {report.revision}, {report.seconds:.1f} s")
    for leg, reason in report.missing.items():
        say(f"  no {leg}: {reason}", err=True)
    for path in report.gone[:MOST_GONE]:
        say(f"gone {path}", err=True)
    if (more := len(report.gone) - MOST_GONE) > 0:
        say(f"… and {more:,} more", err=True)
    for refusal in report.refused:
        say(f"refused {refusal.path}: {refusal.reason}", err=True)
        if refusal.hint:
            say(f"  {refusal.hint}", err=True)
