"""Makes full-text queries from words alone: no character of a user's text is ever Lucene syntax.

Text is taken apart into runs of letters, digits and marks; these are lower-cased (so AND, OR, NOT and TO are words),
and everything else only separates. What is left holds no special character, so there is nothing to escape.

The analyzers keep some signs inside a word: ``node:fs``, ``3.14``, ``a_b`` and ``don't`` are one term each in the
index. Such a compound is asked for as a whole in quotes, where its signs are plain text, and by its parts, which the
index holds X.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

# A query is refused by Lucene above 1,024 clauses, and each term is one for each of three fields.
_MOST_TERMS = 300
_MOST_CHARACTERS = 20_000
_FORM: Literal["NFKC"] = "NFKC"
# Signs that Unicode's word breaking (UAX 29), and so Lucene's tokenizer, does not break at between letters or digits.
_APOSTROPHES = "'’"
_INSIDE = "_.:,;·" + _APOSTROPHES
_SIGN_INSIDE = re.compile(r"(?<=.)[_.:,;·](?=.)|^_|_$", re.DOTALL)
_AT_WRAP = re.compile(r"(\w)[^\S\n]*\r?\n[^\S\n]*(?=(\w))")
_LONGEST_PHRASE = 400
# English auxiliaries and pronouns that are nothing else. The analyzer knows only a third of such words, and where texts
# are passages they are rare enough to count: without them dialogues gain two of a hundred in full text. What may be a
# name or a noun is not among them (`us`, `may`, `can`, `am`), nor are question words: `who` stands in answers too.
_SAYS_LITTLE = frozenset(
    {
        *("were", "been", "do", "does", "did", "doing", "has", "have", "had", "having", "could", "should", "would"),
        *("i", "me", "my", "we", "our", "ours", "you", "your", "yours"),
        *("he", "him", "his", "she", "her", "hers", "its", "them"),
    }
)


@dataclass(frozen=True, slots=True)
class Terms:
    """A query's words: ``words`` for the English index, ``grams`` (pairs of characters) for the CJK one."""

    words: tuple[str, ...]
    grams: tuple[str, ...]
    dropped: int

    def __bool__(self) -> bool:
        return bool(self.words or self.grams)

    @property
    def mixed(self) -> tuple[str, ...]:
        """What the CJK index is asked: pairs, and words as far as one query holds both."""
        return (*self.grams, *self.words)[:_MOST_TERMS]


def terms_of(text: str) -> Terms:
    """The distinct terms of ``text`` in order; ``dropped`` counts those above what one query can hold."""
    words: dict[str, None] = {}
    grams: dict[str, None] = {}
    # One character may stand for eighteen others.
    usual = unicodedata.normalize(_FORM, text[:_MOST_CHARACTERS])[:_MOST_CHARACTERS]
    for chunk in _chunks(_lower(usual)):
        if _is_compound(chunk):
            words[_word(chunk)] = None
        for part in _parts(chunk):
            for cjk, characters in groupby(part, key=is_cjk):
                run = "".join(characters).strip(_APOSTROPHES)
                if cjk:
                    grams.update(dict.fromkeys(_grams(run)))
                elif run:
                    words[_word(run)] = None
    words = {word: None for word in words if word not in _SAYS_LITTLE} or words
    # One index is asked for the words, the other for both.
    dropped = max(0, len(words) + len(grams) - _MOST_TERMS)
    if len(text) > _MOST_CHARACTERS:
        dropped += len(text[_MOST_CHARACTERS:].split())
    return Terms(tuple(words)[:_MOST_TERMS], tuple(grams)[:_MOST_TERMS], dropped)


def missed_terms(text: str) -> str:
    """Terms that the analyzers do not make of ``text`` and a query may ask for; to be indexed beside it.

    The parts of compounds: without them ``fs`` would not find ``node:fs``; and what stands between underscores, as
    ``init`` in ``__init__``. Words in compatibility forms (full-width ``ＡＢＣ``) as they are usually written. And the
    pairs of CJK characters that a line break keeps apart, since such text is wrapped without regard to words.
    """
    # Of every text that is written, so what is rare is looked for first: run by run, as a run may be the whole text.
    likely = " ".join(run for run in text.split() if _SIGN_INSIDE.search(run))
    parts = [part for run in _runs(likely) for part in _missed_of(run)]
    if not unicodedata.is_normalized(_FORM, text):
        as_written = set(_words(text))
        parts += [word for word in _words(unicodedata.normalize(_FORM, text)) if word not in as_written]
    parts += [f"{end}{start}" for end, start in _AT_WRAP.findall(text) if is_cjk(end) and is_cjk(start)]
    return " ".join(dict.fromkeys(parts))


def phrase_of(text: str) -> str:
    """``text`` as one phrase: its words in their order, whatever stands between them; '' if it has none."""
    words = " ".join(_chunks(_lower(unicodedata.normalize(_FORM, text[:_LONGEST_PHRASE]))))
    return f'"{words}"' if words else ""


def name_of(text: str) -> str:
    """``text`` as one phrase of all that stands in it, for what is compared whole; '' if that cannot be asked for.

    In a phrase no sign but these two means anything, and what the analyzers make of the rest they make of it twice.
    """
    if len(text) > _LONGEST_PHRASE or '"' in text or "\\" in text or not phrase_of(text):
        return ""
    return f'"{text}"'


def is_cjk(character: str) -> bool:
    """Whether the CJK analyzer indexes this character by pairs: Han, Kana, Hangul and their extensions."""
    code = ord(character)
    return (
        0x3040 <= code <= 0x30FF  # Hiragana, Katakana
        or 0x3400 <= code <= 0x4DBF
        or 0x4E00 <= code <= 0x9FFF
        or 0xAC00 <= code <= 0xD7AF  # Hangul
        or 0x1100 <= code <= 0x11FF
        or 0xF900 <= code <= 0xFAFF
        or 0xFF66 <= code <= 0xFF9F  # half-width Katakana
        or 0x20000 <= code <= 0x3FFFF
    )


def _chunks(text: str) -> Iterable[str]:
    """Words with what the analyzers may keep inside them."""
    return filter(None, (run.strip(_INSIDE) for run in _runs(text)))


def _missed_of(run: str) -> list[str]:
    chunk = run.strip(_INSIDE)
    # An underscore is a part of the word for the analyzers, also at its ends.
    if chunk and (f"_{chunk}" in run or f"{chunk}_" in run):
        return _parts(chunk)
    return [part for part in _parts(chunk) if part != chunk] if _is_compound(chunk) else []


def _runs(text: str) -> list[str]:
    return "".join(c if c in _INSIDE or _is_wordlike(c) else " " for c in text).split()


def _lower(text: str) -> str:
    # Letter by letter, as the analyzers do: no sigma is another one at the end of a word, and an I with a dot is an i.
    return text.lower() if text.isascii() else "".join(map(str.lower, text.replace("İ", "i")))


def _word(text: str) -> str:
    return f'"{text}"' if any(c in _INSIDE for c in text) else text


def _words(text: str) -> list[str]:
    return [part for chunk in _chunks(text) for part in _parts(chunk)]


def _is_compound(chunk: str) -> bool:
    return any(c in _INSIDE for c in chunk) and not any(is_cjk(c) for c in chunk)


def _parts(chunk: str) -> list[str]:
    # Not at an apostrophe: the English analyzer takes `Ann's` for `Ann`, so its parts would count the name twice.
    return "".join(" " if c in _INSIDE and c not in _APOSTROPHES else c for c in chunk).split()


def _is_wordlike(character: str) -> bool:
    return unicodedata.category(character)[0] in "LMN"


def _grams(run: str) -> Iterable[str]:
    # The index holds a lone character only where it stood alone; inside a longer run it begins or ends a pair.
    if len(run) == 1:
        return (run, f"{run}*")
    return (run[start : start + 2] for start in range(len(run) - 1))
