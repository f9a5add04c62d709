"""``add``: what is not there yet."""

from __future__ import annotations

from dataclasses import replace

from peek_graph.context_map.changing.claims import weigh
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.field_edits import edit_field
from peek_graph.context_map.changing.linking import check_link, resolve_links
from peek_graph.context_map.changing.outcome import Outcome, together
from peek_graph.context_map.changing.places import between, check_key, check_not_misplaced, split_submap
from peek_graph.context_map.changing.targets import Container, Found, Group, Inner, Slot, Target, element_path
from peek_graph.context_map.changing.work import Work
from peek_graph.context_map.view import fields
from peek_graph.context_map.view.fields import ViewValue
from peek_graph.context_map.view.json_values import JSON, ValueRefused, kind_of
from peek_graph.context_map.view.kinds import KINDS


def add(work: Work, target: Target, value: JSON) -> Outcome:
    """Make what the target names, or append to the list that it is; ValueRefused if it is there in another form."""
    match target:
        case Group(name=name):
            raise ValueRefused(
                "wrong_type",
                f"{name or 'the map'} is always there",
                hint="update, or add to a list or dictionary in it",
            )
        case Container(scope, kind) if KINDS[kind].form == "dict":
            return _add_keyed(work, scope, kind, value)
        case Container(scope, kind):
            items = value if isinstance(value, list) else [value]
            if not items:
                return Outcome.duplicate(note="there is nothing to add")
            return together([add_item(work, scope, kind, item) for item in items])
        case Slot(scope, kind, str() as key):
            return add_key(work, scope, kind, key, value)
        case Slot(scope, kind, None):
            return add_item(work, scope, kind, value)
        case Slot(scope, kind, int() as index):
            if index > 0 and work.draft.nth(scope.uid, kind, index - 1) is None:
                raise ValueRefused("unknown_path", f"the list has no position {index}", "the list itself: add appends")
            if index < 0:
                raise ValueRefused("unknown_path", f"the list has no position {index}", "the list itself: add appends")
            return add_item(work, scope, kind, value)
        case Found(before, int(), Element() as scope):
            return add_item(work, scope, before.kind, value, between(work, before, scope))
        case Found(element) if work.loading and element.kind == "hypothesis":
            # Where two contradict each other, a dump has both.
            return add_item(work, work.draft.by_uid(element.parent_uid), element.kind, value)
        case Found(element) if work.loading and element.kind == "submap":
            return work.update_path(element_path(work.draft, element), value)
        case Found(element):
            return _is_there(work, element, value)
        case Inner():
            return edit_field(work, target, "add", value)
    raise AssertionError(target)


def add_item(work: Work, scope: Element, kind: str, given: JSON, position: float | None = None) -> Outcome:
    """One more entry of a list, unless it says what one there says."""
    value = fields.parse_value(kind, given)
    _, note = work.speaker.trust(value.confidence)
    links = resolve_links(work, value)
    if (there := _same(work, scope, kind, value)) is not None:
        return _again(work, there, value, links)
    if kind == "notice" and (ref := work.labels.get(str(value.get("about")))):
        value = fields.set_field(value, "about", ref)  # as it is called here
    made = work.effects.create(kind, scope, replace(value, label=None), position=position, links=links)
    work.note_label(value, made)
    claim = weigh(work, made, links) if kind in ("finding", "hypothesis") else ""
    return Outcome("applied", (made.ref,), tuple(filter(None, (note, claim))))


def add_key(work: Work, scope: Element, kind: str, key: str, given: JSON) -> Outcome:
    """A document, variable or sub-map under a key that is free."""
    check_key(kind, key)
    if kind == "submap":
        return _add_submap(work, scope, key, given)
    value = fields.parse_value(kind, given)
    _, note = work.speaker.trust(value.confidence) if kind == "document" else (None, "")
    made = work.effects.create(kind, scope, replace(value, label=None), key=key, links=resolve_links(work, value))
    work.note_label(value, made)
    return Outcome.applied(made, note=note)


def _add_keyed(work: Work, scope: Element, kind: str, value: JSON) -> Outcome:
    if not isinstance(value, dict):
        raise ValueRefused("wrong_type", f"this is {kind_of(value)}", f"a dictionary of key to {kind}")
    outcomes = []
    for key, item in value.items():
        there = work.draft.by_key(kind, scope.uid, key)
        outcomes.append(add_key(work, scope, kind, key, item) if there is None else _is_there(work, there, item))
    return together(outcomes)


def _add_submap(work: Work, scope: Element, key: str, given: JSON) -> Outcome:
    if isinstance(given, str):
        given = {"title": given}
    own, parts = split_submap(given)
    if not work.loading:
        check_not_misplaced(own)
    made = work.effects.create("submap", scope, fields.parse_value("submap", own), key=key)
    path = element_path(work.draft, made)
    return together([Outcome.applied(), *(work.sub_update(path, name, part) for name, part in parts.items())])


def _is_there(work: Work, element: Element, given: JSON) -> Outcome:
    """Something is under this name already: the same, or the operation is refused."""
    path = element_path(work.draft, element)
    if element.kind == "section":
        raise ValueRefused("wrong_type", f"{element.ref} follows its source", hint="change it and `add` it again")
    if element.kind != "submap":
        there = fields.from_props(element.kind, element.props)
        value = fields.parse_value(element.kind, given)
        key = element.props.get("key")
        said = (fields.content_hash(element.kind, None, one, key=key) for one in (value, there))
        if len(set(said)) == 1 and _within(value, there):
            work.note_label(value, element, linked=False)
            return Outcome.duplicate(element)
    raise ValueRefused("exists", f"{path} is there already", hint=f"update {path}, or another key")


def _same(work: Work, scope: Element, kind: str, value: ViewValue) -> Element | None:
    """The entry of the list that says the same already."""
    found = work.draft.by_hash(kind, scope.uid, fields.content_hash(kind, None, value))
    if work.loading:
        # What a dictionary has twice stays so; what the map has already is not added again.
        found = [element for element in found if element.stored is not None]
    if kind == "action" and value.get("step") is None:
        # Without a step, only what is said twice in a row is said twice: the same may well be done again.
        last = work.draft.nth(scope.uid, kind, -1)
        return last if last in found else None
    return found[0] if found else None


def _again(work: Work, there: Element, value: ViewValue, links: dict[str, tuple[str, ...]]) -> Outcome:
    """The same text as an entry has: new support is added to it, other fields are the caller's to update."""
    if not _within(value, fields.from_props(there.kind, there.props)):
        raise ValueRefused(
            "exists", f"{there.ref} says the same, with other fields", hint=f"update {element_path(work.draft, there)}"
        )
    for name, refs in links.items():
        for ref in refs:
            check_link(work, there, name, ref)
    new = {name: refs for name, refs in links.items() if set(refs) - set(there.props.get(name) or ())}
    if not new:
        work.note_label(value, there, linked=False)
        return Outcome.duplicate(there)
    work.effects.link(there, {name: (*(there.props.get(name) or ()), *refs) for name, refs in new.items()})
    return Outcome.applied(there, note=f"{there.ref} says the same; {', '.join(new)} added to it")


def _within(value: ViewValue, there: ViewValue) -> bool:
    """Whether all that ``value`` shows is shown there, by whatever name its main text goes."""
    if value.kind in ("variable", "document"):
        return fields.shown(value) == fields.shown(there) and repr(value.bare) == repr(there.bare)
    if value.kind == "notice" and fields.primary_text(value) != fields.primary_text(there):
        return False  # they are one by their topic
    shown = {"text": there.bare} if there.is_bare else dict(there.fields)
    own = {} if value.is_bare else dict(value.fields)
    own.pop(value.primary or "", None)
    own.pop("confidence", None)
    return all(name in shown and shown[name] == item for name, item in own.items())
