"""Answers ``SEARCH``: numbered hits with what to open or read next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from peek_graph.context_map.history.refs import as_ref, ref_not_found
from peek_graph.context_map.query.asked import Asked
from peek_graph.context_map.query.filters import Wanted, read_filters
from peek_graph.context_map.query.fitting import Room
from peek_graph.context_map.query.grammar import says_something, usual
from peek_graph.context_map.query.wording import (
    bare,
    excerpt,
    listed,
    marked,
    one_line,
    quoted,
    quoted_whole,
    terms,
    typed,
)
from peek_graph.errors import SubMapNotFound
from peek_graph.graph import maps
from peek_graph.records import Hit, SearchResult

_HITS: Final = 10
_MOST_HITS: Final = 1_000
_NARROWEST: Final = 80
_LEAST: Final = 24
_WIDEST: Final = 600
_REASON: Final = 160
_REVISIONS: Final = 50
_AUTHORS: Final = 5


def answer_search(asked: Asked, text: str, room: Room) -> str:
    """The hits for what ``text`` asks, with the filters at its end. The room cuts texts first, then hits."""
    wanted = _placed(asked, read_filters(text))
    first = min(wanted.first, _MOST_HITS)
    found = _search(asked, wanted, min(first + _HITS, _MOST_HITS))  # one more than is shown: then there are more
    hints = () if found.hits else tuple(_hints(asked, wanted))
    return _Page(wanted, found, first, terms(wanted.words), hints).fitting(room)


def _hints(asked: Asked, wanted: Wanted) -> Iterator[str]:
    """What may have been meant by a search that finds nothing."""
    db, uid = asked.handle.db, asked.handle.uid
    if author := wanted.filter.author:
        # Of all who ever wrote there may be many: the last ones are read quickly.
        last = {revision.author: None for revision in maps.list_revisions(db, uid, _REVISIONS) if revision.author}
        if last and author not in last:
            yield f"author: takes a whole name; the last authors are {', '.join(map(typed, list(last)[:_AUTHORS]))}."
        elif not last:
            yield "author: takes a whole name, as author:agent:name."
    if (ref := as_ref(usual(wanted.words))) and not wanted.said:
        yield f"OPEN: {ref} finds no entry either; {ref_not_found(asked.handle, ref).hint}."


def _placed(asked: Asked, wanted: Wanted) -> Wanted:
    """With the path of the sub-map that was meant."""
    name = wanted.filter.submap
    if name is None:
        return wanted
    if asked.places.find(name) is None and asked.places.is_root(name):
        return replace(wanted, filter=replace(wanted.filter, submap=None))
    part = asked.places.find(name)
    if part is None and wanted.filter.archived:
        return wanted  # it may be archived itself, which the search knows
    if part is None:
        near = asked.places.near(name) or [part.path for part in asked.places.parts[:5]]
        hint = f"there {'is' if len(near) == 1 else 'are'} {listed(near)}" if near else "the map has no sub-maps"
        raise SubMapNotFound(f"no sub-map {one_line(name, 80)!r}", hint)
    return replace(wanted, filter=replace(wanted.filter, submap=part.path))


def _search(asked: Asked, wanted: Wanted, k: int) -> SearchResult:
    f = wanted.filter
    given = {
        "kinds": f.kinds,
        "submap": f.submap,
        "status": f.status,
        "min_confidence": f.min_confidence,
        "author": f.author,
        "source": f.source,
        "since": f.since,
        "until": f.until,
        "archived": f.archived,
    }
    return asked.map.search(
        wanted.words, k, **{name: value for name, value in given.items() if value not in (None, ())}
    )


@dataclass(frozen=True, slots=True)
class _Page:
    """Hits from the ``first`` on, to be written within a budget."""

    wanted: Wanted
    found: SearchResult
    first: int
    terms: Sequence[str]
    hints: Sequence[str] = ()

    @property
    def hits(self) -> tuple[Hit, ...]:
        return self.found.hits[self.first - 1 : self.first - 1 + _HITS]

    @property
    def more(self) -> bool:
        """Whether there are hits after these."""
        return len(self.found.hits) > self.first - 1 + _HITS

    def fitting(self, room: Room) -> str:
        if not self.hits:
            whole = "\n".join([self._head(0), *self._lacks(), *self.hints, self._nothing()])
            return whole if room.fits(whole) else room.cut("\n".join([self._head(0), *self.hints, self._nothing()]))
        for count in range(len(self.hits), 0, -1):
            for paths in (True, False):
                if fitting := room.widest(lambda width: self._written(count, width, paths), _NARROWEST, _WIDEST):  # noqa: B023
                    return fitting[1]
        for going_on in (True, False):
            if fitting := room.widest(lambda width: self._brief(width, going_on), _LEAST, _WIDEST):  # noqa: B023
                return fitting[1]
        return room.cut(self._brief(_LEAST, False))

    def _written(self, count: int, width: int, paths: bool) -> str:
        lines = [self._head(count), *self._lacks()]
        for number, hit in enumerate(self.hits[:count], self.first):
            lines.append(f"{number}. {_about(hit, paths)}")
            if said := _said(hit, self.terms, width):
                lines.append(f"   {said}")
        return "\n".join([*lines, *self._going_on(count)])

    def _brief(self, width: int, going_on: bool) -> str:
        """The first hit alone: which it is, and what it says."""
        hit = self.hits[0]
        flags = marked(hit.flags)
        line = f"{self.first}. {hit.ref} {hit.kind}{flags}: {quoted_whole(excerpt(hit.text, self.terms, width))}"
        return "\n".join([line, *(self._going_on(1) if going_on else ())])

    def _going_on(self, count: int) -> Iterator[str]:
        """How to get the hits after these."""
        left = len(self.hits) - count
        if left or self.more:
            amount = f"{left} {'or more' if self.more else 'more'}" if left else "more"
            following = f"{one_line(self.wanted.words, 200)} {self.wanted.said}".strip()
            yield f"+{amount}: SEARCH: {following} from:{self.first + count}"

    def _head(self, count: int) -> str:
        last = self.first + count - 1
        range_ = f"hits {self.first} to {last}" if self.first > 1 else f"{count} hit{'' if count == 1 else 's'}"
        filters = f" with {self.wanted.said}" if self.wanted.said else ""
        return f"SEARCH {quoted(self.wanted.words, 80)}{filters}: {range_ if count else 'nothing found'}"

    def _lacks(self) -> list[str]:
        return [f"({_lack(leg, reason)})" for leg, reason in self.found.missing.items()]

    def _nothing(self) -> str:
        if self.first > 1 and self.found.hits:
            return f"There are {len(self.found.hits)} hits in all."
        if not says_something(self.wanted.words):
            return "SEARCH needs words; OPEN: todos, OPEN: findings … list what there is."
        narrower = "without the filters" if self.wanted.said else "in other words"
        return f"Try {narrower}; OPEN: map shows what there is."


def _about(hit: Hit, paths: bool) -> str:
    kind = hit.kind if not hit.status else f"{hit.kind}, {bare(hit.status, 20)}"
    said = marked([*hit.flags])
    place = f" {one_line(hit.path, 200)}" if paths and hit.path else ""
    pointer = f" at {one_line(hit.pointer, 200)}" if hit.pointer else ""
    similar = f"; the same in {listed(hit.similar)}" if hit.similar else ""
    return f"{hit.ref} {kind}{said}{place}{pointer}{similar}"


def _said(hit: Hit, wanted: Sequence[str], width: int) -> str:
    if not width:
        return ""
    title = one_line(hit.title, min(width, 100))
    text = excerpt(hit.text, wanted, width)
    # A section's text may begin with its heading.
    return quoted_whole(text if not title or text.startswith(title) else f"{title}: {text}")


def _lack(leg: str, reason: str) -> str:
    said = one_line(reason, _REASON)
    if leg == "query":
        return f"the query: {said}"
    return said if said.startswith("the query") else f"without {leg}: {said}"
