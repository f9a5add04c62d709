"""Phases of a recorded run: sub-maps that are opened, left for a while, closed with a summary, and put away."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from bench.recorded.grammar import Language, Place
from bench.recorded.notebook import Notebook, Page, inside, is_in
from bench.recorded.working import new_task, put_back

_FEWEST, _MOST = 5, 8
_SHORTEST = 8
_KEPT = 3


@dataclass
class Phase:
    """A phase; ``scopes`` are its sub-map and those in it."""

    number: int
    place: Place
    last: int
    scopes: list[str] = field(default_factory=list)
    closed: bool = False


def plan(rng: random.Random, language: Language, count: int) -> list[Phase]:
    """The phase of each step: up to eight follow each other, and some are returned to once more."""
    most = max(1, min(_MOST, count // _SHORTEST))
    chosen = sorted(rng.sample(range(len(language.phases)), rng.randint(min(_FEWEST, most), most)))
    weights = [rng.uniform(0.6, 1.4) for _ in chosen]
    numbers: list[int] = []
    for number in range(len(chosen)):
        end = round(count * sum(weights[: number + 1]) / sum(weights))
        numbers += [number] * (end - len(numbers))
        length = numbers.count(number)
        if number and length >= _SHORTEST and rng.random() < 0.6:
            begin, back = len(numbers) - length * 2 // 3, 2 + length // 12
            numbers[begin : begin + back] = [number - 1] * back
    last = {number: at for at, number in enumerate(numbers)}
    phases = {number: Phase(number, language.phases[chosen[number]], last[number]) for number in last}
    return [phases[number] for number in numbers]


def turn(book: Notebook, now: int, phases: list[Phase]) -> list[Page]:
    """What is changed where another phase begins, an earlier one goes on, or the run ends."""
    phase, before = phases[now], phases[now - 1] if now else None
    if phase is before:
        return []
    page = Page(book, "agent:planner", "", book.grammar.say("because"))
    if before:
        put_back(page)
    if phase.scopes:
        page.update(f"sub_maps.{phase.place.key}.status", "open")
    else:
        _open(page, phase)
        _put_away(page, phases[:now], phase)
    if before and before.last < now:
        close(page, before, phase.place.key)
    elif before:
        page.update(f"sub_maps.{before.place.key}.status", "paused")
    return [page]


def close(page: Page, phase: Phase, following: str | None) -> None:
    """A phase ends: its best findings go up, its todos on or away, and its summary stays."""
    book, key = page.book, phase.place.key
    findings = [claim for claim in book.claims if is_in(claim.scope, key)]
    for claim in sorted(findings, key=lambda claim: -claim.trust)[: book.rng.randint(2, 4)]:
        page.move(claim.ref, "")
        claim.scope = ""
    for task in book.tasks_in(key):
        if following and book.chance(0.5):
            page.move(task.ref, following)
            task.scope = following
            continue
        if book.chance(0.5):
            page.update(f"{task.ref}.status", "cancelled")
        else:
            page.delete(task.ref)
        book.tasks.remove(task)
    page.update(f"sub_maps.{key}", {"summary": book.grammar.say("outcome"), "status": "done"})
    phase.closed = True


def _open(page: Page, phase: Phase) -> None:
    book, key = page.book, phase.place.key
    page.add("submap", "", {"title": phase.place.title, "kind": "phase"}, key=key)
    phase.scopes = [key, key, key]
    if book.chance(0.6):
        topic = book.rng.choice(book.language.topics)
        page.add("submap", key, {"title": topic.title, "kind": "topic"}, key=topic.key)
        phase.scopes.append(f"{key}.{topic.key}")
    for _ in range(book.rng.randint(3, 6)):
        new_task(page, book.rng.choice(phase.scopes))


def _put_away(page: Page, earlier: list[Phase], phase: Phase) -> None:
    """A phase that was closed long ago leaves the live map; its best findings are in the map itself."""
    for old in {old.number: old for old in earlier}.values():
        if old.closed and old.scopes and old.number <= phase.number - _KEPT:
            page.delete(inside(old.place.key).rstrip("."))
            page.book.drop_scope(old.place.key)
            old.scopes = []
