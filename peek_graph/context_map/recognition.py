"""Recognises a document's sections in its source as it reads now, by the surest sign first."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Sequence

from peek_graph.graph.documents import StoredSection
from peek_graph.records import Passage

# About half of each text in common: an edited text, not another one that took its place.
_LIKE = 0.34
_COMPARED_CHARS = 2_000
_GRAM = 4
# Where many are left under one heading, only near places are compared: all pairs of thousands would take minutes.
_MOST_PAIRS = 4_000
_NEAR = 8
_BLANK = re.compile(r"\s+")


def recognise(live: Sequence[StoredSection], passages: Sequence[Passage]) -> dict[int, StoredSection]:
    """Position of a passage -> the stored section it is; the others are new, and the sections left over are gone.

    First the same text under the same heading, then the same text anywhere, then a text that was rewritten: alone
    under its heading before and now, or like the one that stood there. A place alone is no sign: where a text without
    headings loses its first paragraph, each ref would come to mean the next one.
    """
    pairs: dict[int, StoredSection] = {}
    left = _pair(
        pairs, live, passages, lambda s: (s.heading_path, s.text_hash), lambda p: (p.heading_path, p.text_hash)
    )
    left = _pair(pairs, left, passages, lambda s: s.text_hash, lambda p: p.text_hash)
    sections: defaultdict[tuple[str, ...], list[StoredSection]] = defaultdict(list)
    positions: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for section in left:
        sections[section.heading_path].append(section)
    for position, passage in enumerate(passages):
        if position not in pairs:
            positions[passage.heading_path].append(position)
    alone = _counts_of_one(section.heading_path for section in live) & _counts_of_one(p.heading_path for p in passages)
    for heading_path, places in positions.items():
        if heading_path and heading_path in alone:
            pairs.update(zip(places, sections[heading_path], strict=False))
        else:
            pairs.update(_rewritten(places, sections[heading_path], passages))
    return pairs


def likeness(one: str, other: str) -> float:
    """0 to 1: the share of runs of four characters that two texts have in common, in any script."""
    first, second = _grams(one), _grams(other)
    return len(first & second) / len(first | second) if first or second else 1.0


def _pair(
    pairs: dict[int, StoredSection],
    left: Sequence[StoredSection],
    passages: Sequence[Passage],
    of_section: Callable[[StoredSection], Hashable],
    of_passage: Callable[[Passage], Hashable],
) -> list[StoredSection]:
    """Pair by an equal sign, in order; the sections still left."""
    waiting: defaultdict[Hashable, deque[StoredSection]] = defaultdict(deque)
    for section in left:
        waiting[of_section(section)].append(section)
    for position, passage in enumerate(passages):
        if position not in pairs and (queue := waiting.get(of_passage(passage))):
            pairs[position] = queue.popleft()
    taken = {section.uid for section in pairs.values()}
    return [section for section in left if section.uid not in taken]


def _rewritten(
    places: Sequence[int], sections: Sequence[StoredSection], passages: Sequence[Passage]
) -> dict[int, StoredSection]:
    """The likest pairs first, each place and each section once."""
    near = len(places) * len(sections) > _MOST_PAIRS
    found = [
        (likeness(section.text, passages[place].text), number, other)
        for number, place in enumerate(places)
        for other, section in enumerate(sections)
        if not near or abs(number - other) <= _NEAR
    ]
    pairs: dict[int, StoredSection] = {}
    taken: set[int] = set()
    for like, number, other in sorted(found, key=lambda item: (-item[0], abs(item[1] - item[2]), item[1])):
        if like >= _LIKE and places[number] not in pairs and other not in taken:
            pairs[places[number]] = sections[other]
            taken.add(other)
    return pairs


def _counts_of_one(heading_paths: Iterable[tuple[str, ...]]) -> set[tuple[str, ...]]:
    return {heading_path for heading_path, count in Counter(heading_paths).items() if count == 1}


def _grams(text: str) -> set[str]:
    squeezed = _BLANK.sub(" ", text[:_COMPARED_CHARS].lower())
    return {squeezed[start : start + _GRAM] for start in range(max(1, len(squeezed) - _GRAM + 1))} - {""}
