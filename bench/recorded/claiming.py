"""Findings: new ones, corrected ones, and those that contradict each other; and what they make the agents propose."""

from __future__ import annotations

from collections.abc import Mapping

from bench.recorded.notebook import PERSON, Claim, Notebook, Page, Waiting, without_none
from bench.recorded.step import Decision


def claim(page: Page, scope: str, topic: Mapping[str, str], support: list[str]) -> str:
    """A new finding; its ref."""
    book = page.book
    confidence = round(book.rng.uniform(0.3, 0.9), 2) if book.chance(0.25) else None
    value = without_none(
        text=book.grammar.say_new("finding", **topic),
        confidence=confidence,
        supported_by=support,
        who=book.grammar.say("who") if book.chance(0.15) else None,
    )
    ref = page.add("finding", scope, value)
    trust = page.trust if confidence is None else min(confidence, page.trust)
    book.claims.append(Claim(ref, scope, topic, trust, list(support)))
    return ref


def correct(page: Page) -> None:
    """Now and then an earlier finding turns out to be otherwise, gets more support, or settles a dispute."""
    book = page.book
    older = [claim for claim in book.claims[:-3] if claim.trust <= page.trust]
    if older and book.chance(0.05):
        wrong = book.rng.choice(older[-30:])
        page.update(f"{wrong.ref}.text", book.grammar.say_new("finding", **wrong.topic))
        wrong.trust = page.trust
    if older and book.passages and book.chance(0.05):
        backed, (_, passage) = book.rng.choice(older), book.rng.choice(book.passages)
        if passage not in backed.support:
            page.link(backed.ref, "supported_by", passage)
            backed.support.append(passage)
    settled = [pair for pair in book.disputes if pair[1].trust <= page.trust]
    if settled and book.chance(0.1):
        right, wrong = settled[0]
        value = {"text": book.grammar.say_new("finding", **right.topic), "supersedes": [wrong.ref]}
        book.claims.append(Claim(page.add("finding", right.scope, value), right.scope, right.topic, page.trust, []))
        book.drop_claim(wrong)


def dispute(book: Notebook) -> list[Page]:
    """Now and then the web says something else than what a tool or document said: both stay."""
    firm = [claim for claim in book.claims[-40:] if claim.trust >= 0.6]
    if not firm or not book.chance(0.025):
        return []
    old = book.rng.choice(firm)
    source = f"web:https://heat-{book.rng.randint(1, 60)}.example.org/{book.rng.randint(100, 999)}"
    page = Page(book, "agent:researcher", source, book.grammar.say("because", **old.topic))
    value = {"text": book.grammar.say_new("finding", **old.topic), "confidence": 0.4, "contradicts": [old.ref]}
    new = Claim(page.add("finding", old.scope, value), old.scope, old.topic, 0.4, [])
    book.claims.append(new)
    book.disputes.append((old, new))
    return [page]


def propose(book: Notebook, number: int, count: int) -> list[Page]:
    """Now and then an agent wants another hypothesis, and once another goal: that is a person's to decide."""
    if book.waiting is not None:
        return []
    goals = {max(6, count * share // 10): text for share, text in zip((3, 7), book.language.goals, strict=True)}
    if number not in goals and number != 4 and not book.chance(0.02):
        return []
    page = Page(book, "agent:planner", "", book.grammar.say("because"))
    until = number + book.rng.randint(2, 6)
    if number in goals:
        book.waiting = Waiting(page.propose("meta.ultimate_goal", goals[number]), until)
        return [page]
    rests = tuple(claim.ref for claim in book.claims[-8:] if book.chance(0.3))
    value = without_none(text=book.grammar.say_new("hypothesis"), supported_by=list(rests))
    book.waiting = Waiting(page.propose("working_memory.hypothesis", value), until, rests)
    return [page]


def decide(book: Notebook, number: int) -> tuple[Decision, ...]:
    """What a person says to what was proposed some steps ago."""
    waiting = book.waiting
    if waiting is None or number < waiting.until:
        return ()
    book.waiting = None
    live = {claim.ref for claim in book.claims}
    confirmed = live.issuperset(waiting.rests) and book.chance(0.75)
    return (Decision(waiting.ref, confirmed, PERSON, book.grammar.say("verdict")),)
