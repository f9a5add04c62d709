"""Turns what an agent may not do into proposals, and counts who else says the same."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.effects import CONTENTS
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.operations import Operation
from peek_graph.context_map.changing.outcome import Outcome
from peek_graph.context_map.changing.reviewing import stored_review
from peek_graph.context_map.changing.speaker import Speaker, as_one
from peek_graph.context_map.changing.targets import (
    Container,
    Found,
    Group,
    Inner,
    Slot,
    Target,
    can_be_read,
    element_path,
    lasting_path,
    resolve,
    slot_path,
)
from peek_graph.context_map.view import fields
from peek_graph.context_map.view.json_values import JSON, ValueRefused, compact
from peek_graph.context_map.view.paths import Path, Step, parse_path
from peek_graph.context_map.view.places import META, place_of
from peek_graph.context_map.view.stored import other_fields
from peek_graph.errors import PathError
from peek_graph.graph import proposals as rows
from peek_graph.graph.proposals import Row
from peek_graph.records import Review

Marked = tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]


class Proposals:
    """The proposals of a map while a batch is under way: ``new`` and ``changed`` (by ref) are to be written."""

    def __init__(self, draft: Draft, speaker: Speaker, reasoning: str, number: int) -> None:
        self.new: list[dict[str, Any]] = []
        self.changed: dict[str, dict[str, Any]] = {}
        self._draft = draft
        self._speaker = speaker
        self._reasoning = reasoning
        self._number = number
        self._open: list[Row] | None = None

    def propose(self, operation: Operation, path: Path, *, review: Review | None = None, held: bool = False) -> Outcome:
        """Let the operation wait for a person; one that waits already gets the speaker's support.

        What is ``held`` back supports nothing, so that nothing is confirmed by it.
        """
        fixed, target = fixed_operation(self._draft, operation)
        same = _digest(fixed)
        alike = (row for row in self._waiting() if row["same"] == same)
        there = next((row for row in alike if not is_outdated(self._draft, row)[0]), None)
        if there is not None:
            return self._support(there, counts=not held)
        number = int(self._draft.counters.get("last_proposal") or self._draft.node.get("last_proposal") or 0) + 1
        self._draft.counters["last_proposal"] = number
        form = fixed.as_dict()
        ref = f"P{number}"
        row = {
            "uid": uuid.uuid4().hex,
            "ref": ref,
            "number": number,
            "op": fixed.op,
            "path": str(fixed.path),
            "protected": str(path),
            "operation": compact(form),
            "same": same,
            "base": compact(current_value(self._draft, target, fixed.op)),
            "reason": operation.reason or self._reasoning,
            "author": self._speaker.author,
            "source": self._speaker.source,
            "source_kind": self._speaker.source_kind,
            **(self._with_support({}) if not held else {"support": [], "supporting_authors": [], "supporters": []}),
            "status": "open",
            "base_revision": self._number - 1,
            "review": stored_review(review),
        }
        self.new.append(row)
        why = "it is held back" if held else f"{path} is protected"
        return Outcome("proposed", (ref,), (f"{why}: it waits for a person as {ref}",))

    def well_supported(self, needed: int | None) -> list[Row]:
        """The proposals of this batch about a hypothesis which enough independent sources support now."""
        touched = [*self.new, *(row for row in self._open or () if row["ref"] in self.changed)]
        return [
            {**row, **self.changed.get(row["ref"], {})}
            for row in touched
            if needed is not None
            and len(self.changed.get(row["ref"], row).get("support", ())) >= needed
            and row["protected"].endswith("working_memory.hypothesis")
            and not is_outdated(self._draft, row)[0]
            and self._says_a_hypothesis(row)
        ]

    def decide(self, row: Row, status: str, by: str, decision: str) -> None:
        """Close a proposal."""
        properties = {"status": status, "decided_by": by, "decision": decision, "decided": self._number}
        for new in self.new:
            if new["ref"] == row["ref"]:
                new.update(properties)
                return
        self.changed[row["ref"]] = {**self.changed.get(row["ref"], {}), **properties}

    def _says_a_hypothesis(self, row: Row) -> bool:
        """Whether it adds or changes a hypothesis and nothing else: none goes away because sources agree."""
        value = stored_operation(row).get("value")
        match resolve(self._draft, parse_path(row["path"])):
            case Slot(kind="hypothesis"):
                return row["op"] in ("add", "update")
            case Found(element) if element.kind == "hypothesis":
                return row["op"] == "update" and value is not None
            case Inner(element) if element.kind == "hypothesis":
                return row["op"] in ("add", "update")
        return False

    def _support(self, there: Row, *, counts: bool) -> Outcome:
        ref = there["ref"]
        if not counts:
            return Outcome("duplicate", (ref,), (f"{ref} proposes this already; what is held back is no support",))
        known = {**there, **self.changed.get(ref, {})}
        support = self._with_support(known)
        if len(support["support"]) == len(known["support"]):
            note = f"{ref} proposes this already; another author with another source would support it"
            return Outcome("duplicate", (ref,), (note,))
        own = next((row for row in self.new if row["ref"] == ref), None)
        if own is not None:
            own.update(support)
        else:
            self.changed[ref] = {**self.changed.get(ref, {}), **support}
        count = len(support["support"])
        note = f"{ref} proposes this already; {count} independent sources support it now"
        return Outcome("proposed", (ref,), (note,))

    def _with_support(self, known: Row) -> dict[str, list[str]]:
        """Who supports a proposal, with the speaker, if both its author and its source are others than those before."""
        sources, names = list(known.get("support", ())), list(known.get("supporters", ()))
        # Proposals of before authors were kept name only the first.
        authors = list(known.get("supporting_authors") or [as_one(str(known["author"]))] if sources else ())
        source, author = self._speaker.independent_source, as_one(self._speaker.author)
        if source is not None and source not in sources and author not in authors:
            sources.append(source)
            authors.append(author)
            names.append(self._speaker.source or self._speaker.author)
        return {"support": sources, "supporting_authors": authors, "supporters": names}

    def mark(self) -> Marked:
        """A point to which `revert` goes back."""
        return [dict(row) for row in self.new], {ref: dict(row) for ref, row in self.changed.items()}

    def revert(self, mark: Marked) -> None:
        """Undo everything since the mark."""
        self.new, self.changed = mark

    def _waiting(self) -> list[Row]:
        if self._open is None:
            self._open = rows.open_proposals(self._draft.runner, self._draft.root.uid)
        return [*self._open, *self.new]


def fixed_operation(draft: Draft, operation: Operation) -> tuple[Operation, Target]:
    """The operation with a path that means the same when it is decided, and what it leads to now."""
    target = resolve(draft, operation.path)
    path = target_path(draft, target)
    if operation.op == "add" and isinstance(target, Found) and target.scope is not None:
        # Its position in the list, which is where it is to be inserted.
        path = place_of(draft.keys_of(target.scope.uid), target.element.kind).child(target.index or 0)
    if not can_be_read(path):
        raise ValueRefused("too_large", f"the path {str(path)[:80]}… is too long", hint="leave it to a person")
    return replace(operation, path=path), target


def target_path(draft: Draft, target: Target) -> Path:
    """The path of a target that stays the same while others come and go."""
    match target:
        case Found(element):
            return lasting_path(draft, element)
        case Inner(element, field, rest) if element is draft.root:
            shown = next(name for name, prop in META.items() if prop == field)
            meta = place_of((), "constraint").parent or Path.of(())
            return Path.of((*meta.child(shown).steps, *rest))
        case Inner(element, field, rest):
            return lasting_path(draft, element, (*([Step(field, "key")] if field else []), *rest))
        case Slot():
            return slot_path(draft, target)
        case Container(scope, kind):
            return place_of(draft.keys_of(scope.uid), kind)
        case Group(scope, name):
            path = place_of(draft.keys_of(scope.uid), "document").parent or Path.of(())
            return path.child(name, "key") if name else path
    raise AssertionError(target)


def current_value(draft: Draft, target: Target, op: str) -> JSON:
    """What stands at a target now, as far as a proposal to do ``op`` depends on it: None where nothing does."""
    match target:
        case Found(_, int()) if op == "add":
            return None
        case Container(scope, kind) if op != "add":
            return [_whole(draft, element, op) for element in draft.all(scope.uid, kind)]
        case Found(element) if op == "move":
            parent = str(element_path(draft, draft.by_uid(element.parent_uid)))
            return {"value": _shown(element), "in": parent, "position": element.position}
        case Found(element) if element.kind != "map":
            return _whole(draft, element, op)
        case Inner(element, field, _) if element is draft.root:
            return other_fields(element.props).get(field, element.props.get(field))
        case Inner(element, field, _):
            shown = _shown(element)
            name = fields.visible_name(fields.from_props(element.kind, element.props), field) if field else ""
            return shown.get(name) if isinstance(shown, dict) and name else shown
        case _:
            return None


def _shown(element: Element) -> JSON:
    return fields.shown(fields.from_props(element.kind, element.props))


def _whole(draft: Draft, element: Element, op: str) -> JSON:
    if element.kind == "submap" and op == "delete":
        return {**dict(fields.from_props("submap", element.props).fields), "contents": _contents(draft, element)}
    return _shown(element)


def _contents(draft: Draft, submap: Element) -> str:
    """The same as long as all in the sub-map is: what there is may be too much to keep with a proposal."""
    inside: list[JSON] = []
    for kind in CONTENTS:
        inside += [
            [element.uid, _shown(element), _contents(draft, element) if kind == "submap" else None]
            for element in draft.all(submap.uid, kind)
        ]
    return hashlib.sha256(compact(inside).encode()).hexdigest()[:16]


def is_outdated(draft: Draft, row: Row) -> tuple[bool, JSON]:
    """Whether what a proposal would change is no longer as it was, and what it is now."""
    try:
        now = current_value(draft, resolve(draft, parse_path(row["path"])), row["op"])
    except (ValueRefused, PathError):
        return True, None
    return compact(now) != row["base"], now


def stored_operation(row: Row) -> Mapping[str, Any]:
    """The operation of a proposal as it was kept."""
    loaded: Mapping[str, Any] = json.loads(row["operation"])
    return loaded


def _digest(operation: Operation) -> str:
    form = {**operation.as_dict(), "reason": ""}
    return hashlib.sha256(compact(form).encode()).hexdigest()[:32]
