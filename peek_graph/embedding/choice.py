"""Which local embedder fits a map's first texts."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from peek_graph.embedding.base import Choice
from peek_graph.embedding.registry import CHINESE, ENGLISH, MULTILINGUAL

_CHARACTERS = 200_000
_CHARACTERS_OF_ONE = 5_000  # so that one long text does not speak for all
_STRAY = 0.03  # formulas, names and quotations in another script
_HAN_DOMINATES = 0.7  # the rest being Latin: Chinese texts are full of English terms
_ACCENTED = 0.015  # English stays below it even with some names; German (1.9 %), Spanish, French lie above
_WORDLIKE = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO")
_LETTERS_A_WORD = 5


def choose_embedder(texts: Iterable[str]) -> Choice:
    """The embedder for ``auto``, by the scripts of the first 200,000 characters of ``texts``.

    Latin without many accents: English. Han, with Latin at most: Chinese. All else: the multilingual one.
    """
    letters = _letters(texts)
    weights = {"Latin": 0, "Han": 0, "other": 0}
    accented = 0
    for letter, count in letters.items():
        script, weight = _script(letter)
        weights[script] += count * weight
        if script == "Latin" and not letter.isascii():
            accented += count * weight
    total = sum(weights.values())
    if not total:
        return Choice(ENGLISH, "the texts have no letters to judge by")
    latin, han, other = (weights[script] / total for script in ("Latin", "Han", "other"))
    shares = f"Latin {latin:.1%}, Han {han:.1%}, other scripts {other:.1%}"
    if latin >= 1 - _STRAY:
        share = accented / weights["Latin"]
        if share <= _ACCENTED:
            return Choice(ENGLISH, f"the texts look English ({shares})")
        return Choice(MULTILINGUAL, f"the texts do not look English: {share:.1%} of letters have accents ({shares})")
    if han >= _HAN_DOMINATES and other <= _STRAY:
        return Choice(CHINESE, f"the texts are mainly Chinese ({shares})")
    return Choice(MULTILINGUAL, f"the texts are of several or other scripts ({shares})")


def _letters(texts: Iterable[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    left = _CHARACTERS
    for text in texts:
        taken = text[: min(left, _CHARACTERS_OF_ONE)]
        counts.update(unicodedata.normalize("NFKC", taken))  # accents onto letters; full-width letters become plain
        left -= len(taken)
        if left <= 0:
            break
    return Counter({character: count for character, count in counts.items() if character.isalpha()})


def _script(letter: str) -> tuple[str, int]:
    """A letter's script, and its weight in letters: one Han character says about as much as a word."""
    name = unicodedata.name(letter, "")
    if name.startswith(("CJK UNIFIED", "CJK COMPATIBILITY IDEOGRAPH")):
        return "Han", _LETTERS_A_WORD
    if name.startswith("LATIN"):
        return "Latin", 1
    return "other", _LETTERS_A_WORD if name.startswith(_WORDLIKE) else 1
