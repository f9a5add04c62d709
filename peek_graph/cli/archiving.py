"""``archive``, ``restore`` and ``prune``: what is done leaves the live map; only `prune` deletes."""

from __future__ import annotations

import re
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from peek_graph.cli.arguments import NUMBER, as_ref
from peek_graph.cli.json_change_forms import archive_form, prune_form
from peek_graph.cli.options import dry_run_option, json_option, map_option, quiet_option, reason_option, yes_option
from peek_graph.cli.output import counted, one_line, say, say_json
from peek_graph.cli.person import Actor, actor, must_ask, or_end, settle
from peek_graph.cli.progress import progress_shown

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.records import ArchiveReport, PruneReport

_MOST_REFS = 20  # of a kind
_NOT_IN_NAMES = re.compile(r"[^\w.-]")


@click.command(short_help="Take what is done out of the live map.")
@click.argument("targets", nargs=-1, type=as_ref)
@click.option("--finished", is_flag=True, help="All that is finished, by the settings under `archive`.")
@reason_option
@dry_run_option
@map_option
@quiet_option
@json_option
@click.pass_obj
def archive(
    session: Session,
    targets: tuple[str, ...],
    finished: bool,
    reason: str,
    dry_run: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Take TARGETS, refs or paths of entries and sub-maps, out of the live map.

    They are no longer in statuses and searches, and stay in the graph: `search --archived` finds them, `restore`
    brings them back.

    \b
    Examples:
      peek-graph archive --finished --dry-run
      peek-graph archive sub_maps.market --reason "chapter 1 is out"
      peek-graph archive T12 F3 --json
    """
    if not targets and not finished:
        raise click.UsageError("name what to archive, or give --finished")
    by = actor()
    with session.open_map() as context_map:
        put_away = partial(context_map.archive, targets, finished=finished, reasoning=reason)

        def trial(agent: Actor) -> tuple[()]:
            put_away(author=agent.author, source_kind=agent.source_kind, dry_run=True)
            return ()

        by = by if dry_run else settle(context_map, by, trial)
        with progress_shown(hidden=quiet or as_json) as progress:
            report = put_away(author=by.author, source_kind=by.source_kind, dry_run=dry_run, progress=progress)
    _show(report, "archived", as_json=as_json)


@click.command(short_help="Bring archived entries back.")
@click.argument("targets", nargs=-1, required=True, type=as_ref)
@reason_option
@dry_run_option
@map_option
@quiet_option
@json_option
@click.pass_obj
def restore(session: Session, targets: tuple[str, ...], reason: str, dry_run: bool, quiet: bool, as_json: bool) -> None:
    """Bring TARGETS, archived entries by ref and sub-maps by path, back into the live map.

    \b
    Examples:
      peek-graph restore T12
      peek-graph restore sub_maps.market --dry-run
      peek-graph restore F3 F5 --reason "the second study holds" --json
    """
    by = actor()
    with session.open_map() as context_map:
        bring_back = partial(context_map.restore, targets, reasoning=reason)

        def trial(agent: Actor) -> tuple[()]:
            bring_back(author=agent.author, source_kind=agent.source_kind, dry_run=True)
            return ()

        by = by if dry_run else settle(context_map, by, trial)
        with progress_shown(hidden=quiet or as_json) as progress:
            report = bring_back(author=by.author, source_kind=by.source_kind, dry_run=dry_run, progress=progress)
    _show(report, "restored", as_json=as_json)


@click.command(short_help="Delete archived entries and old versions.")
@click.option(
    "--before", type=NUMBER, required=True, metavar="REVISION", help="The oldest revision that can still be read then."
)
@click.option("--file", type=click.Path(path_type=Path, dir_okay=False), help="Where what is deleted is written first.")
@dry_run_option
@yes_option
@map_option
@quiet_option
@json_option
@click.pass_obj
def prune(
    session: Session, before: int, file: Path | None, dry_run: bool, yes: bool, quiet: bool, as_json: bool
) -> None:
    """Delete what was archived, and the versions that ended, by a revision, that one included. Nothing else deletes.

    It says what it will delete, asks, and writes all of it to a file first, one JSON object a line. Earlier revisions
    cannot be shown or rolled back to afterwards. What live entries rest on stays.

    \b
    Examples:
      peek-graph prune --before 40 --dry-run
      peek-graph prune --before 40
      peek-graph prune --before 40 --yes --file pruned.jsonl --json
    """
    asking = must_ask(yes=yes or dry_run, as_json=as_json)
    with session.open_map() as context_map:
        report = context_map.prune(before, dry_run=True, author=actor().author)
        if _found(report) and not dry_run:
            if asking:
                say(_counts(report))
                or_end("Delete this?")
            file = file or _free_file(session.settings().project_dir, report)
            with progress_shown(hidden=quiet or as_json) as progress:
                report = context_map.prune(before, file=file, author=actor().author, progress=progress)
    if as_json:
        say_json(prune_form(report))
        return
    if not _found(report):
        say(f"Map {report.map!r} has nothing to prune that ended by revision {before}.{_kept(report)}")
        return
    say(f"{'Would delete' if report.dry_run else 'Deleted'}: {_counts(report)}.{_kept(report)}")
    if report.file:
        say(f"All of it is in {report.file}")


def _show(report: ArchiveReport, done: str, *, as_json: bool) -> None:
    if as_json:
        say_json(archive_form(report))
        return
    for kind, refs in report.refs.items():
        more = f" and {len(refs) - _MOST_REFS:,} more" if len(refs) > _MOST_REFS else ""
        say(f"{kind}: {', '.join(map(one_line, refs[:_MOST_REFS]))}{more}")
    if report.sections:
        say(f"with {counted(report.sections, 'section')} of documents")
    for reason in report.kept:
        say(f"stays: {one_line(reason)}")
    if report.already:
        say(f"{done} before: {', '.join(map(one_line, report.already[:_MOST_REFS]))}")
    number = sum(map(len, report.refs.values()))
    if report.dry_run:
        say(f"{number:,} would be {done}; revision {report.revision} stays (dry run)")
    else:
        say(f"{number:,} {done}; revision {report.revision}{'' if report.changed else ' stays'}")


def _found(report: PruneReport) -> bool:
    return bool(report.versions or report.relationships or sum(report.entries.values()))


def _counts(report: PruneReport) -> str:
    kinds = [counted(number, f"archived {kind}") for kind, number in report.entries.items() if number]
    return ", ".join([*kinds, counted(report.versions, "version"), counted(report.relationships, "relationship")])


def _kept(report: PruneReport) -> str:
    return f" {report.kept:,} archived stay: what stays links to them." if report.kept else ""


def _free_file(folder: Path, report: PruneReport) -> Path:
    """A file that is not there yet, named after map and revision."""
    name = f"peek-graph-pruned-{_NOT_IN_NAMES.sub('_', report.map)}-{report.before}"
    numbered = (folder / f"{name}-{number}.jsonl" for number in count(2))
    return next(path for path in chain([folder / f"{name}.jsonl"], numbered) if not path.exists())
