"""What became of a batch, as a text that a model can act on."""

from __future__ import annotations

from collections import Counter
from typing import Final

from peek_graph.errors import PeekGraphError
from peek_graph.records import ApplyMode, ApplyReport, Verdict

_MOST: Final = 40
_LONGEST: Final = 600


def report_text(report: ApplyReport, mode: ApplyMode) -> str:
    """One line for the whole, and one an operation; of very many, those that something can be done about."""
    lines = [f"{number}. {_line(verdict)}" for number, verdict in enumerate(report.verdicts, 1)]
    if len(lines) > _MOST:
        told = [line for line, verdict in zip(lines, report.verdicts, strict=True) if _asks(verdict)][:_MOST]
        lines = [*told, f"… and {len(lines) - len(told)} more"]
    return "\n".join([_head(report, mode), *lines])


def error_text(error: PeekGraphError, example: str = "") -> str:
    """An error as an answer: what is wrong, and what to do."""
    parts = (f"Error: {_short(error.message)}.", f"Hint: {_short(error.hint)}." if error.hint else "", example)
    return " ".join(part for part in parts if part)


def _head(report: ApplyReport, mode: ApplyMode) -> str:
    found = Counter(verdict.verdict for verdict in report.verdicts)
    if report.rejected and mode == "strict":
        return (
            f"Nothing was changed, revision {report.revision} stays: {found['rejected']} of {len(report.verdicts)} "
            "rejected. Correct what the reasons name and send the whole list again."
        )
    counts = ", ".join(
        f"{found[name]} {name}" for name in ("applied", "duplicate", "proposed", "rejected") if found[name]
    )
    state = f"This is revision {report.revision}" if report.changed else f"Revision {report.revision} stays"
    return f"{state}: {counts}."


def _line(verdict: Verdict) -> str:
    refs = ", ".join(verdict.refs[:10] or ((verdict.ref,) if verdict.ref else ()))
    said = " ".join(part for part in (verdict.op, _short(verdict.path), "->", verdict.verdict, refs) if part)
    return f"{said}: {_short(verdict.reason)}" if verdict.reason else said


def _asks(verdict: Verdict) -> bool:
    return verdict.verdict in ("rejected", "proposed")


def _short(text: str) -> str:
    """On one line: a reason may quote what came from outside."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
