"""Elements as lines of a status: ref, place and marks first, then what somebody wrote, which so cannot forge them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from peek_graph.context_map.rendering import TITLE_CHARS, Line, one_line
from peek_graph.graph.states import State

_SUMMARY_CHARS: Final = 240
_OUTPUT_CHARS: Final = 160
_STEP_CHARS: Final = 400
_MOST_REFS: Final = 4
_RANKS: Final = {"high": 1, "medium": 5, "low": 7}
_STATUSES: Final = frozenset({"pending", "doing", "in_progress", "blocked"})


@dataclass(frozen=True, slots=True)
class Marks:
    """What is said of entries beside their own words: their sub-map by its uid, who contradicts them by theirs."""

    places: Mapping[str, str]
    contradicting: Mapping[str, Sequence[str]]
    doubtful_below: float

    def place(self, state: State) -> str:
        """The sub-map, in brackets."""
        path = self.places.get(state.parent_uid or "")
        return f" [{path}]" if path else ""

    def warnings(self, state: State) -> list[str]:
        """Why an entry is not simply to be believed."""
        confidence = state.props.get("confidence")
        doubtful = isinstance(confidence, int | float) and confidence < self.doubtful_below
        against = self.contradicting.get(state.uid, ())
        return [
            *(["doubtful"] if doubtful else []),
            *(["stale"] if state.props.get("stale") else []),
            *([f"contradicted by {_refs(against)}"] if against else []),
        ]


def constraint_line(state: State, marks: Marks) -> str:
    """A constraint, whole."""
    text = str(state.props.get("text") or "")
    return f"- {state.ref}{_marked(marks.warnings(state))}: {one_line(text, len(text) + 1)}"


def submap_line(state: State, path: str) -> Line:
    """A sub-map."""
    # No counts here: they change with every source, and all that follows in the prompt would have to be cached anew.
    props = state.props
    summary = str(props.get("summary") or "")
    about = f": {one_line(summary, _SUMMARY_CHARS)}" if summary else ""
    title = _title(str(props.get("title") or props.get("key") or ""))
    kind = one_line(str(props.get("kind") or "topic"), 20)
    status = _bare(one_line(str(props.get("status") or "open"), 20))
    return Line(f"- {path} ({kind}, {status}) {title}{about}", path)


def entry_line(state: State, marks: Marks) -> Line:
    """An entry of any kind that a status lists."""
    said = [*_of_kind(state), *marks.warnings(state)]
    start = f"- {state.ref}{marks.place(state)}{_marked(said)}"
    if state.kind == "document":
        summary = str(state.props.get("summary") or "")
        about = f": {one_line(summary, _SUMMARY_CHARS)}" if summary else ""
        return Line(f"{start} {_title(str(state.props.get('title') or ''))}{about}", number_of(state))
    if state.kind == "action":
        output = state.props.get("output")
        came = f" → {one_line(output, _OUTPUT_CHARS)}" if isinstance(output, str) and output else ""
        text = str(state.props.get("action") or state.props.get("text") or "")
        return Line(f"{start}: {one_line(text, _SUMMARY_CHARS)}{came}", number_of(state))
    return Line(f"{start}: {one_line(str(state.props.get('text') or ''), _SUMMARY_CHARS)}", number_of(state))


def step_line(step: str) -> Line:
    """The map's current step."""
    return Line(f"Current step: {one_line(step, _STEP_CHARS)}", 0)


def rank(state: State) -> int:
    """How early a todo is wanted, by its priority: 1 or high comes first."""
    priority = state.props.get("priority")
    if isinstance(priority, str):
        return _RANKS.get(priority, 5)
    return priority if isinstance(priority, int) and not isinstance(priority, bool) else 5


def number_of(state: State) -> int:
    """The number in an entry's ref."""
    digits = state.ref[1:].partition("§")[0]
    return int(digits) if digits.isdecimal() else 0


def _of_kind(state: State) -> list[str]:
    props = state.props
    if state.kind == "todo":
        priority, status = props.get("priority"), props.get("status")
        known = priority in _RANKS or (isinstance(priority, int) and not isinstance(priority, bool))
        return [
            *([f"priority {priority}"] if known else []),
            *([str(status)] if status in _STATUSES else []),
        ]
    if state.kind in ("hypothesis", "finding"):
        return [*_confidence(props), *([f"from {_refs(props['supported_by'])}"] if props.get("supported_by") else [])]
    if state.kind == "action":
        step, outcome = props.get("step"), props.get("outcome")
        return [
            *([f"step {step}"] if isinstance(step, int) and not isinstance(step, bool) else []),
            *([str(outcome)] if outcome in ("ok", "failed") else []),
        ]
    return []


def _confidence(props: Mapping[str, Any]) -> list[str]:
    confidence = props.get("confidence")
    return [f"confidence {round(confidence, 2):g}"] if isinstance(confidence, int | float) else []


def _refs(refs: Sequence[str]) -> str:
    more = f" +{len(refs) - _MOST_REFS}" if len(refs) > _MOST_REFS else ""
    return ", ".join(_bare(one_line(str(ref), 40)) for ref in refs[:_MOST_REFS]) + more


def _marked(said: Sequence[str]) -> str:
    return f" ({'; '.join(said)})" if said else ""


def _title(text: str) -> str:
    """A title where marks might stand: it must not look like one."""
    title = one_line(text, TITLE_CHARS)
    return f"· {title}" if title[:1] in ("(", "[") else title


def _bare(text: str) -> str:
    return text.translate({ord(c): " " for c in "()[]:"})
