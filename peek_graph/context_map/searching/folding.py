"""Folds near-duplicates: of hits that say nearly the same, the best one is shown and names the others."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from peek_graph.graph.lucene import is_cjk
from peek_graph.graph.search import ShownEntry

_RUN: Final = 3
# One other word in a text of sixty leaves 0.9 of its runs of three: a shorter text is a duplicate only word by word.
_ALIKE: Final = 0.92
_WORD: Final = re.compile(r"\w")
# What says something between words: `C#`, `x > 5`, `a != b`, `-5`; not a hyphen in a word, nor what sets it in bold.
_SIGN: Final = re.compile(r"[#%&@/\\]|!(?=\S)|(?<!\w)[-–](?=\d)")
_MARKUP: Final = "`^"
# With one of these more, it is the opposite. `isn't` is two words here.
_DENIALS: Final = frozenset(["no", "not", "never", "none", "nor", "without", "cannot", "t"]) | frozenset(
    "不没沒未无無非否勿莫않못없"
)
_LONGEST: Final = 4_000


def folded(entries: Iterable[ShownEntry], limit: int) -> list[tuple[ShownEntry, tuple[str, ...]]]:
    """The first ``limit`` that differ, each with the refs of those that were folded into it.

    Numbers tell apart (``Python 3.11`` and ``3.12``), signs (``C++`` and ``C#``), denials, kinds, and what the texts do
    not say: a todo's status, an action's outcome, who said it and when. Contradictions stand side by side.
    """
    kept: list[tuple[ShownEntry, _Said, list[str]]] = []
    # Of a thousand hits there are half a million pairs, of which hardly any have a run in common.
    saying: dict[tuple[str, ...], list[int]] = {}
    for entry in entries:
        said = _Said(entry.text)
        near = sorted({place for words in said.telltales() for place in saying.get(words, ())})
        twin = next((kept[n][2] for n in near if _are_twins(*kept[n][:2], entry, said)), None)
        if twin is not None:
            twin.append(entry.ref)
        elif len(kept) < limit:
            for words in {said.words, *said.runs}:
                saying.setdefault(words, []).append(len(kept))
            kept.append((entry, said, []))
    return [(entry, tuple(refs)) for entry, _, refs in kept]


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts differ by no more than some words, none of which tells them apart."""
    return _say_the_same(_Said(one), _Said(other))


def tells_apart(one: str, other: str) -> bool:
    """Whether they have other numbers, signs or denials."""
    return _Said(one).telling != _Said(other).telling


class _Said:
    def __init__(self, text: str) -> None:
        self.words = tuple(_words(text[:_LONGEST]))
        self.telling = tuple(sorted(filter(_tells, self.words)))
        self.counts = Counter(self.words)
        self.runs = frozenset(zip(*(self.words[start:] for start in range(_RUN)), strict=False))

    def telltales(self) -> Iterator[tuple[str, ...]]:
        """Of these a twin has one at least: it lacks fewer runs than there are."""
        yield self.words
        yield from islice(self.runs, int(len(self.runs) * (1 - _ALIKE)) + 1)


def _are_twins(one: ShownEntry, said: _Said, other: ShownEntry, saying: _Said) -> bool:
    if one.contradicted or other.contradicted or not said.words:
        return False
    if (one.kind, one.status, one.apart) != (other.kind, other.status, other.apart):
        return False
    if max(len(one.text), len(other.text)) > _LONGEST:
        return one.text == other.text
    return _say_the_same(said, saying)


def _say_the_same(said: _Said, saying: _Said) -> bool:
    if said.words == saying.words:
        return True
    if said.telling != saying.telling or not (said.runs and saying.runs):
        return False
    if len(said.runs & saying.runs) < _ALIKE * len(said.runs | saying.runs):
        return False
    # Some words more say nearly the same; one in the place of another (`rose`, `fell`) does not.
    return said.counts <= saying.counts or saying.counts <= said.counts


def _words(text: str) -> Iterator[str]:
    word = ""
    text = unicodedata.normalize("NFKC", text).casefold()
    signs = {found.start() for found in _SIGN.finditer(text)}
    for place, character in enumerate(text):
        if _WORD.match(character) and not is_cjk(character):
            word += character
            continue
        if word:
            yield word
            word = ""
        if is_cjk(character) or place in signs or _is_symbol(character):
            yield character
    if word:
        yield word


def _is_symbol(character: str) -> bool:
    return character not in _MARKUP and unicodedata.category(character)[0] == "S"


def _tells(word: str) -> bool:
    return word in _DENIALS or any(map(str.isdigit, word)) or not any(map(str.isalnum, word))
