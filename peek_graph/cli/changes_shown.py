"""Verdicts, values and changes as a person reads them. All of it may be foreign text: one line each, no controls."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from peek_graph.cli.output import columns, counted, json_text, one_line, say

if TYPE_CHECKING:
    from peek_graph.records import ApplyReport, Change, RevisionInfo, Verdict

_ARROW = " → "
_INDENT = 6
_CONTEXT = 12  # characters kept before the first difference of two long texts
_MOST_VERDICTS = 200
# What says nothing to a person of something new; --json has all.
_EMPTY: tuple[Any, ...] = (None, "", [], {})
_OF_THE_MACHINE = frozenset({"position", "source_hash"})


def line_width() -> int:
    """Characters of a line here, within what is readable."""
    from rich.console import Console

    return max(40, min(Console(file=sys.stdout).width, 160))


def when(at: datetime) -> str:
    """A time as people here read it."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M")


def value_text(value: Any, limit: int | None = None) -> str:
    """A value as one line of JSON, so that text and number differ; at most ``limit`` characters."""
    text = json_text(value, "utf-8", indent=None)
    return text if limit is None or len(text) <= limit else text[: limit - 1] + "…"


def before_after(before: Any, after: Any, width: int) -> str:
    """Both values within ``width``; of long ones, where they begin to differ."""
    old, new = value_text(before), value_text(after)
    room = (width - len(_ARROW)) // 2
    if max(len(old), len(new)) > room:
        same = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        if same > room // 2:
            start = same - min(_CONTEXT, room // 3)
            old, new = "…" + old[start:], "…" + new[start:]
    return _ARROW.join(text if len(text) <= room else text[: room - 1] + "…" for text in (old, new))


def show_revision(revision: RevisionInfo) -> None:
    """Who made it, when and why."""
    head = (f"revision {revision.number}", when(revision.at), one_line(revision.author), one_line(revision.source, 100))
    say("  ".join(part for part in head if part))
    if revision.reasoning:
        say(f"  {one_line(revision.reasoning)}")


def show_changes(changes: Sequence[Change], most: int | None = None) -> None:
    """Each change with its fields, values bounded to the line."""
    shown = changes if most is None else changes[:most]
    heads = columns([(change.change, change.ref, change.kind, one_line(change.path)) for change in shown])
    width = line_width() - _INDENT
    for head, change in zip(heads, shown, strict=True):
        say(head)
        for name, values in change.fields.items():
            before, after = (_dated(value) if name == "mtime" else value for value in values)
            label = f"{one_line(name, 40)}: "
            room = max(20, width - len(label))
            if change.change == "updated":
                say(" " * _INDENT + label + before_after(before, after, room))
            elif after not in _EMPTY and name not in _OF_THE_MACHINE:
                say(" " * _INDENT + label + value_text(after, room))
    if more := len(changes) - len(shown):
        say(f"… and {more:,} more; --json has all")


def show_verdicts(verdicts: Sequence[Verdict]) -> None:
    """Each verdict, with its reason on a line of its own."""
    shown = verdicts[:_MOST_VERDICTS]
    heads = columns(
        [
            (verdict.verdict, ", ".join(_refs(verdict)), one_line(verdict.op, 20), one_line(verdict.path))
            for verdict in shown
        ]
    )
    for head, verdict in zip(heads, shown, strict=True):
        say(head)
        if verdict.reason:
            say(" " * _INDENT + one_line(verdict.reason))
    if more := len(verdicts) - len(shown):
        say(f"… and {more:,} more; --json has all")


def show_outcome(report: ApplyReport, *, strict: bool = True, others: str = "") -> None:
    """One line for the whole batch; for a refused one, on stderr, what to do. ``others``: how to have the rest."""
    found = Counter(verdict.verdict for verdict in report.verdicts)
    counts = ", ".join(
        f"{found[name]:,} {name}" for name in ("applied", "duplicate", "proposed", "rejected") if found[name]
    )
    if strict and report.rejected:
        first = report.rejected[0]
        of = f"{len(report.rejected):,} of {counted(len(report.verdicts), 'operation')}"
        say(f"Nothing is changed, revision {report.revision} stays: {of} refused.", err=True)
        say(f"  {_what_to_do(first)}{others if len(report.verdicts) > 1 else ''}", err=True)
        return
    name = one_line(report.map)
    if report.dry_run:
        say(f"{name}: would be {counts or 'nothing'}; revision {report.revision} stays (dry run)")
    elif report.replayed:
        say(f"{name}: this request was done before: {counts}; revision {report.revision}")
    else:
        say(f"{name}: {counts or 'nothing to do'}; revision {report.revision}{'' if report.changed else ' stays'}")
    if found["proposed"] and not report.dry_run:
        say("A proposal waits for a person: `peek-graph proposals`.")


def _dated(seconds: Any) -> Any:
    """A file's time, which is kept in seconds, as people read it."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        return seconds
    try:
        return datetime.fromtimestamp(seconds).astimezone().isoformat(sep=" ", timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return seconds  # somebody wrote a number there that is no time


def _refs(verdict: Verdict) -> tuple[str, ...]:
    return verdict.refs or ((verdict.ref,) if verdict.ref else ())


def _what_to_do(first: Verdict) -> str:
    if first.code == "conflict":
        return "read the map again and decide anew, on the base of its revision now"
    return "correct what the reasons name, and send it all again"
