"""A map that is changed at random, and what was seen of it after each revision."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from peek_graph.context_map.changing.applying import Request, apply
from peek_graph.context_map.changing.speaker import Speaker
from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.history.at import view_of
from peek_graph.context_map.history.rollback import rollback
from peek_graph.context_map.status import status_of
from peek_graph.context_map.view.dictionary import json_text
from peek_graph.context_map.writing import mark_gone, write_source
from peek_graph.errors import PeekGraphError
from peek_graph.records import ParsedSource, Passage

# Two parents, few texts and refs: so that the same is found, changed, moved, archived and linked again and again.
_PARENTS = ("", "sub_maps.market.", "sub_maps.market.sub_maps.prices.")
_TEXTS = ("alpha", "beta", "电池", "x" * 300)
_REFS = (*(f"{letter}{number}" for letter in "TQFHADVC" for number in (1, 2, 3)), "D3§1", "D3§2")
_SUBMAPS = ("sub_maps.market", "sub_maps.market.sub_maps.prices")
_STATUSES = ("done", "open")
_LISTS = ("todo_list", "pending_questions", "findings", "hypothesis")

_parent = st.sampled_from(_PARENTS)
_text = st.sampled_from(_TEXTS)
_ref = st.sampled_from(_REFS)
_adds = st.one_of(
    st.builds(
        lambda p, name, text, more: {"op": "add", "path": f"{p}working_memory.{name}", "value": {"text": text, **more}},
        _parent,
        st.sampled_from(_LISTS),
        _text,
        st.sampled_from([{}, {"confidence": 0.3}, {"note": {"a": [1, None]}}]),
    ),
    st.builds(
        lambda p, n, text: {"op": "add", "path": f"{p}documents.k{n}", "value": {"title": text, "summary": "s"}},
        _parent,
        st.integers(1, 3),
        _text,
    ),
    st.builds(
        lambda p, text, ok: {"op": "add", "path": f"{p}action_history", "value": {"action": text, "outcome": ok}},
        _parent,
        _text,
        st.sampled_from(["ok", "failed"]),
    ),
    st.builds(
        lambda p, n, v: {"op": "add", "path": f"{p}working_memory.variables.v{n}", "value": v},
        _parent,
        st.integers(1, 2),
        st.sampled_from([0, False, "", [], {"a": None}]),
    ),
    st.builds(lambda text: {"op": "add", "path": "meta.hard_constraints", "value": text}, _text),
    st.builds(
        lambda key, under: {"op": "add", "path": f"{under}sub_maps.{key}", "value": {"title": key}},
        st.sampled_from(["market", "prices"]),
        st.sampled_from(["", "sub_maps.market."]),
    ),
)
_edits = st.one_of(
    st.builds(lambda ref, text: {"op": "update", "path": f"[{ref}].text", "value": text}, _ref, _text),
    st.builds(lambda ref, v: {"op": "update", "path": f"[{ref}].status", "value": v}, _ref, st.sampled_from(_STATUSES)),
    st.builds(lambda text: {"op": "update", "path": "meta.ultimate_goal", "value": text}, _text),
    st.builds(lambda text: {"op": "update", "path": "meta.current_step", "value": text}, _text),
    st.builds(lambda p: {"op": "update", "path": "sub_maps.market.summary", "value": p}, _text),
    st.builds(lambda ref: {"op": "delete", "path": f"[{ref}]"}, _ref),
    st.builds(lambda p: {"op": "delete", "path": p}, st.sampled_from(_SUBMAPS)),
    st.builds(lambda ref, to: {"op": "move", "path": f"[{ref}]", "to": to}, _ref, st.sampled_from(["$", *_SUBMAPS])),
    st.just({"op": "move", "path": _SUBMAPS[1], "to": "$"}),
    st.builds(
        lambda op, ref, to, r: {"op": op, "path": f"[{ref}]", "relation": r, "to": to},
        st.sampled_from(["link", "link", "unlink"]),
        _ref,
        _ref,
        st.sampled_from(["supported_by", "contradicts", "cites"]),
    ),
)
batches = st.lists(st.one_of(_adds, _adds, _edits), min_size=1, max_size=5).map(lambda ops: ("apply", ops))
sources = st.tuples(
    st.just("source"),
    st.tuples(st.sampled_from(["a.md", "b.md"]), st.lists(st.sampled_from("xyz"), max_size=4), st.booleans()),
)
rollbacks = st.tuples(st.just("rollback"), st.integers(-4, 3))
gone = st.tuples(st.just("gone"), st.sampled_from(["a.md", "b.md"]))
steps = st.lists(st.one_of(batches, batches, batches, sources, gone, rollbacks), min_size=4, max_size=9)

Step = tuple[str, Any]
_TOPIC = "sub_maps.market"
# So that there is something to change from the first step on.
SEED: list[dict[str, Any]] = [
    {"op": "add", "path": "sub_maps.market", "value": {"title": "Market", "summary": "Who sells"}},
    {"op": "add", "path": "sub_maps.market.sub_maps.prices", "value": {"title": "Prices"}},
    *(
        {"op": "add", "path": f"{parent}.{name}", "value": f"{name} {number}"}
        for number, parent in enumerate(("working_memory", f"{_TOPIC}.working_memory"))
        for name in ("todo_list", "pending_questions", "findings", "hypothesis")
    ),
    {"op": "add", "path": "documents.k1", "value": {"title": "K1"}},
    {"op": "add", "path": f"{_TOPIC}.sub_maps.prices.documents.k2", "value": {"title": "K2"}},
    {"op": "add", "path": "action_history", "value": {"action": "looked", "output": "found", "outcome": "ok"}},
    {"op": "add", "path": f"{_TOPIC}.sub_maps.prices.working_memory.variables.v1", "value": 1},
    {"op": "link", "path": "[F1]", "relation": "supported_by", "to": "D1"},
    {"op": "link", "path": "[F2]", "relation": "contradicts", "to": "F1"},
]
BUDGETS = (200, 2000)


@dataclass
class Story:
    """``statuses`` and ``views`` are what was seen, by revision."""

    handle: MapHandle
    statuses: dict[tuple[int, int], str] = field(default_factory=dict)
    views: dict[int, str] = field(default_factory=dict)
    _hash: int = 0

    def run(self, given: list[Step]) -> None:
        """Take the steps; look after each."""
        self.look()
        self.change(SEED)
        self.look()
        self.write(("a.md", ["x", "y", "z"], True))
        self.look()
        for name, argument in given:
            with suppress(PeekGraphError):  # for a reason: the map is as it was, which is looked at too
                _TAKE[name](self, argument)
            self.look()

    def look(self) -> None:
        """Remember what is shown now."""
        view = json_text(view_of(self.handle))
        for budget in BUDGETS:
            text, revision = _shown(self.handle, budget)
            assert self.statuses.setdefault((revision, budget), text) == text
            assert self.views.setdefault(revision, view) == view

    def change(self, operations: list[dict[str, Any]]) -> None:
        """Apply what can be applied, as a person."""
        speaker = Speaker("user:test", "test", "user", self.handle.settings.confidence)
        apply(self.handle, operations, Request(speaker, mode="lenient"))

    def roll_back(self, number: int) -> None:
        """Bring a revision back (0 or less: counted from the newest): what is shown is what was shown."""
        newest = self.handle.frame().revision
        to = min(number, newest) if number > 0 else max(1, newest + number)
        detail = rollback(self.handle, to, source_kind="user")
        assert json_text(view_of(self.handle)) == self.views[to]
        again = rollback(self.handle, to, source_kind="user")
        assert (again.revision, again.changes) == (None, ())
        assert detail.revision is None or detail.changes

    def write(self, argument: tuple[str, list[str], bool]) -> None:
        """Read a source that is one passage a text."""
        name, texts, inside = argument
        self._hash += 1
        passages = tuple(
            Passage((n,), 1, (text,), text, f"line={n},{n + 1}", hashlib.sha256(text.encode()).hexdigest())
            for n, text in enumerate(texts, 1)
        )
        source = ParsedSource(name, name, "text/markdown", f"{self._hash}", self._hash, 0.0, "", (), passages)
        write_source(self.handle, source, submap="market" if inside else None)


def _shown(handle: MapHandle, budget: int) -> tuple[str, int]:
    try:
        status = status_of(handle, budget)
    except PeekGraphError as error:
        return str(error), handle.frame().revision
    return status.text, status.revision


_TAKE: Mapping[str, Callable[[Story, Any], None]] = {
    "apply": Story.change,
    "source": Story.write,
    "rollback": Story.roll_back,
    "gone": lambda story, name: mark_gone(story.handle, name),
}
