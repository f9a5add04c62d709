"""Where the work stands: the step, the sub-map, the task, the last action and decision, and what is being read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from peek_graph.context_map.status.board import NowLine
from peek_graph.context_map.status.lines import OUTSIDE, Marks, decision_of, field_of
from peek_graph.context_map.status.safe_text import bare, said
from peek_graph.context_map.status.scoring import rank
from peek_graph.context_map.view.json_values import compact
from peek_graph.context_map.view.stored import other_fields
from peek_graph.graph.states import State

_AT_WORK: Final = frozenset({"active", "current", "doing", "in_progress", "in progress", "working"})
_ACTIONS_WITH_FILES: Final = 3
_MOST_FILES: Final = 2
_MOST_TASKS: Final = 3


def now_lines(
    root: State, submaps: Iterable[State], todos: Iterable[State], actions: Iterable[State], marks: Marks
) -> tuple[NowLine, ...]:
    """What is needed most first."""
    acted = sorted(actions, key=lambda state: (state.position, state.uid), reverse=True)
    last = acted[0] if acted else None
    lines: list[NowLine] = []
    if step := _step(root):
        lines.append(NowLine("step", "", "", lambda limit: said(step, limit, outside=False)))
    if last is not None:
        lines.append(NowLine("action", last.ref, _outcome(last, marks), lambda limit: _action(last, limit)))
        if following := _next(last):
            lines.append(NowLine("next", "", "", lambda limit: said(following, limit, outside=_is_outside(last))))
    if hand := tasks_in_hand(todos):
        first, *others = (_task(todo, len(hand)) for todo in hand)
        lines.append(replace(first, others=tuple(others)))
    if place := active_place(submaps, last, marks.places):
        lines.append(NowLine("submap", "", place, lambda _: ""))
    if decided := next((state for state in acted if decision_of(state)), None):
        decision = decision_of(decided)
        lines.append(NowLine("decision", decided.ref, decided.ref, lambda limit: said(decision, limit, outside=False)))
    if files := _files(acted):
        # The line of an action says what it read.
        lines.append(NowLine("files", acted[0].ref, "", lambda _: ", ".join(files)))
    return tuple(lines)


def tasks_in_hand(todos: Iterable[State]) -> list[State]:
    """The todos that somebody is at, the last begun first; without one, the most urgent."""
    known = sorted(todos, key=lambda state: (rank(state), state.position, state.uid))
    begun = [state for state in known if state.props.get("status") in ("doing", "in_progress")]
    begun.sort(key=lambda state: -state.since)
    return begun[:_MOST_TASKS] or known[:1]


def active_place(submaps: Iterable[State], last: State | None, places: Mapping[str, str]) -> str:
    """The path of the sub-map that is said to be worked in, the one last changed; else that of the last action."""
    at_work = [state for state in submaps if str(state.props.get("status")).casefold() in _AT_WORK]
    known = [(state.since, places[state.uid]) for state in at_work if state.uid in places]
    if known:
        return max(known)[1]
    return places.get(last.parent_uid or "", "") if last is not None else ""


def _step(root: State) -> str:
    step = root.props.get("current_step")
    if step is None:
        step = other_fields(root.props).get("current_step") or ""
    return step if isinstance(step, str) else compact(step)


def _outcome(state: State, marks: Marks) -> str:
    outcome = state.props.get("outcome")
    return f"{state.ref} ({marks.words.marks[outcome]})" if outcome in ("ok", "failed") else state.ref


def _next(state: State) -> str:
    """What an action says should follow it."""
    return field_of(state, "next_step_triggers")


def _is_outside(state: State) -> bool:
    return str(state.props.get("source_kind")) in OUTSIDE


def _action(state: State, limit: int) -> str:
    return _said(state, "action" if isinstance(state.props.get("action"), str) else "text", limit)


def _said(state: State, name: str, limit: int) -> str:
    return said(str(state.props.get(name) or ""), limit, outside=_is_outside(state))


def _task(state: State, among: int) -> NowLine:
    """A task in hand; among several its words are quoted, so that they cannot be taken for another's."""
    text, outside = str(state.props.get("text") or ""), str(state.props.get("source_kind")) in OUTSIDE
    return NowLine(
        "todo", state.ref, state.ref, lambda limit: said(text, limit // (among + 1), outside=outside or among > 1)
    )


def _files(actions: Sequence[State]) -> list[str]:
    """Documents and sections that the last actions cited or produced, the latest first."""
    refs: dict[str, None] = {}
    for state in actions[:_ACTIONS_WITH_FILES]:
        for name in ("produced", "cites"):
            given = state.props.get(name)
            for ref in given if isinstance(given, (list, tuple)) else ():
                if str(ref).startswith("D"):
                    refs.setdefault(bare(str(ref)))
    return list(refs)[:_MOST_FILES]
