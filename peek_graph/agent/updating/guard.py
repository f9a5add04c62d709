"""What operations of a model may not do, beside what the map refuses to any agent.

What comes from outside (a tool, a document, a page) may add to a few lists, bring claims that the map weighs by their
source, link evidence, and say how far a task or question is: nothing else, whatever it talks a model into. So its rules
name what is allowed. A user and the agent itself may do more, but nothing to an entry that the model has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from peek_graph.agent.updating.observation import Observation
from peek_graph.agent.updating.targets import REF, Aim, aim_of
from peek_graph.errors import PeekGraphError
from peek_graph.graph.states import LINKS
from peek_graph.records import SourceKind, Verdict

Operation = Mapping[str, Any]

_OUTSIDE: Final[Collection[SourceKind]] = ("tool", "document", "web")
_ADDED: Final = ("finding", "todo", "question")
_PROPOSED: Final = ("ultimate_goal", "hard_constraints")
_STANDING: Final[Mapping[str, frozenset[str]]] = {
    "todo": frozenset({"status", "priority"}),
    "question": frozenset({"status", "answer"}),
    "finding": frozenset({"text", "confidence", "supported_by", "who", "when"}),
}
"""By kind, the fields of an entry that what comes from outside may set."""
_EVIDENCE: Final = ("supported_by", "contradicts", "cites")
_LEAVE: Final = "leave it out"


@dataclass(frozen=True, slots=True)
class Guard:
    """Judges operations on an observation; ``seen`` are the refs of the entries that the model was shown.

    ``confidence_of`` gives that of an entry by ref; it raises PeekGraphError for one that is not there.
    """

    observation: Observation
    seen: Collection[str]
    confidence_of: Callable[[str], float]

    def judge(self, operations: Sequence[Operation]) -> list[Verdict | None]:
        """A rejection, with a reason that a model can act on, or None, for each."""
        return [self._verdict(operation) for operation in operations]

    @property
    def known(self) -> frozenset[str]:
        """The refs that may be cited: those that were shown, and those that the observation itself names."""
        return frozenset(self.seen) | frozenset(REF.findall(self.observation.text))

    def _verdict(self, operation: Operation) -> Verdict | None:
        aim = aim_of(operation.get("path"))
        if aim is None:
            return None  # no path: `apply` says what is wrong with it
        reason = self._refusal(operation, aim)
        if not reason:
            return None
        return Verdict(str(operation.get("op")), str(operation.get("path")), "rejected", None, reason, "protected")

    def _refusal(self, operation: Operation, aim: Aim) -> str:
        op, value = operation.get("op"), operation.get("value")
        if made_up := [ref for ref in _cited(operation) if not self._is_known(ref)]:
            return f"{made_up[0]} was not shown to you; cite what the map shows, or nothing"
        if aim.meta:
            return "" if aim.meta in _PROPOSED else f"meta.{aim.meta} is not for observations to set; {_LEAVE}"
        if op == "add":
            return self._refuses_add(aim, value)
        if unnamed := self._refuses_unseen(operation, aim):
            return unnamed
        if self.observation.source_kind in _OUTSIDE and (refusal := _from_outside(operation, aim)):
            return refusal
        if op == "update" and aim.submap and isinstance(value, Mapping) and (parts := _parts_in(value)):
            return f"{parts[0]} of a sub-map is changed by a path of its own, one entry after the other"
        return self._refuses_raise(operation, aim) if op == "update" else ""

    def _refuses_add(self, aim: Aim, value: Any) -> str:
        if aim.kind in _ADDED and not aim.whole:
            return "add to the list itself, without a position or field"
        if self.observation.source_kind not in _OUTSIDE or aim.kind in ("hypothesis", "constraint"):
            return ""
        if aim.kind == "variable" and not aim.whole:
            return ""
        if aim.kind not in _ADDED:
            return f"what comes from outside adds findings, todos, questions and variables only; {_LEAVE}"
        items = value if isinstance(value, list) else [value]
        status = any(isinstance(item, Mapping) and item.get("supersedes") for item in items)
        return f"what comes from outside supersedes nothing; say what it contradicts, or {_LEAVE}" if status else ""

    def _refuses_unseen(self, operation: Operation, aim: Aim) -> str:
        """An entry is changed by its ref, and only if the model has seen it; what is under a key, by the key."""
        op, other = operation.get("op"), "set its status, or add a finding that contradicts it"
        if aim.whole and op in ("update", "delete") and not _names_members(operation, aim):
            return "this names all of a list; add to it, or update one entry by its ref"
        if aim.submap or aim.kind in ("hypothesis", "constraint", "variable", "submap", ""):
            return f"only an entry is deleted, by its ref; {other}" if op == "delete" and not _decided(aim) else ""
        if aim.kind == "document" and aim.ref is None and op == "update":
            return ""
        if aim.ref is None:
            return "name the entry by its ref, as the map shows it"
        # A page may name what it wants changed; a user who does means it.
        known = self.seen if self.observation.source_kind in _OUTSIDE else self.known
        return "" if aim.ref in known else f"{aim.ref} was not shown to you; {other}"

    def _is_known(self, ref: str) -> bool:
        return ref in self.known or ref.partition("§")[0] in self.known

    def _refuses_raise(self, operation: Operation, aim: Aim) -> str:
        value = operation.get("value")
        given = value if aim.field == "confidence" else value.get("confidence") if isinstance(value, Mapping) else None
        if isinstance(given, bool) or not isinstance(given, int | float):
            return ""
        if aim.ref is None:
            return f"a confidence is changed of an entry that is named by its ref; {_LEAVE}"
        try:
            present = self.confidence_of(aim.ref)
        except PeekGraphError:
            return ""  # it is not there, which `apply` says
        if given <= present:
            return ""
        return (
            f"{aim.ref} has confidence {present:g}, which no model raises; leave it out, and link {aim.ref} to what "
            "supports it"
        )


def _from_outside(operation: Operation, aim: Aim) -> str:
    op, value = operation.get("op"), operation.get("value")
    if op == "link":
        allowed = operation.get("relation") in _EVIDENCE
        return "" if allowed else f"what comes from outside links {', '.join(_EVIDENCE)} only; {_LEAVE}"
    if op != "update":
        return f"what comes from outside takes nothing away; {_LEAVE}"
    if _decided(aim) or aim.kind == "variable":
        return ""
    fields = {aim.field} if aim.field else set(value) if isinstance(value, Mapping) else {"text"}
    if wrong := sorted(fields - _STANDING.get(aim.kind, frozenset())):
        what = aim.ref or aim.kind or "this"
        return f"what comes from outside does not set {wrong[0]} of {what}; add an entry of its own, or {_LEAVE}"
    return ""


def _cited(operation: Operation) -> list[str]:
    """The refs that an operation links something to; of paths, which `apply` knows, none."""
    value = operation.get("value")
    items = value if isinstance(value, list) else [value]
    given: list[Any] = [operation.get("to")] if operation.get("op") in ("link", "unlink") else []
    for item in items:
        given += [item.get(name) for name in LINKS] if isinstance(item, Mapping) else []
    texts = [ref for one in given for ref in (one if isinstance(one, list) else [one]) if isinstance(ref, str)]
    return [text.strip() for text in texts if REF.fullmatch(text.strip())]


def _decided(aim: Aim) -> bool:
    """Whether it is for a person to decide anyway, so that the map makes a proposal of it."""
    return aim.kind in ("hypothesis", "constraint")


def _names_members(operation: Operation, aim: Aim) -> bool:
    """Whether an update of a dictionary names the members that it changes."""
    keyed = aim.kind in ("variable", "document") and operation.get("op") == "update"
    return keyed and isinstance(operation.get("value"), Mapping)


def _parts_in(value: Mapping[str, Any]) -> list[str]:
    return [name for name in ("documents", "action_history", "working_memory", "sub_maps") if name in value]
