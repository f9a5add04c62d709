"""Elements as pieces of a status: ref, place and marks first, then what somebody wrote, which so cannot forge them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from peek_graph.context_map.changing.reviewing import review_of
from peek_graph.context_map.status.board import FULL, Piece
from peek_graph.context_map.status.safe_text import bare, one_line, said, whole_line
from peek_graph.context_map.status.scoring import FINISHED, is_open, rank, worth
from peek_graph.context_map.status.words import ENGLISH, Words
from peek_graph.context_map.view.json_values import compact
from peek_graph.context_map.view.stored import other_fields
from peek_graph.graph.states import State

_MOST_REFS: Final = 4
_LONGEST_FIELDS: Final = 4000  # longer ones are not taken apart for the sake of a line
# Not that it is begun, which changes with every step: where the work stands says so.
_STATUSES: Final = frozenset({"pending", "blocked"}).union(*FINISHED.values())
OUTSIDE: Final = frozenset({"web", "tool", "document"})
"""The kinds of source whose words are quoted."""
_KIND_ORDER: Final = ("action", "document", "hypothesis", "finding", "question", "todo", "submap", "proposal")


@dataclass(frozen=True, slots=True)
class Marks:
    """What is said of entries beside their own words: their sub-map by its uid, who contradicts them by theirs.

    ``cited`` are, by ref, the revisions of the entries that cite it; ``wide`` the uids of the sub-maps that a focus
    widens, None without one.
    """

    places: Mapping[str, str]
    contradicting: Mapping[str, Sequence[str]]
    doubtful_below: float
    words: Words = ENGLISH
    cited: Mapping[str, Sequence[int]] = field(default_factory=dict)
    wide: frozenset[str] | None = None

    def folds(self, uid: str | None) -> bool:
        """Whether a focus lies elsewhere."""
        return self.wide is not None and uid not in self.wide

    def warnings(self, state: State) -> list[str]:
        """Why an entry is not simply to be believed."""
        confidence = state.props.get("confidence")
        doubtful = isinstance(confidence, int | float) and confidence < self.doubtful_below
        against = self.contradicting.get(state.uid, ())
        marks = self.words.marks
        return [
            *([marks["doubtful"]] if doubtful else []),
            *([marks["stale"]] if state.props.get("stale") else []),
            *([marks["against"].format(_refs(against))] if against else []),
        ]


def constraint_piece(state: State, marks: Marks) -> Piece:
    """A constraint, which is always whole."""
    text = _string(state.props.get("text"))
    return Piece(
        state.ref,
        "constraint",
        state.since,
        (),
        state.ref,
        lambda _: whole_line(text),
        marks=tuple(marks.warnings(state)),
    )


def submap_piece(state: State, path: str, order: int, marks: Marks) -> Piece:
    """A sub-map."""
    # No counts here: they change with every source, and all that follows in the prompt would have to be cached anew.
    props = state.props
    kind = str(props.get("kind") or "topic")
    status = bare(_string(props.get("status")) or "open", 20)
    title, summary = _string(props.get("title")) or _string(props.get("key")), _string(props.get("summary"))
    folded = marks.folds(state.uid)
    active = {"open": 0.5}.get(status, 0.0 if status in ("done", "closed") else 1.0)
    return Piece(
        f"sub_maps.{path}",  # a key may be what an entry's ref is: Q1, T1
        "submap",
        state.since,
        (order,),
        path,
        _joined(said(title, 80, outside=False), lambda limit: "" if folded else said(summary, limit, outside=False)),
        marks=(marks.words.marks.get(kind, bare(kind, 20)),),
        state=marks.words.value(status),
        worth={"status": active, **({"folded": -100.0} if folded else {})},
        folded=folded,
    )


def entry_piece(state: State, marks: Marks) -> Piece:
    """An entry of any kind that a status lists."""
    outside = str(state.props.get("source_kind")) in OUTSIDE
    folded = marks.folds(state.parent_uid)
    return Piece(
        state.ref,
        state.kind,
        state.since,
        (_KIND_ORDER.index(state.kind) if state.kind in _KIND_ORDER else len(_KIND_ORDER), number_of(state)),
        state.ref,
        _body(state, outside),
        place=marks.places.get(state.parent_uid or "", ""),
        marks=(*_of_kind(state, marks.words), *marks.warnings(state)),
        brief=(*_outcome(state, marks.words), *marks.warnings(state)),
        state=_state(state, marks.words),
        finished=not is_open(state),
        uid=state.uid,
        worth=worth(state, folded=folded),
        cited_at=tuple(marks.cited.get(state.ref, ())),
        folded=folded,
    )


def notice_piece(state: State, marks: Marks) -> Piece:
    """Something that the map reminds of."""
    text, outside = _string(state.props.get("text")), str(state.props.get("source_kind")) in OUTSIDE
    about, times, choices = (state.props.get(name) for name in ("about", "times", "choices"))
    words = marks.words.marks
    known = isinstance(times, int) and not isinstance(times, bool) and times > 1
    said_of = [
        *([words["about"].format(bare(about))] if isinstance(about, str) and about else []),
        *([words["times"].format(times)] if known else []),
        *([words["choices"].format(_refs(choices))] if isinstance(choices, (list, tuple)) and choices else []),
    ]
    return Piece(
        state.ref,
        "notice",
        state.since,
        (-state.since, number_of(state)),
        state.ref,
        lambda limit: said(text, limit, outside=outside),
        marks=tuple(said_of),
    )


def entry_line(state: State, marks: Marks, limit: int = FULL) -> str:
    """An entry of any kind as one line, its own words in at most ``limit`` characters."""
    return entry_piece(state, marks).text(marks.words, limit)


def proposal_piece(row: Mapping[str, Any], marks: Marks) -> Piece:
    """A proposal that waited for a person at the revision."""
    path, operation = one_line(str(row["path"]), 80), _string(row.get("operation"))
    value = operation if len(operation) <= _LONGEST_FIELDS else ""
    loaded = other_fields({"other_fields": value})
    new = loaded.get("value", loaded.get("to"))
    text = "" if new is None else new if isinstance(new, str) else compact(new)
    reason = _string(row.get("reason"))
    words = marks.words.marks

    def body(limit: int) -> str:
        parts = [f"{row['op']} {path}", said(text, limit, outside=True)]
        why = words["why"].format(said(reason, limit // 2, outside=True)) if reason else ""
        return " ".join(part for part in (*parts, why) if part)

    number = int(row["number"])
    by = words["by"].format(bare(_string(row.get("author"))))
    disagrees = (review := review_of(row)) is not None and review.verdict == "disagrees"
    return Piece(
        str(row["ref"]), "proposal", int(row["since"]), (_KIND_ORDER.index("proposal"), number), str(row["ref"]), body,
        marks=(by, *([words["disagrees"]] if disagrees else [])),
    )  # fmt: skip


def decision_of(state: State) -> str:
    """What an action decided; '' if nothing."""
    return field_of(state, "key_decision")


def number_of(state: State) -> int:
    """The number in an entry's ref."""
    digits = state.ref[1:].partition("§")[0]
    return int(digits) if digits.isdecimal() else 0


def _body(state: State, outside: bool) -> Callable[[int], str]:
    props = state.props
    if state.kind == "document":
        title, summary = _string(props.get("title")), _string(props.get("summary"))
        return _joined(
            said(title, 120, outside=outside), lambda limit: said(summary, limit, outside=outside) if limit > 80 else ""
        )
    text = _string(props.get("text"))
    if state.kind == "action":
        done, output, decided = _string(props.get("action")) or text, field_of(state, "output"), decision_of(state)

        def action(limit: int) -> str:
            # What came out is mostly what some tool said, whoever wrote it down.
            short = limit // 2 if limit >= FULL else limit // 3
            came, why = said(output, short, outside=True), said(decided, short, outside=outside)
            parts = [
                said(done, limit, outside=outside),
                *([f"→ {came}"] if came else []),
                *([f"⇒ {why}"] if why else []),
            ]
            return " ".join(parts)

        return action
    return lambda limit: said(text, limit, outside=outside)


def _joined(title: str, rest: Callable[[int], str]) -> Callable[[int], str]:
    return lambda limit: ": ".join(part for part in (title, rest(limit)) if part)


def _of_kind(state: State, words: Words) -> list[str]:
    props, marks = state.props, words.marks
    status = props.get("status")
    if state.kind == "todo":
        known = props.get("priority") is not None and (rank(state) == props["priority"] or props["priority"] in _NAMED)
        return [marks["priority"].format(words.value(str(props["priority"])))] if known else []
    if state.kind in ("hypothesis", "finding"):
        rests = props.get("supported_by")
        own = bare(status, 20) if state.kind == "hypothesis" and isinstance(status, str) else ""
        return [
            *_confidence(props, words),
            *([marks["from"].format(_refs(rests))] if isinstance(rests, (list, tuple)) and rests else []),
            *([words.value(own)] if own else []),
        ]
    if state.kind == "action":
        step = props.get("step")
        # Mostly steps are counted as actions are, and the ref says the number.
        numbered = isinstance(step, int) and not isinstance(step, bool) and step != number_of(state)
        return [*([marks["step"].format(step)] if numbered else []), *_outcome(state, words)]
    return []


def _outcome(state: State, words: Words) -> list[str]:
    if state.kind != "action":
        return []
    outcome, read = state.props.get("outcome"), state.props.get("cites")
    return [
        *([words.marks[outcome]] if outcome in ("ok", "failed") else []),
        *([words.marks["cites"].format(_refs(read))] if isinstance(read, (list, tuple)) and read else []),
    ]


def _state(state: State, words: Words) -> str:
    status = state.props.get("status") if state.kind in ("todo", "question") else None
    return words.value(status) if isinstance(status, str) and status in _STATUSES else ""


_NAMED: Final = ("high", "medium", "low")


def _confidence(props: Mapping[str, Any], words: Words) -> list[str]:
    confidence = props.get("confidence")
    if not isinstance(confidence, (int, float)):
        return []
    return [words.marks["confidence"].format(f"{round(confidence, 2):g}")]


def _refs(refs: Sequence[str]) -> str:
    more = f" +{len(refs) - _MOST_REFS}" if len(refs) > _MOST_REFS else ""
    return ", ".join(bare(str(ref)) for ref in refs[:_MOST_REFS]) + more


def field_of(state: State, name: str) -> str:
    """A field that may be any JSON, as text; what is no text is kept among the others."""
    value = state.props.get(name)
    if value is None and len(_string(state.props.get("other_fields"))) <= _LONGEST_FIELDS:
        value = other_fields(state.props).get(name)
    return value if isinstance(value, str) else "" if value is None else compact(value)


def _string(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)
