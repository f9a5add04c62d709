"""What an operation does to elements, each effect guarded: may this speaker, and is it still as the speaker saw it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from peek_graph.context_map.changing.base import Base, named_fields
from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.protection import OWN_KINDS, PROTECTED_KINDS, NeedsPerson, Protection
from peek_graph.context_map.changing.speaker import Speaker
from peek_graph.context_map.changing.targets import element_path
from peek_graph.context_map.view import fields
from peek_graph.context_map.view.fields import ViewValue
from peek_graph.context_map.view.json_values import ValueRefused, same
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.paths import Path
from peek_graph.context_map.view.places import META, place_of
from peek_graph.graph.states import LINKS

# What a sub-map holds, in the order in which it is gone through.
CONTENTS = ("submap", *(kind for kind in KINDS if kind not in ("submap", "constraint")))

_NEW = "new"


class Effects:
    """The effects that one speaker may have on one draft; ``of_map``: what is the map's own too."""

    def __init__(
        self, draft: Draft, speaker: Speaker, protection: Protection, base: Base, *, of_map: bool = False
    ) -> None:
        self.draft = draft
        self.speaker = speaker
        self._protection = protection
        self._base = base
        self._of_map = of_map

    def create(
        self,
        kind: str,
        scope: Element,
        value: ViewValue,
        *,
        key: str | None = None,
        position: float | None = None,
        links: Mapping[str, Iterable[str]] | None = None,
    ) -> Element:
        """A new entry or sub-map with what ``value`` shows; links are refs."""
        linked = {name: refs for name, given in (links or {}).items() if (refs := sorted_refs(given))}
        self._check_own(kind)
        if kind in OWN_KINDS and scope is not self.draft.root:
            raise ValueRefused("wrong_type", f"a {kind} is the whole map's", str(place_of((), kind)))
        self._guard_new(kind, scope, key, value, linked)
        props = {**self._said(kind, value, key), **(self._authored(value) if kind != "submap" else {"status": "open"})}
        props |= fields.to_props(value, key=key) | {"key": key}
        if kind == "submap":
            props |= {"kind": props.get("kind") or "topic", "status": props.get("status") or "open"}
            props["title"] = props.get("title") or key
        props |= linked
        return self.draft.create(kind, scope.uid, props, position)

    def write(
        self,
        element: Element,
        value: ViewValue,
        *,
        links: Mapping[str, Iterable[str]] | None = None,
        as_own: bool = False,
    ) -> None:
        """A new state of an entry or sub-map; ``as_own`` makes the speaker the one who says it."""
        before = fields.from_props(element.kind, element.props)
        names = changed_names(before, value)
        self._check_own(element.kind, element.ref)
        self._guard(element.kind, element_path(self.draft, element), _protectable(before), _protectable(value))
        self._base.check(element, names | set(links or {}))
        props = {**fields.to_props(value, key=element.props.get("key"))}
        if element.kind == "submap":
            props |= {name: props[name] or element.props.get(name) for name in ("title", "kind", "status")}
        else:
            props |= self._said(element.kind, value, element.props.get("key"))
            props |= self._authored(value) if as_own else {}
            if "confidence" in names and not as_own:
                props["confidence"] = self.speaker.trust(value.confidence)[0]
        if element.props.get("source_uri"):
            # What is written here is no longer taken from the source when that is read again.
            props["written"] = sorted({*element.props.get("written", ()), *names} - {"confidence"}) or None
        props |= {name: sorted_refs(refs) for name, refs in (links or {}).items()}
        self.draft.change(element, props)

    def link(self, element: Element, links: Mapping[str, Iterable[str]]) -> None:
        """Other links of an entry, by name; all else stays."""
        after = {name: sorted_refs(refs) for name, refs in links.items()}
        before = {name: element.props.get(name) for name in links}
        self._check_own(element.kind, element.ref)
        self._guard(element.kind, element_path(self.draft, element), before, after)
        self._base.check(element, set(links))
        self.draft.change(element, after)

    def set_map(self, props: Mapping[str, Any]) -> None:
        """The map's own goal, task or current step."""
        name = next(iter(props))
        path = place_of((), "constraint").parent
        shown = next(field for field, prop in META.items() if prop == name)
        if path is not None and (name == "goal" or self._protection.covers(path.child(shown), below=True)):
            self._need_person(path.child(shown))
        self._base.check_map(self.draft.root, name)
        self.draft.change(self.draft.root, props)

    def archive(self, element: Element) -> list[Element]:
        """An entry, or a sub-map with all that is in it; what was archived by this."""
        path = element_path(self.draft, element)
        self._check_own(element.kind, element.ref)
        if element.kind in PROTECTED_KINDS or self._protection.covers(path, below=True):
            self._need_person(path)
        self._base.check(element, None)
        gone = [element]
        if element.kind == "submap":
            for kind in CONTENTS:
                for inner in self.draft.all(element.uid, kind):
                    gone += self.archive(inner)
        self.draft.set_live(element, False)
        if element.stored is None:
            self._unlink_all(element.ref)
        return gone

    def _unlink_all(self, ref: str) -> None:
        """An entry that the batch made and took away again is not written, so nothing can lead to it."""
        for other in self.draft:
            ended = {name: refs for name, refs in links_of(other).items() if ref in refs}
            if ended:
                self.draft.change(
                    other, {name: sorted_refs(item for item in refs if item != ref) for name, refs in ended.items()}
                )

    def place(self, element: Element, scope: Element, position: float | None = None) -> None:
        """Another sub-map, or another position among its like."""
        self._check_own(element.kind, element.ref)
        # With all below: elsewhere, what is protected in it by its path would be no more.
        for path in (element_path(self.draft, element), self._path_in(scope, element)):
            if element.kind in PROTECTED_KINDS or self._protection.covers(path, below=True):
                self._need_person(path)
        self._base.check(element, {"parent_uid", "position"})
        own = element.position if position is None else position
        self.draft.change(element, {"parent_uid": scope.uid, "position": own})

    def _path_in(self, scope: Element, element: Element) -> Path:
        keys = self.draft.keys_of(scope.uid)
        return place_of(keys, element.kind, key=element.props.get("key"), ref=element.ref)

    def _guard(self, kind: str, path: Path, before: Any, after: Any) -> None:
        protected = kind in PROTECTED_KINDS or self._protection.covers(path)
        if protected or self._protection.covers_change(path, before, after):
            self._need_person(path)

    def _guard_new(
        self, kind: str, scope: Element, key: str | None, value: ViewValue, links: Mapping[str, list[str]]
    ) -> None:
        keys = self.draft.keys_of(scope.uid)
        try:
            # It has no ref yet: in a list, any one that it may get.
            place = place_of(keys, kind, key=key, ref=_NEW)
            self._guard(kind, place, {}, _protectable(value))
            self._guard(kind, place, {}, links)
        except NeedsPerson:
            raise NeedsPerson(place_of(keys, kind, key=key)) from None

    def _check_own(self, kind: str, ref: str = "") -> None:
        """ValueRefused for what only the map itself and a person change: there is nothing to propose."""
        if kind in OWN_KINDS and not (self._of_map or self.speaker.is_person):
            what = f"{ref} is a {kind}" if ref else f"a {kind}"
            raise ValueRefused(
                "protected", f"{what}, which the map keeps by itself", hint="do what it asks: then it goes away"
            )

    def _need_person(self, path: Path) -> None:
        if not self.speaker.may_decide:
            raise NeedsPerson(path)

    def _authored(self, value: ViewValue) -> dict[str, Any]:
        explicit = value.confidence if isinstance(value.confidence, (int, float)) else None
        return {
            "author": self.speaker.author,
            "source_kind": self.speaker.source_kind,
            "confidence": self.speaker.trust(explicit)[0],
        }

    def _said(self, kind: str, value: ViewValue, key: str | None) -> dict[str, Any]:
        return {"content_hash": fields.content_hash(kind, None, value, key=key)} if kind != "submap" else {}


def _protectable(value: ViewValue) -> Any:
    """What is below the path of an entry: its fields by name, but all of a variable's value."""
    return value.bare if value.kind == "variable" else named_fields(value)


def changed_names(before: ViewValue, after: ViewValue) -> set[str]:
    """The visible fields that differ; a bare value by the name that it has as a field."""
    old, new = named_fields(before), named_fields(after)
    return {name for name in {*old, *new} if (name in old) != (name in new) or not same(old.get(name), new.get(name))}


def sorted_refs(refs: Iterable[str]) -> list[str] | None:
    """Refs without repetition in their order; None for none, so that the property goes away."""
    return list(dict.fromkeys(refs)) or None


def links_of(element: Element) -> dict[str, tuple[str, ...]]:
    """The refs that an entry is linked to, by link."""
    return {name: tuple(element.props[name]) for name in LINKS if element.props.get(name)}
