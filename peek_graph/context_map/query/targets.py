"""Reads what is to be opened: a sub-map, a list of it, a ref, and from where on."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from peek_graph.context_map.history.refs import as_ref
from peek_graph.context_map.query.grammar import usual
from peek_graph.context_map.query.kinds import kind_of_word
from peek_graph.context_map.query.places import Places
from peek_graph.context_map.view.paths import parse_path
from peek_graph.context_map.view.places import PARTS
from peek_graph.errors import PathError
from peek_graph.graph.contents import Part

_REF: Final = r"[A-Za-z][1-9][0-9]{0,9}(?:\s*[§#/]\s*[0-9]+(?:\.[0-9]+)*(?:-[0-9]+)?)?"
_BEHIND: Final = re.compile(
    rf"[\s,;]*(?:\b(?:after|behind|from)|之后|之後|后|從|从)\s*:?\s*\[?({_REF})\]?\s*$", re.IGNORECASE
)
_PAGE: Final = re.compile(r"[\s,;]*(?:(?:\bpage\s*:?|\bp\.)\s*([0-9]{1,6})|第\s*([0-9]{1,6})\s*页)\s*$", re.IGNORECASE)
_BEHIND_PART: Final = re.compile(r"(.+?)[\s,;]+(?:after|behind|from|之后|之後|从)\s*:?\s*(\S+)", re.IGNORECASE)
# As a status writes an entry: `T12 [market] (pending): text`. Words may stand before the ref: `todo T12`.
_LEADING: Final = re.compile(rf"(?:the\s+)?(?:\w+\s+)?\[?({_REF})\]?(?=[\s:：,，;()\[\]]|$)", re.IGNORECASE)
_LIST_OF: Final = re.compile(r"(?:all\s+)?(?:the\s+)?(?:open\s+)?(.+?)\s+(?:in|of|for)[\s:]+(.+)", re.IGNORECASE)
_LAST_PAGE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Target:
    """What to open: an entry by ``ref``, or the list of a ``kind``, or all of a part (None: the map itself).

    ``everywhere``: a list from the whole map. The list goes on ``behind`` a ref, or with a ``page``, from 1.
    """

    part: Part | None = None
    kind: str | None = None
    ref: str | None = None
    everywhere: bool = False
    behind: str | None = None
    page: int = 1


def find_target(text: str, places: Places, *, strict: bool = False) -> Target | None:
    """What an agent means; None if there is no such thing. A ref is taken as it is, be there such an entry or not.

    ``strict``: the text may as well be something else, so that no words may stand beside a ref.
    """
    text = " ".join(text.split())
    plain = usual(text)
    if ref := as_ref(plain):
        return Target(ref=ref)
    if page := _PAGE.search(plain):
        number = min(max(1, int(page[1] or page[2])), _LAST_PAGE)
        before = text[: page.start()]
        found = Target(ref=ref) if (ref := as_ref(usual(before))) else _named(before, places)
        return replace(found, page=number) if found else None
    if behind := _BEHIND.search(plain):
        before = text[: behind.start()]
        if (ref := as_ref(usual(before))) and ref[0] == "D" and "§" in (as_ref(behind[1]) or ""):
            return Target(ref=ref, behind=as_ref(behind[1]))
        found = _named(before, places)
        return replace(found, behind=as_ref(behind[1])) if found else None
    if found := _named(text, places):
        return found
    if behind := _BEHIND_PART.fullmatch(text):
        found, part = _named(behind[1], places), places.by_path(behind[2])
        return replace(found, behind=part.path) if found and found.kind == "submap" and part else None
    if not strict and (leading := _LEADING.match(plain)):
        return Target(ref=as_ref(leading[1]))
    return None


def _named(name: str, places: Places) -> Target | None:
    """A sub-map, a list, or a list of a sub-map, by its name."""
    name = name.strip(" ,;:：")
    if part := places.find(name):
        return Target(part=part)
    if places.is_root(name):
        return Target()
    if kind := kind_of_word(name):
        return Target(kind=kind, everywhere=kind != "submap")
    if found := _LIST_OF.fullmatch(usual(name)):
        kind, where = kind_of_word(found[1]), name[found.start(2) :]
        if kind and places.is_root(where):
            return Target(kind=kind)
        if kind and (part := places.find(where)):
            return Target(part=part, kind=kind)
    for separator in re.finditer(r"[\s.:/]+", usual(name)):
        part, kind = places.find(name[: separator.start()]), kind_of_word(name[separator.end() :])
        if kind and part:
            return Target(part=part, kind=kind)
        if kind and places.is_root(name[: separator.start()]):
            return Target(kind=kind)
    return _of_path(name, places)


def _of_path(name: str, places: Places) -> Target | None:
    """A list by its path in the view: ``sub_maps.market.working_memory.todo_list``."""
    try:
        keys = [str(step.value) for step in parse_path(name).steps]
    except PathError:
        return None
    above: list[str] = []
    while len(keys) > 1 and keys[0] == "sub_maps":
        above.append(keys[1])
        keys = keys[2:]
    part = places.by_path(".".join(above)) if above else None
    if above and part is None:
        return None
    group, rest = (keys[0], keys[1:]) if keys and keys[0] in PARTS else ("", keys)
    if not rest:
        return Target(part=part) if above or group else None
    kind = PARTS[group].get(rest[0])
    return Target(part=part, kind=kind) if kind and len(rest) == 1 else None
