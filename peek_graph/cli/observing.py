"""``observe``: a text becomes operations, by the configured model."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from peek_graph.cli.changes_shown import show_verdicts
from peek_graph.cli.json_files import STDIN
from peek_graph.cli.models import configured, observe_form, record_option, recorder_of
from peek_graph.cli.options import dry_run_option, json_option, map_option
from peek_graph.cli.output import counted, one_line, say, say_json
from peek_graph.records import SourceKind

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.context_map import ContextMap
    from peek_graph.records import ObserveReport


@click.command(short_help="Let the configured model take a text into the map.")
@click.argument("file")
@click.option(
    "--source-kind",
    type=click.Choice(get_args(SourceKind)),
    help="Who says it; default: document for a FILE, tool for stdin. `user` gives no person's power here.",
)
@click.option("--source", help="Where it comes from, in words; default: the FILE.")
@click.option("--submap", metavar="PATH", help="The sub-map that it is about, as `market.prices`.")
@click.option("--show-answer", is_flag=True, help="Show the model's answer where it could not be used.")
@record_option
@dry_run_option
@map_option
@json_option
@click.pass_obj
def observe(
    session: Session,
    file: str,
    source_kind: SourceKind | None,
    source: str | None,
    submap: str | None,
    show_answer: bool,
    record: Path | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Let the configured model take what is new in FILE (`-`: stdin) into the map.

    The model is the one that PEEK_GRAPH_LLM__MODEL and PEEK_GRAPH_LLM__API_BASE name, at any server that speaks
    OpenAI's protocol. It sees the part of the map that the text is about, and answers with operations; each gets a
    verdict. What touches the goal, a constraint or the hypothesis becomes a proposal. If no answer can be used, the map
    stays as it was and the exit code is 1. A text that is too long for a prompt becomes a source of the map.

    \b
    Examples:
      peek-graph observe result.txt --source-kind tool --source web_search
      peek-graph observe minutes.md --source-kind user --submap market --dry-run
      peek-graph observe - --source web_search --record run.jsonl --json
    """
    kind: SourceKind = source_kind or ("tool" if file == STDIN else "document")
    with session.open_map() as context_map:
        llm, reviewer = configured(context_map.settings)
        text, real = _text_of(context_map, file)
        from peek_graph.agent.updating import Updater

        with recorder_of(context_map, record) as recorder:
            updater = Updater(context_map, llm, reviewer=reviewer, record=recorder)
            report = updater.observe(
                text,
                source_kind=kind,
                source=source if source is not None else ("stdin" if file == STDIN else file),
                submap=submap or None,
                dry_run=dry_run,
                file=real,
            )
    if as_json:
        say_json(observe_form(report))
    else:
        show_observed(report, show_answer=show_answer)
    if report.outcome == "failed":
        click.get_current_context().exit(1)


def show_observed(report: ObserveReport, *, show_answer: bool) -> None:
    """Verdicts, and what came of the whole."""
    show_verdicts(report.verdicts)
    name, tokens = one_line(report.map), f"{report.use.total:,} tokens in {counted(report.use.calls, 'call')}"
    if report.documents:
        say(f"Kept as a source of its own: {', '.join(report.documents)}")
    failed = report.outcome == "failed"
    for failure in report.failures:
        say(f"Not used: {one_line(failure.reason, 1000)}", err=failed)
        if show_answer and failure.raw:
            say(failure.raw, err=failed)
        elif failure.raw and not show_answer:
            say("  --show-answer shows what the model said", err=failed)
    if failed:
        say(f"{name}: nothing is changed, revision {report.revision} stays; {tokens}", err=True)
        if not report.failures:
            say(f"  {one_line(report.reason, 1000)}", err=True)
        return
    said = {
        "applied": "would be taken in (dry run)" if report.dry_run else "taken in",
        "nothing": "nothing new",
        "skipped": "not worth a call",
        "recalled": "the map said so itself",
    }[report.outcome]
    state = f"revision {report.revision}{'' if report.changed else ' stays'}"
    why = f" ({one_line(report.reason, 300)})" if report.reason and report.outcome != "applied" else ""
    say(f"{name}: {said}{why}; {state}; {tokens}")
    if any(verdict.verdict == "proposed" for verdict in report.verdicts) and not report.dry_run:
        say("A proposal waits for a person: `peek-graph proposals`.")


def _text_of(context_map: ContextMap, file: str) -> tuple[str, Path | None]:
    """The text, and the file if it is in the map's roots. SourceError says why there is none."""
    from peek_graph.errors import SourceOutsideRoots
    from peek_graph.sources.encoding import decode
    from peek_graph.sources.fingerprint import read_bytes
    from peek_graph.sources.reader import read_layout
    from peek_graph.sources.roots import Roots

    settings = context_map.settings
    if file == STDIN:
        return decode(sys.stdin.buffer.read(settings.sources.max_bytes + 1), "stdin"), None
    path = Path(file)
    data, _ = read_bytes(path, settings.sources.max_bytes)
    text = read_layout(data, path, settings.sources).text
    try:
        return text, Roots(settings.project_dir, settings.map.roots).real(path)
    except SourceOutsideRoots:
        return text, None
