"""Compares a document's stored sections with its source as it reads now: what stays, changes, goes and comes.

Refs are identities, not positions: a section keeps its ref while it can be recognised, a new one gets a number that the
document never used, and ``position`` alone says the order.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from peek_graph.context_map.indexing.contexts import neighbourhood
from peek_graph.context_map.recognition import recognise
from peek_graph.graph.documents import StoredSection
from peek_graph.records import ParsedSource, Passage


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """What to write; rows are in the forms of `SectionWriter`."""

    created: list[dict[str, Any]]
    updated: list[dict[str, Any]]
    archived: list[str]
    placed: list[dict[str, Any]]
    contexts: list[dict[str, Any]]
    next_ended: list[tuple[str, str]]
    next_created: list[tuple[str, str]]

    @property
    def written(self) -> int:
        """How many sections get a new state."""
        return len(self.created) + len(self.updated)


def plan_sections(
    stored: Sequence[StoredSection], source: ParsedSource, document_ref: str, base: dict[str, Any]
) -> SectionPlan:
    """The plan that brings ``stored`` (archived ones included) to ``source``; ``base`` goes into each created row."""
    live = sorted((section for section in stored if section.live), key=lambda section: section.position or 0)
    pairs = recognise(live, source.passages)
    refs = _Refs(document_ref, {section.ref for section in stored})
    created: list[dict[str, Any]] = []
    updated: list[dict[str, Any]] = []
    placed: list[dict[str, Any]] = []
    contexts: list[dict[str, Any]] = []
    order: list[str] = []
    texts = [passage.text for passage in source.passages]
    for position, passage in enumerate(source.passages):
        old = pairs.get(position)
        state = _state(source, passage)
        pointer = f"{source.uri}#{passage.fragment}" if passage.fragment else source.uri
        context = neighbourhood(texts, position, state["title"])
        if old is None:
            uid = uuid.uuid4().hex
            ref = refs.take(passage)
            properties = {**base, **state, "uid": uid, "ref": ref, "pointer": pointer, "context": context}
            created.append({"position": position, "properties": properties})
        else:
            uid = old.uid
            if changes := _changes(old, state):
                updated.append({"uid": uid, "properties": changes})
            if (old.position, old.pointer) != (position, pointer):
                placed.append({"uid": uid, "position": position, "pointer": pointer})
            if old.context != context:
                contexts.append({"uid": uid, "context": context})
        order.append(uid)
    kept = set(order)
    before, after = _chain([section.uid for section in live]), _chain(order)
    was, now = set(before), set(after)
    return SectionPlan(
        created=created,
        updated=updated,
        archived=[section.uid for section in live if section.uid not in kept],
        placed=placed,
        contexts=contexts,
        next_ended=[pair for pair in before if pair not in now],
        next_created=[pair for pair in after if pair not in was],
    )


def _state(source: ParsedSource, passage: Passage) -> dict[str, Any]:
    return {
        "title": " › ".join((source.title, *passage.heading_path)),
        "heading_path": list(passage.heading_path),
        "text": passage.text,
        "text_hash": passage.text_hash,
    }


def _changes(old: StoredSection, state: dict[str, Any]) -> dict[str, Any]:
    was = {
        "title": old.title,
        "heading_path": list(old.heading_path),
        "text": old.text,
        "text_hash": old.text_hash,
    }
    changes = {key: value for key, value in state.items() if was[key] != value}
    # What is embedded is title and text.
    if "title" in changes or "text" in changes:
        changes["vector_pending"] = True
    return changes


class _Refs:
    """Hands out section refs of one document; none twice, and none that an archived section had."""

    def __init__(self, document_ref: str, used: Iterable[str]) -> None:
        self._document_ref = document_ref
        self._used = set(used)

    def take(self, passage: Passage) -> str:
        """The ref of the passage's place in its outline, or the next free one beside it."""
        outline, part = list(passage.outline), passage.part
        while (ref := self._format(outline, part)) in self._used:
            if passage.part > 1:
                part += 1
            else:
                outline[-1] += 1
        self._used.add(ref)
        return ref

    def _format(self, outline: Sequence[int], part: int) -> str:
        number = ".".join(str(n) for n in outline)
        return f"{self._document_ref}§{number}" + (f"-{part}" if part > 1 else "")


def _chain(uids: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise(uids))
