"""``update`` and ``delete``: what is there already."""

from __future__ import annotations

from peek_graph.context_map.changing.additions import add_item, add_key
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.field_edits import edit_field, write
from peek_graph.context_map.changing.linking import refs_of
from peek_graph.context_map.changing.outcome import Outcome, together
from peek_graph.context_map.changing.places import check_not_misplaced, split_submap
from peek_graph.context_map.changing.targets import (
    Container,
    Found,
    Group,
    Inner,
    Slot,
    Target,
    element_path,
    slot_path,
)
from peek_graph.context_map.changing.work import Work
from peek_graph.context_map.view import fields
from peek_graph.context_map.view.json_values import JSON, ValueRefused, kind_of
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.paths import Path, Step, nearest
from peek_graph.context_map.view.places import MAP_GROUPS, META, PARTS, submap_steps


def update(work: Work, target: Target, value: JSON) -> Outcome:
    """Change what is there: of a dictionary the members named, all else as a whole."""
    match target:
        case Group(scope, name):
            return _update_group(work, scope, name, value)
        case Container(scope, kind) if KINDS[kind].form == "dict":
            return _update_keyed(work, scope, kind, value)
        case Container(scope, kind):
            return _replace_list(work, scope, kind, value)
        case Slot(scope, kind, None):
            # The view shows null there, and a null is updated.
            if value is None:
                return Outcome.duplicate()
            _check_gone(work, scope, kind)
            return add_item(work, scope, kind, value)
        case Slot():
            raise _nothing_there(work, target, "add")
        case Found(element):
            return _update_element(work, element, value)
        case Inner():
            return edit_field(work, target, "update", value)
    raise AssertionError(target)


def delete(work: Work, target: Target) -> Outcome:
    """Archive what the target names; of a field's value, take it away."""
    match target:
        case Group(name=name):
            raise ValueRefused("wrong_type", f"{name or 'the map'} cannot be deleted", hint="delete what is in it")
        case Container(scope, kind):
            gone = [element for element in work.draft.all(scope.uid, kind) if work.effects.archive(element)]
            return Outcome.applied(*gone) if gone else Outcome.duplicate(note="it is empty")
        case Slot(kind="hypothesis"):
            return Outcome.duplicate(note="there is no hypothesis")
        case Slot():
            raise _nothing_there(work, target, "delete")
        case Found(element) if element.kind == "section":
            raise ValueRefused("wrong_type", f"{element.ref} follows its source", hint="delete its document")
        case Found(element):
            return Outcome.applied(*work.effects.archive(element))
        case Inner():
            return edit_field(work, target, "delete", None)
    raise AssertionError(target)


def _update_group(work: Work, scope: Element, name: str, value: JSON) -> Outcome:
    top = scope is work.draft.root
    members = (
        [*PARTS[name], *(MAP_GROUPS if top else ())] if not name else [*PARTS[name], *(META if name == "meta" else ())]
    )
    if not isinstance(value, dict):
        raise ValueRefused("wrong_type", f"this is {kind_of(value)}", f"a dictionary of {', '.join(members)}")
    for key in value:
        if key not in members:
            near = nearest(key, members) or members
            raise ValueRefused("unknown_path", f"{name or 'the map'} has no {key[:60]!r}", f"one of {', '.join(near)}")
    steps = submap_steps(work.draft.keys_of(scope.uid))
    path = Path.of((*steps, Step(name, "key")) if name else steps)
    return together([work.sub_update(path, key, item) for key, item in value.items()])


def _update_keyed(work: Work, scope: Element, kind: str, value: JSON) -> Outcome:
    if not isinstance(value, dict):
        raise ValueRefused("wrong_type", f"this is {kind_of(value)}", f"a dictionary of key to {kind}")
    outcomes = []
    for key, item in value.items():
        there = work.draft.by_key(kind, scope.uid, key)
        outcomes.append(add_key(work, scope, kind, key, item) if there is None else _update_element(work, there, item))
    return together(outcomes) if outcomes else Outcome.duplicate()


def _replace_list(work: Work, scope: Element, kind: str, value: JSON) -> Outcome:
    """The whole list anew: what says the same stays the entry it is, the rest is archived or added."""
    if not isinstance(value, list):
        raise ValueRefused("wrong_type", f"this is {kind_of(value)}", f"a list; or add one {kind} to it")
    left = work.draft.all(scope.uid, kind)
    outcomes: list[Outcome] = []
    kept: list[Element | None] = []
    for item in value:
        wanted = fields.content_hash(kind, None, fields.parse_value(kind, item))
        there = next((element for element in left if element.props.get("content_hash") == wanted), None)
        if there is None:
            kept.append(None)
            continue
        left.remove(there)
        kept.append(there)
        outcomes.append(_update_element(work, there, item))
    outcomes += [Outcome.applied(*work.effects.archive(element)) for element in left]
    for number, (item, there) in enumerate(zip(value, kept, strict=True), 1):
        if there is None:
            outcomes.append(add_item(work, scope, kind, item, float(number)))
        elif there.position != number:
            work.effects.place(there, scope, float(number))
            outcomes.append(Outcome.applied(there))
    return together(outcomes) if outcomes else Outcome.duplicate()


def _update_element(work: Work, element: Element, value: JSON) -> Outcome:
    if element.kind == "section":
        raise ValueRefused("wrong_type", f"{element.ref} follows its source", hint="change it and `add` it again")
    if element.kind == "submap":
        return _update_submap(work, element, value)
    if element.kind == "hypothesis" and value is None:
        return Outcome.applied(*work.effects.archive(element))
    before = fields.from_props(element.kind, element.props)
    after = fields.merge(before, value)
    links = {name: refs for name, refs in after.links.items() if tuple(before.links.get(name, ())) != tuple(refs)}
    outcomes = []
    if links:
        resolved = {name: refs_of(work, name, refs, element) for name, refs in links.items()}
        if any(tuple(element.props.get(name) or ()) != refs for name, refs in resolved.items()):
            work.effects.link(element, resolved)
            outcomes.append(Outcome.applied(element))
    outcomes.append(write(work, element, before, fields.without_links(after, before)))
    return together(outcomes)


def _update_submap(work: Work, element: Element, value: JSON) -> Outcome:
    own, parts = split_submap({"title": value} if isinstance(value, str) else value)
    if not work.loading:
        check_not_misplaced(own)
    before = fields.from_props("submap", element.props)
    outcomes = [write(work, element, before, fields.merge(before, own))] if own else []
    path = element_path(work.draft, element)
    outcomes += [work.sub_update(path, name, part) for name, part in parts.items()]
    return together(outcomes) if outcomes else Outcome.duplicate()


def _check_gone(work: Work, scope: Element, kind: str) -> None:
    """ValueRefused if the author knew one here that others have taken away since."""
    for _, element in work.draft.list_then(scope.uid, kind) or ():
        then = element.stored
        if then is not None and (not then.live or then.parent_uid != scope.uid):
            now = "archived" if not then.live else "moved away"
            reason = f"{element.ref}, the {kind} that was here at the base revision, is {now}"
            raise ValueRefused("conflict", reason, hint=f"add another {kind}, if there is to be one")


def _nothing_there(work: Work, slot: Slot, what: str) -> ValueRefused:
    path = slot_path(work.draft, slot)
    there = work.draft.some(slot.scope.uid, slot.kind, 200)
    if isinstance(slot.name, int):
        return ValueRefused("unknown_path", f"there is no {path}: the list has {len(there)}", "a position or ref in it")
    near = nearest(str(slot.name), [str(element.props.get("key")) for element in there])
    hint = f"one of {', '.join(near)}" if near else None
    return ValueRefused(
        "unknown_path", f"there is no {path}", f"{hint}, or add it" if hint and what == "add" else hint or f"{what} it"
    )
