"""Which names stand in a text, and where. Pure, in any script; linear in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from peek_graph.context_map.mentions.weight import has_weight
from peek_graph.context_map.mentions.words import BREAK, Words, words_of

Place: TypeAlias = tuple[int, int, str]
"""Where a name may begin in a text, the number of words, and the head that a name there would have."""

MOST_WORDS: Final = 32
MOST_CHARACTERS: Final = 200
"""Nobody repeats a longer title word by word."""

# Each place of a text is looked up once for each length up to these. Two words are few enough names apart.
_HEAD: Final = 2
_DENSE_HEAD: Final = 3


@dataclass(frozen=True, slots=True)
class Found:
    """A form at some words of a text."""

    head: str
    form: str
    start: int
    end: int


def head_of(words: Words) -> str:
    """The first words of a name, by which it is looked up; a short one is its own."""
    return words.join(0, min(_head_size(words, 0), len(words)))


def heads_of(text: str) -> set[str]:
    """The heads of all names that a text may hold."""
    return {head for _, _, head in heads_in(words_of(text))}


def heads_in(words: Words) -> Iterator[Place]:
    """Each place at which a name may begin, for each length of a head."""
    norms, total = words.norms, len(words)
    for start, norm in enumerate(norms):
        if norm == BREAK:
            continue
        size = _head_size(words, start)
        if not words.dense[start] and has_weight(norm):
            yield start, 1, norm
        for count in range(2, min(size, total - start) + 1):
            # Shorter than a head, it would be all of a name, which ends in a word.
            if count == size or norms[start + count - 1] != BREAK:
                yield start, count, words.join(start, start + count)


def continued(words: Words, places: Iterable[Place]) -> Iterator[tuple[str, str]]:
    """(head, form) of all names that could stand at these places."""
    for start, count, head in places:
        for _, form in _grown(words, start, count, head, MOST_CHARACTERS):
            yield head, form


def standing_in(
    words: Words, names: Mapping[str, Mapping[str, bool]], places: Iterable[Place] | None = None
) -> Iterator[Found]:
    """Where ``names`` (head -> form -> loose) stand, also inside others; ``places``: those of `heads_in` to look at."""
    for start, count, head in heads_in(words) if places is None else places:
        if below := names.get(head):
            for end, form in _grown(words, start, count, head, max(map(len, below))):
                if form in below and words.is_whole(start, end) and (below[form] or _is_marked(words, start, end)):
                    yield Found(head, form, start, end)


def found_in(
    words: Words, names: Mapping[str, Mapping[str, bool]], places: Iterable[Place] | None = None
) -> list[Found]:
    """The same in the order of the text, where of two that overlap the longer one holds the place."""
    taken = bytearray(len(words))
    kept = []
    standing = standing_in(words, names, places)
    for found in sorted(standing, key=lambda found: (found.start - found.end, found.start)):
        if not any(taken[found.start : found.end]):
            taken[found.start : found.end] = b"\1" * (found.end - found.start)
            kept.append(found)
    return sorted(kept, key=lambda found: found.start)


def _grown(words: Words, start: int, count: int, head: str, longest: int) -> Iterator[tuple[int, str]]:
    """(end, form) of what begins with a head there, shortest first."""
    yield start + count, head
    if count < _head_size(words, start):
        return
    form = head
    for end in range(start + count + 1, min(start + MOST_WORDS, len(words)) + 1):
        form += words.glue(end - 1) + words.norms[end - 1]
        if len(form) > longest:
            return
        yield end, form


def _is_marked(words: Words, start: int, end: int) -> bool:
    """Whether every word of weight stands as names do; where none has weight (`Where Was I`), the first and last."""
    weighty = [place for place in range(start, end) if has_weight(words.norms[place])]
    return all(words.marked[place] for place in weighty or (start, end - 1))


def _head_size(words: Words, start: int) -> int:
    return _DENSE_HEAD if words.dense[start] else _HEAD
