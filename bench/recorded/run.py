"""A research project as its agents would write it down, step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from bench.recorded.chinese import CHINESE
from bench.recorded.claiming import decide, dispute, propose
from bench.recorded.english import ENGLISH
from bench.recorded.grammar import Grammar, Language
from bench.recorded.notebook import PERSON, Notebook, Page, batches_of
from bench.recorded.phases import close, plan, turn
from bench.recorded.sourcing import gone, read_in
from bench.recorded.step import Step
from bench.recorded.working import work

LanguageName: TypeAlias = Literal["en", "zh"]
LANGUAGES: Final[Mapping[LanguageName, Language]] = {"en": ENGLISH, "zh": CHINESE}
_FIRST_CONSTRAINTS = 3


def steps(seed: int, count: int = 1000, language: LanguageName = "en") -> Iterator[Step]:
    """The steps of a run, for a map with nothing in it: the same ones for the same arguments.

    They name entries by the refs that the map will have given them, so none of them can be left out. A run of another
    count is another run: its phases are as much longer.
    """
    rng = random.Random(f"{seed} {count} {language}")
    words = LANGUAGES[language]
    book = Notebook(rng, words, Grammar(words, rng))
    phases = plan(rng, words, count)
    for now, phase in enumerate(phases):
        number = now + 1
        pages = _said_by_person(book, number, count)
        turned = turn(book, now, phases)
        pages += turned
        # Sources come before the batches, so not into a sub-map that one of these makes.
        sources, lost = () if turned else read_in(book, phase.scopes), gone(book)
        pages.append(work(book, number, phase.scopes, phase.place.title))
        pages += dispute(book)
        pages += propose(book, number, count)
        if number == count:
            last = Page(book, "agent:planner", "", book.grammar.say("because"))
            close(last, phase, None)
            pages.append(last)
        yield Step(number, phase.place.key, sources, lost, batches_of(pages), decide(book, number))


def _said_by_person(book: Notebook, number: int, count: int) -> list[Page]:
    """The goal and the first constraints at the beginning; the other constraints later."""
    page = Page(book, PERSON, "", book.grammar.say("verdict"))
    constraints = book.language.constraints
    if number == 1:
        page.update("meta.ultimate_goal", book.language.goal)
        for text in constraints[:_FIRST_CONSTRAINTS]:
            page.add("constraint", "", text)
    for later, text in enumerate(constraints[_FIRST_CONSTRAINTS:], 1):
        if number == 1 + count * later // 4:
            page.add("constraint", "", text)
    return [page]
