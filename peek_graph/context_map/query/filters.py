"""The filters at the end of a search: ``in:market kind:finding,section status:open``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from peek_graph.context_map.query.grammar import usual
from peek_graph.context_map.query.kinds import kind_of_word
from peek_graph.context_map.query.wording import one_line
from peek_graph.errors import InvalidValue
from peek_graph.records import SearchFilter

_LAST: Final = re.compile(r"(?:^|(?<=\s))([A-Za-z_\-]{2,16}):(\"[^\"]{1,300}\"|[^\s\"]\S*)[\s,;]*$")
_ARCHIVED: Final = re.compile(r"(?:^|(?<=\s))archived[\s,;]*$", re.IGNORECASE)
_YES: Final = frozenset({"yes", "true", "1", "only", "on"})
_NO: Final = frozenset({"no", "false", "0", "off"})
_LARGEST: Final = 2**62


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to search for, among what, and the place of the first hit to show, from 1."""

    words: str
    filter: SearchFilter = field(default_factory=SearchFilter)
    first: int = 1

    @property
    def said(self) -> str:
        """The filters as they are written behind the words."""
        f = self.filter
        given: Mapping[str, Any] = {
            "in": f.submap,
            "kind": ",".join(f.kinds),
            "status": ",".join(f.status),
            "confidence": None if f.min_confidence is None else f"{f.min_confidence:g}",
            "author": f.author,
            "source": f.source,
            "since": f.since,
            "until": f.until,
            "archived": "yes" if f.archived else None,
        }
        parts = [(name, str(value)) for name, value in given.items() if value not in (None, "")]
        return " ".join(f'{name}:"{value}"' if re.search(r"\s", value) else f"{name}:{value}" for name, value in parts)


def read_filters(text: str) -> Wanted:
    """Takes the filters from the end of a search; what is no filter is a word. InvalidValue if one cannot be so.

    ``archived`` alone is a filter beside another one only.
    """
    wanted = Wanted(text.strip())
    seen: set[str] = set()
    while True:
        if bare := _ARCHIVED.search(usual(wanted.words)):
            before = wanted.words[: bare.start()].rstrip()
            if before and (seen or _last_taken(replace(wanted, words=before))):
                wanted = replace(wanted, words=before, filter=replace(wanted.filter, archived=True))
                seen.add("archived")
                continue
        last = _last_taken(wanted)
        if last is None or last[0] in seen:
            return wanted
        seen.add(last[0])
        wanted = last[1]


def _last_taken(wanted: Wanted) -> tuple[str, Wanted] | None:
    """The name of the filter at the end of the words, and what is wanted with it and without those words."""
    last = _LAST.search(usual(wanted.words))
    if last is None:
        return None
    name = last[1].casefold().replace("-", "_")
    value = wanted.words[last.start(2) : last.end(2)].strip('"').rstrip(",;")
    if name not in _TAKERS:
        return None
    taken = _TAKERS[name](wanted, value)
    if taken is None:
        raise InvalidValue(f"the filter {one_line(last[1], 20)}: is {one_line(value, 60)!r}", _TAKES[name])
    return name, replace(taken, words=wanted.words[: last.start()].rstrip())


def _with(old: SearchFilter, name: str, value: Any) -> SearchFilter:
    return replace(old, **{name: value})


def _listed(value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in re.split(r"[,，|/]", value) if part))


def _kinds(wanted: Wanted, value: str) -> Wanted | None:
    kinds = tuple(dict.fromkeys(kind_of_word(part) or part.casefold() for part in _listed(value)))
    return replace(wanted, filter=replace(wanted.filter, kinds=kinds)) if kinds else None


def _status(wanted: Wanted, value: str) -> Wanted | None:
    statuses = _listed(value)
    return replace(wanted, filter=replace(wanted.filter, status=statuses)) if statuses else None


def _text(name: str) -> Callable[[Wanted, str], Wanted | None]:
    return lambda wanted, value: replace(wanted, filter=_with(wanted.filter, name, value))


def _revision(name: str) -> Callable[[Wanted, str], Wanted | None]:
    def take(wanted: Wanted, value: str) -> Wanted | None:
        number = _whole_number(value.removeprefix("r"))
        return None if number is None else replace(wanted, filter=_with(wanted.filter, name, number))

    return take


def _confidence(wanted: Wanted, value: str) -> Wanted | None:
    plain = usual(value).lstrip(">=≥")
    percent = plain.endswith("%")
    if not re.fullmatch(r"[0-9]{0,3}(?:\.[0-9]{1,6})?%?", plain) or not re.search("[0-9]", plain):
        return None
    number = float(plain.rstrip("%")) / (100 if percent else 1)
    return replace(wanted, filter=replace(wanted.filter, min_confidence=number)) if number <= 1 else None


def _archived(wanted: Wanted, value: str) -> Wanted | None:
    said = value.casefold()
    return replace(wanted, filter=replace(wanted.filter, archived=said in _YES)) if said in _YES | _NO else None


def _first(wanted: Wanted, value: str) -> Wanted | None:
    number = _whole_number(value)
    return replace(wanted, first=number) if number else None


def _whole_number(value: str) -> int | None:
    plain = usual(value)
    return min(int(plain), _LARGEST) if re.fullmatch("[0-9]{1,18}", plain) else None


_TAKERS: Final[Mapping[str, Callable[[Wanted, str], Wanted | None]]] = {
    **dict.fromkeys(("in", "submap", "sub_map"), _text("submap")),
    **dict.fromkeys(("kind", "kinds"), _kinds),
    "status": _status,
    "author": _text("author"),
    "source": _text("source"),
    "since": _revision("since"),
    "until": _revision("until"),
    **dict.fromkeys(("confidence", "min_confidence"), _confidence),
    "archived": _archived,
    "from": _first,
}
# What else is in the filters may be any text.
_TAKES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("kind", "kinds"), "it takes kinds, as kind:finding,section"),
    "status": "it takes statuses, as status:open,done",
    "since": "it takes the number of a revision, as since:12",
    "until": "it takes the number of a revision, as until:20",
    **dict.fromkeys(("confidence", "min_confidence"), "it takes a number from 0 to 1, as confidence:0.7, or 70%"),
    "archived": "it takes yes or no, as archived:yes",
    "from": "it takes the place of a hit, from 1, as from:6",
}
