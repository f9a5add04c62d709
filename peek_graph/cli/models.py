"""The configured models, and what is kept of a run with one."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from peek_graph.cli.json_change_forms import verdict_form

if TYPE_CHECKING:
    from collections.abc import Callable

    from llama_index.core.llms import LLM

    from peek_graph.agent.recording import Recorder
    from peek_graph.context_map import ContextMap
    from peek_graph.records import ObserveReport, TokenUse
    from peek_graph.settings import Settings


def record_option(command: Any) -> Any:
    """``--record``: keep the run."""
    decorate: Callable[[Any], Any] = click.option(
        "--record",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Append the run to a file of JSON lines, for `peek-graph replay`.",
    )
    return decorate(command)


def configured(settings: Settings) -> tuple[LLM, LLM | None]:
    """The model that settings name, and that of the double check where it is another one."""
    from peek_graph.agent.model import configured_llm

    llm = configured_llm(settings.llm)
    other = settings.llm.reviewer if settings.updater.double_check else ""
    if not other or other == settings.llm.model:
        return llm, None
    return llm, configured_llm(settings.llm.model_copy(update={"model": other}))


def recorder_of(context_map: ContextMap, file: Path | None) -> AbstractContextManager[Recorder | None]:
    """What keeps the run, if it is to be kept."""
    if file is None:
        return nullcontext()
    from peek_graph.agent.recording import Recorder

    return Recorder(file, context_map, model=context_map.settings.llm.model)


def tokens_form(use: TokenUse) -> dict[str, int]:
    """Tokens of calls of a model."""
    return {"prompt": use.prompt, "completion": use.completion, "calls": use.calls}


def observe_form(report: ObserveReport) -> dict[str, Any]:
    """`observe`, and one of a step's; ``failures`` have the raw answers."""
    return {
        "map": report.map,
        "revision": report.revision,
        "verdicts": [verdict_form(verdict) for verdict in report.verdicts],
        "outcome": report.outcome,
        "reason": report.reason,
        "failures": [
            {
                "reason": failure.reason,
                "answer": failure.raw,
                "verdicts": [verdict_form(verdict) for verdict in failure.verdicts],
            }
            for failure in report.failures
        ],
        "documents": list(report.documents),
        "changed": report.changed,
        "dry_run": report.dry_run,
        "tokens": tokens_form(report.use),
    }
