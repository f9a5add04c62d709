"""Plays a recorded run on a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bench.made import made_source
from bench.recorded.step import Batch, Decision, Source, Step
from peek_graph import ContextMap
from peek_graph.context_map.writing import mark_gone, write_source


class NotAsRecorded(Exception):
    """The map did not do with an operation what the run counts on."""


def play(opened: ContextMap, steps: Iterable[Step]) -> Iterator[int]:
    """Do each step; the map's revision after it, with what the map may have archived by itself.

    The map has to be empty but for its goal. NotAsRecorded if an operation is refused or makes another ref.
    """
    for step in steps:
        for source in step.sources:
            _read(opened, source)
        for uri in step.gone:
            mark_gone(opened._handle, uri)
        for batch in step.batches:
            _apply(opened, step.number, batch)
        for decision in step.decisions:
            _decide(opened, decision)
        yield opened.log(1)[0].number


def _read(opened: ContextMap, source: Source) -> None:
    write_source(opened._handle, made_source(source.uri, source.title, source.texts), submap=source.submap)


def _apply(opened: ContextMap, number: int, batch: Batch) -> None:
    report = opened.apply(
        batch.operations,
        author=batch.author,
        source=batch.source,
        source_kind="user" if batch.person else None,
        reasoning=batch.reasoning,
    )
    for operation, ref, verdict in zip(batch.operations, batch.refs, report.verdicts, strict=True):
        if verdict.verdict not in ("applied", "proposed") or (ref and verdict.ref != ref):
            raise NotAsRecorded(f"step {number}, {operation}: {verdict}, expected {ref or 'no new ref'}")


def _decide(opened: ContextMap, decision: Decision) -> None:
    act = opened.confirm if decision.confirmed else opened.reject
    act(decision.proposal, by=decision.by, reason=decision.reason)
