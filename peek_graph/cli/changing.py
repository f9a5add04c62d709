"""``note`` and ``apply``: changes by hand and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from peek_graph.cli.arguments import NUMBER, as_ref, read_checks
from peek_graph.cli.changes_shown import show_outcome, show_verdicts
from peek_graph.cli.json_change_forms import apply_form
from peek_graph.cli.json_files import json_or_text, read_operations
from peek_graph.cli.options import dry_run_option, json_option, map_option, reason_option
from peek_graph.cli.output import say_json
from peek_graph.cli.person import Actor, settle, source_kind_option

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.records import ApplyMode, ApplyReport, Verdict

KINDS = ("todo", "finding", "question", "hypothesis", "action", "constraint", "variable")


@click.command(short_help="Put one entry into the map.")
@click.argument("kind", metavar="KIND", type=click.Choice(KINDS))
@click.argument("text")
@click.option("--priority", type=int, help="Of a todo; 1 comes first.")
@click.option("--in", "submap", metavar="SUBMAP", help="The sub-map it goes into, as `market.prices`.")
@click.option(
    "--source", "sources", metavar="REF", type=as_ref, multiple=True, help="A ref that supports it; may be repeated."
)
@click.option("--confidence", type=click.FloatRange(0, 1), help="0 to 1; default: by where it comes from.")
@click.option("--key", help="The name of a variable.")
@click.option(
    "--check",
    "checks",
    metavar="NAME=VALUE",
    multiple=True,
    help="Of a constraint: what is checked of outputs, as max_words=3000; may be repeated.",
)
@reason_option
@source_kind_option
@dry_run_option
@map_option
@json_option
@click.pass_obj
def note(
    session: Session,
    kind: str,
    text: str,
    priority: int | None,
    submap: str | None,
    sources: tuple[str, ...],
    confidence: float | None,
    key: str | None,
    checks: tuple[str, ...],
    reason: str,
    by: Actor,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Put one entry with TEXT into the map.

    KIND is todo, finding, question, hypothesis, action, constraint or variable.

    A hypothesis or constraint is protected: at a terminal you are asked, elsewhere it becomes a proposal. The TEXT of a
    variable is its value as JSON (115, true, null, [1, 2]) where it is that, else a text; '"115"' is a text.

    A constraint's --check is one of max_words, min_words, min_citations, must_mention and never_mention (several with
    commas between), dates_from and dates_to (2024-12-31), python (the name of a function that the agent's program
    hands in), and on (the outputs that are meant).

    \b
    Examples:
      peek-graph note todo "Check the 2024 annual report" --priority 2 --in market
      peek-graph note finding "Electrolyte X raises energy density by 30 %" --source 'D3§2.3' --confidence 0.6
      peek-graph note constraint "At most 3,000 words" --check max_words=3000 --check on=report
      peek-graph note variable 115 --key usd_per_kwh --reason "mean of the three reports"
    """
    with session.open_map() as context_map:
        write = partial(
            context_map.note,
            kind,
            json_or_text(text) if kind == "variable" else text,
            submap=submap or None,
            priority=priority,
            confidence=confidence,
            sources=sources,
            key=key or None,
            check=read_checks(checks),
            reasoning=reason,
        )

        def trial(agent: Actor) -> Sequence[Verdict]:
            return write(author=agent.author, source_kind=agent.source_kind, dry_run=True).verdicts

        by = by if dry_run else settle(context_map, by, trial)
        report = write(author=by.author, source_kind=by.source_kind, dry_run=dry_run)
    show_report(report, as_json=as_json)


@click.command(short_help="Apply operations from JSON.")
@click.argument("file")
@click.option("--lenient", is_flag=True, help="Apply what can be, although other operations are refused.")
@click.option(
    "--base-revision", type=NUMBER, help="What the operations were decided on: later changes are not overwritten."
)
@click.option("--request-id", help="The same id again does nothing and answers as then.")
@click.option("--source", default="", help="Where the operations come from.")
@reason_option
@source_kind_option
@dry_run_option
@map_option
@json_option
@click.pass_obj
def apply(
    session: Session,
    file: str,
    lenient: bool,
    base_revision: int | None,
    request_id: str | None,
    source: str,
    reason: str,
    by: Actor,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Apply the operations of FILE (`-`: stdin) as one revision, or none of them.

    FILE holds a JSON list of operations, as {"op": "add", "path": "working_memory.todo_list", "value": "…"}; op is
    add, update, delete, move, link or unlink. Each gets a verdict. If one is rejected, none is applied and the exit
    code is 1, unless --lenient.

    \b
    Examples:
      peek-graph apply ops.json --dry-run
      peek-graph apply ops.json --base-revision 12 --reason "after reading D3"
      peek-graph apply - --lenient --source-kind tool --json
    """
    operations = read_operations(file)
    mode: ApplyMode = "lenient" if lenient else "strict"
    with session.open_map() as context_map:
        write = partial(
            context_map.apply, operations, source=source, reasoning=reason, base_revision=base_revision, mode=mode
        )

        def trial(agent: Actor) -> Sequence[Verdict]:
            return write(author=agent.author, source_kind=agent.source_kind, dry_run=True).verdicts

        by = by if dry_run else settle(context_map, by, trial)
        report = write(author=by.author, source_kind=by.source_kind, request_id=request_id or None, dry_run=dry_run)
    show_report(report, strict=not lenient, others="; --lenient applies the others", as_json=as_json)


def show_report(report: ApplyReport, *, strict: bool = True, others: str = "", as_json: bool) -> None:
    """Print the verdicts; a refused strict batch makes the exit code 1."""
    if as_json:
        say_json(apply_form(report))
    else:
        show_verdicts(report.verdicts)
        show_outcome(report, strict=strict, others=others)
    if strict and report.rejected:
        click.get_current_context().exit(1)
