"""Operations on a field of an element, or inside a field's value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from peek_graph.context_map import keys
from peek_graph.context_map.changing.base import map_value
from peek_graph.context_map.changing.claims import CLAIMS, write_claim
from peek_graph.context_map.changing.effects import changed_names, links_of
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.linking import refs_of
from peek_graph.context_map.changing.outcome import Outcome
from peek_graph.context_map.changing.targets import Inner
from peek_graph.context_map.changing.work import Work
from peek_graph.context_map.view import fields
from peek_graph.context_map.view.edits import AlreadySo, EditName, edit_nested
from peek_graph.context_map.view.fields import ViewValue
from peek_graph.context_map.view.json_values import JSON, ValueRefused, compact, kind_of, same
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.paths import nearest
from peek_graph.errors import InvalidValue
from peek_graph.graph.states import LINKS

_OF_DOCUMENT: Final = frozenset({"title", "summary", "interpretation", "key_points"})
_EMPTY: Mapping[str, JSON] = {"goal": "", "current_step": "", "task_id": None}


def edit_field(work: Work, target: Inner, op: EditName, new: JSON) -> Outcome:
    """Add, update or delete at a field, or at a place in its value."""
    element = target.element
    try:
        if element.kind == "map":
            return _edit_map(work, target, op, new)
        if element.kind == "section":
            raise ValueRefused("wrong_type", f"{element.ref} follows its source", hint="change it and `add` it again")
        if target.field in LINKS and element.kind != "submap":
            return _edit_links(work, target, op, new)
        before = fields.from_props(element.kind, element.props)
        after = _edited(before, target, op, new)
    except AlreadySo:
        return Outcome.duplicate(element)
    adds = op == "add" and _only_adds(before, target)
    work.draft.adding = frozenset(changed_names(before, after)) if adds else frozenset()
    try:
        return write(work, element, before, after)
    finally:
        work.draft.adding = frozenset()


def write(work: Work, element: Element, before: ViewValue, after: ViewValue) -> Outcome:
    """Give an element another value, unless it has it."""
    if same(fields.shown(before), fields.shown(after)):
        return Outcome.duplicate(element)
    if element.kind in CLAIMS:
        return write_claim(work, element, after)
    note = ""
    if after.confidence is not None and after.confidence != before.confidence:
        trust, note = work.speaker.trust(after.confidence)
        after = fields.set_field(after, "confidence", trust)
    work.effects.write(element, after)
    if _says_anew(before, after):
        work.draft.change(element, _signed(work, element, before, after))
    return Outcome.applied(element, note=note)


def _only_adds(value: ViewValue, target: Inner) -> bool:
    """Whether something comes into a list or dictionary, wherever others put theirs; positions have to be as known."""
    if any(step.kind != "key" for step in target.rest):
        return False
    current = value.bare if value.kind == "variable" else value.get(fields.visible_name(value, target.field))
    for step in target.rest[:-1]:
        current = current.get(str(step.value)) if isinstance(current, dict) else None
    return isinstance(current, dict) or (isinstance(current, list) and not target.rest)


def _says_anew(before: ViewValue, after: ViewValue) -> bool:
    """Whether the entry says something else now, of which whoever wrote it before knows nothing."""
    if before.kind == "document":
        return not changed_names(before, after).isdisjoint(_OF_DOCUMENT)
    return before.kind != "submap" and fields.primary_text(before) != fields.primary_text(after)


def _signed(work: Work, element: Element, before: ViewValue, after: ViewValue) -> dict[str, JSON]:
    """The speaker as author, trusted no more than what was there, unless it is a person."""
    speaker, there = work.speaker, element.props
    signed: dict[str, JSON] = {"author": speaker.author, "source_kind": speaker.source_kind}
    known = {name: there.get(name) for name in signed}
    if known == signed or "confidence" in changed_names(before, after):
        return signed
    own, _ = speaker.trust(None)
    present = there.get("confidence")
    most = own if present is None or speaker.is_person else float(present)
    return {**signed, "confidence": min(own, most)}


def _edited(value: ViewValue, target: Inner, op: EditName, new: JSON) -> ViewValue:
    if value.kind == "variable":
        return replace(value, bare=edit_nested(value.bare, target.rest, op, new))
    name = fields.visible_name(value, target.field)
    there = name in value.names or (value.is_bare and name == KINDS[value.kind].primary)
    current = (value.bare if value.is_bare else value.get(name)) if there else None
    if target.rest:
        if current is None:
            raise _no_field(value, target.field)
        return fields.set_field(value, name, edit_nested(current, target.rest, op, new))
    if op == "delete":
        return fields.delete_field(value, name)
    if op == "add" and there and current not in (None, ""):
        return fields.set_field(value, name, edit_nested(current, (), "add", new))
    if op == "update" and not there and name not in KINDS[value.kind].known:
        raise _no_field(value, target.field)
    if op == "update" and current is not None:
        return fields.set_field(value, name, edit_nested(current, (), "update", new))
    return fields.set_field(value, name, new)


def _edit_links(work: Work, target: Inner, op: EditName, new: JSON) -> Outcome:
    element, name = target.element, target.field
    there = list(links_of(element).get(name, ()))
    if op != "delete":
        given = [new] if isinstance(new, str) else new
        if not isinstance(given, list) or not all(isinstance(item, str) for item in given):
            raise ValueRefused("wrong_type", f"{name} is {kind_of(new)}", "a ref or a list of refs")
        new = list(refs_of(work, name, given, element))
        if target.rest:
            if len(new) != 1:
                raise ValueRefused("wrong_type", f"these are {len(new)} refs", "one, for one position in the list")
            new = new[0]
    if op == "add" and not target.rest:
        after = list(dict.fromkeys([*there, *new]))
    elif not target.rest:
        after = [] if op == "delete" else new
    else:
        after = edit_nested(there, target.rest, op, new)
    if after == there:
        return Outcome.duplicate(element)
    work.effects.link(element, {name: after})
    return Outcome.applied(element)


def _edit_map(work: Work, target: Inner, op: EditName, new: JSON) -> Outcome:
    root, name = target.element, target.field
    current = map_value(root.props, name)
    if target.rest:
        after = edit_nested(current, target.rest, op, new)
    elif op == "delete":
        if name == "goal":
            raise ValueRefused("wrong_type", "a map has a goal", hint="update meta.ultimate_goal")
        after = _EMPTY[name]
    elif op == "add" and current not in (None, ""):
        after = edit_nested(current, (), "add", new)
    else:
        after = new
    if same(current, after) or (name == "goal" and isinstance(after, str) and after.strip() == current):
        return Outcome.duplicate()
    work.effects.set_map(_map_props(name, after))
    return Outcome.applied()


def _map_props(name: str, value: JSON) -> dict[str, JSON]:
    """The map's properties for a field; a current step that is no text or number is kept as JSON."""
    if name == "current_step":
        native = isinstance(value, str) or (
            isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63
        )
        other = None if native else compact({"current_step": value})
        return {"current_step": value if native else None, "other_fields": other}
    if not isinstance(value, str) and (value is not None or name == "goal"):
        raise ValueRefused("wrong_type", f"{name} is {kind_of(value)}", "a text")
    try:
        return {name: keys.check_text("the goal" if name == "goal" else name, value) if value is not None else None}
    except InvalidValue as error:
        raise ValueRefused("wrong_type", error.message, error.hint) from error


def _no_field(value: ViewValue, name: str) -> ValueRefused:
    known = [*value.names, *KINDS[value.kind].known]
    near = nearest(name, known) or list(dict.fromkeys(known))[:6]
    return ValueRefused("unknown_path", f"the {value.kind} has no field {name[:60]!r}", f"one of {', '.join(near)}")
