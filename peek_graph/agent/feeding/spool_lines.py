"""The lines of a spool, written and read back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final, get_args

from peek_graph.agent.feeding.observation import Batch, Observation, batches_of
from peek_graph.records import SourceKind

_VERSION: Final = 1


def take_event(one: Observation) -> Mapping[str, Any]:
    """An observation came."""
    return {"take": asdict(one)}


def join_event(batch: Batch) -> Mapping[str, Any]:
    """Observations are told as one."""
    return {"join": [part.id for part in batch.parts]}


def done_event(batch: Batch) -> Mapping[str, Any]:
    """They need not be told again."""
    return {"done": [part.id for part in batch.parts]}


def line_of(event: Mapping[str, Any]) -> bytes:
    """An event as its line."""
    # ASCII: half a surrogate pair, which a broken tool may give, has no other way into a file.
    return json.dumps({"v": _VERSION, **event}, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def read_lines(data: bytes) -> tuple[tuple[Batch, ...], tuple[str, ...]]:
    """What is not done, in order of arrival and as it was joined, and the lines that nothing can be made of."""
    taken: dict[str, Observation] = {}
    joined: dict[str, tuple[str, ...]] = {}
    damaged: list[str] = []
    for line in data.split(b"\n")[:-1]:
        try:
            event = json.loads(line)
            if "take" in event:
                one = _observation(event["take"])
                taken[one.id] = one
            elif "join" in event:
                ids = tuple(map(str, event["join"]))
                joined[ids[0]] = ids
            else:
                for id in event["done"]:
                    taken.pop(str(id), None)
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            if line.strip():
                damaged.append(line.decode("utf-8", "replace"))
    return _in_order(taken, joined), tuple(damaged)


def _observation(given: Mapping[str, Any]) -> Observation:
    one = Observation(**given)
    texts = (one.text, one.source, one.id)
    if not all(isinstance(text, str) for text in texts) or one.source_kind not in get_args(SourceKind):
        raise ValueError("not an observation")
    return one


def _in_order(taken: Mapping[str, Observation], joined: Mapping[str, tuple[str, ...]]) -> tuple[Batch, ...]:
    left = dict(taken)
    batches: list[Batch] = []
    alone: list[Observation] = []
    for id, one in taken.items():
        if id not in left:
            continue
        if id not in joined:
            alone.append(left.pop(id))
            continue
        batches += batches_of(alone)
        alone = []
        batches.append(Batch(tuple(left.pop(part, one) for part in joined[id] if part in taken)))
    return (*batches, *batches_of(alone))
