"""What a name looks like in a text: the forms of a title, key or alias. Pure, in any script."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from peek_graph.context_map.mentions.matching import MOST_CHARACTERS, MOST_WORDS, head_of
from peek_graph.context_map.mentions.weight import has_weight, is_cased
from peek_graph.context_map.mentions.words import BREAK, Word, cleaned, columns, placed_words
from peek_graph.graph.mentions import Source

_ARTICLES: Final = frozenset({"the", "a", "an"})
_CLOSING: Final = {")": "(", "]": "[", "）": "（", "】": "【", "〕": "〔"}
_HIRAGANA: Final = re.compile("[\u3041-\u309f]")
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
# At these between two letters no word ends for Lucene.
_SIGNS: Final = "_.:,;·'’"
_LONGEST_TITLE: Final = 2_000


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a name. ``loose``: in lower case too; else what would tell it stands capitalised.

    ``phrases`` are spellings of it as full text has them: words, and signs that stand between two of them.
    """

    form: str
    head: str
    source: Source
    loose: bool
    phrases: tuple[str, ...] = ()


def forms_of_entry(kind: str, title: str, key: str, aliases: Iterable[str]) -> list[Form]:
    """All forms of an entry's names, each once."""
    forms: dict[str, Form] = {}
    named: list[tuple[Source, str]] = [("title", title), ("key", key), *(("alias", alias) for alias in aliases)]
    for source, text in named:
        for form in forms_of(text, source, is_variable=kind == "variable"):
            known = forms.setdefault(form.form, form)
            forms[form.form] = replace(known, loose=known.loose or form.loose)
    return list(forms.values())


def forms_of(text: str, source: Source, *, is_variable: bool = False) -> list[Form]:
    """The forms of one title, key or alias: whole, without what stands in brackets at its end, without its article.

    None for what would be found everywhere: single letters, numbers, function words. What follows a comma is no less
    part of a title than what is before it: `Lambert, Margrave of Tuscany` does not answer to `Lambert`.
    """
    whole = _Name.of(text, source, is_variable)
    bare = _without_brackets(text[:_LONGEST_TITLE])
    names = [whole, *([_Name.of(bare, "alias", is_variable)] if bare else [])]
    names += [shorter for name in names if (shorter := name.without_article())]
    return list({form.form: form for name in reversed(names) if (form := name.form())}.values())[::-1]


def phrases_of(form: str) -> tuple[str, ...]:
    """Spellings of a form whose title is gone."""
    return _Name.of(form, "alias", False).phrases()


@dataclass(frozen=True, slots=True)
class _Name:
    placed: tuple[tuple[Word, int, int], ...]
    text: str
    source: Source
    is_variable: bool

    @classmethod
    def of(cls, text: str, source: Source, is_variable: bool) -> _Name:
        clean = cleaned(text[:_LONGEST_TITLE])
        placed = list(placed_words(clean))
        while placed and placed[-1][0].norm == BREAK:
            placed.pop()
        while placed and placed[0][0].norm == BREAK:
            placed.pop(0)
        return cls(tuple(placed), clean, source, is_variable)

    def without_article(self) -> _Name | None:
        # Of the rest, one word would be too little: `Times` is not `The Times`.
        if len(self.placed) > 1 and self.placed[0][0].norm in _ARTICLES:
            rest = replace(self, placed=self.placed[1:], source="alias")
            return rest if len(rest._weighty()) > 1 else None
        return None

    def form(self) -> Form | None:
        words = columns([word for word, _, _ in self.placed])
        if not 0 < len(words) <= MOST_WORDS or not self._is_telling():
            return None
        form = words.join(0, len(words))
        if len(form) > MOST_CHARACTERS:
            return None
        return Form(form, head_of(words), self.source, self._is_loose(), self.phrases())

    def phrases(self) -> tuple[str, ...]:
        """Spellings that full text has as other terms: where a sign joins words it may have made one of them."""
        joined, dotted, split, compared = [], [], [], []
        before, end = "", 0
        for word, start, stop in self.placed:
            glue = "" if start == end and word.dense else " "
            sign = self.text[end:start]
            sign = sign if len(sign) == 1 and sign in _SIGNS else glue
            joined += [sign, word.surface]
            # Initials are one term as `J.R.R.`, and three with blanks, whichever of it the title has.
            dotted += ["." if len(before) == len(word.surface) == 1 else sign, word.surface]
            split += [glue, word.surface]
            compared += [glue, word.norm]
            before, end = "" if word.dense else word.surface, stop
        spelt = ["".join(parts).replace(BREAK, " ").strip() for parts in (joined, dotted, split, compared)]
        spelt += [spelt[0].replace("'", "’"), spelt[0].replace("’", "'")]
        return tuple(dict.fromkeys(filter(None, spelt)))

    def _weighty(self) -> list[Word]:
        return [word for word, _, _ in self.placed if has_weight(word.norm)]

    def _is_telling(self) -> bool:
        weighty = self._weighty()
        named = [word for word in weighty if not word.norm.isnumeric()]
        if not named:
            return not weighty and len(self.placed) > 2
        if len(self.placed) == 1:
            [word] = named
            return not word.dense and len(word.norm) >= (2 if is_cased(word.norm) else 3)
        if all(word.dense for word, _, _ in self.placed):
            # Two letters of an alphabet are a syllable, and two Hiragana an ending; two Han are a word.
            letters = all(_HIRAGANA.match(word.norm) or _UNSPACED.match(word.norm) for word in named)
            return len(named) >= (3 if letters else 2)
        return True

    def _is_loose(self) -> bool:
        weighty = self._weighty()
        if len(weighty) > 1:
            return True
        if not weighty or (self.source == "key" and not self.is_variable):
            return False  # a key is made of a file's name, which is in lower case whatever it is about
        return not weighty[0].marked and len(weighty[0].norm) > 2


def _without_brackets(text: str) -> str:
    """The text before brackets at its end; empty if there are none, or nothing before them."""
    bare = text.strip()
    while bare and (opening := _CLOSING.get(bare[-1])):
        depth = 0
        for place in range(len(bare) - 1, -1, -1):
            depth += (bare[place] == bare[-1]) - (bare[place] == opening)
            if depth == 0:
                break
        else:
            break
        bare = bare[:place].rstrip()
    return bare if bare != text.strip() else ""
