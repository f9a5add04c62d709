"""A step of work on one todo: what is done, what comes of it, and what is noted."""

from __future__ import annotations

from typing import Any, Final

from bench.recorded.claiming import claim, correct
from bench.recorded.notebook import Notebook, Page, Task, without_none

# What is done, how often, and who says what came of it.
_DOINGS: Final = {
    "search": (5, "agent:researcher", "tool:web_search"),
    "read": (6, "agent:researcher", "document:"),
    "compute": (4, "agent:analyst", "tool:calculator"),
    "talk": (2, "agent:researcher", ""),
    "write": (2, "agent:writer", ""),
}
_FAILS: Final = 0.12
_FEW, _MANY = 8, 25


def work(book: Notebook, number: int, scopes: list[str], phase: str) -> Page:
    """The batch of a step in the sub-maps of a phase."""
    taken = book.in_hand is None
    task = book.in_hand or _chosen(book, scopes)
    doing = book.rng.choices(list(_DOINGS), [weight for weight, _, _ in _DOINGS.values()])[0]
    _, author, source = _DOINGS[doing]
    cited = book.some_passages(2) if doing == "read" else []
    if source == "document:":
        source = f"document:{cited[0]}" if cited else ""
    page = Page(book, author, source, book.grammar.say("reason", **_about(task)) if task else "")
    if task is None:
        task = new_task(page, book.rng.choice(scopes))
    if taken:
        book.in_hand = task
        page.update(f"{task.ref}.status", "doing")
        step = book.grammar.say("step", phase=phase, task=task.text)
        if step != book.step:
            page.update("meta.current_step", step)
        book.step = step
    _act(page, number, task, doing, cited)
    _note(page, task, scopes)
    return page


def new_task(page: Page, scope: str, topic: dict[str, str] | None = None) -> Task:
    """One more todo, often about what is worked on."""
    book = page.book
    topic = topic if topic and book.chance(0.6) else book.grammar.topic()
    text = book.grammar.say_new("todo", **topic)
    priority = book.rng.choice((1, 2, 3, 3, 5, 5, 7, 9))
    ref = page.add("todo", scope, {"text": text, "priority": priority} if book.chance(0.7) else {"task": text})
    task = Task(ref, scope, text, topic, priority, book.rng.randint(1, 4))
    book.tasks.append(task)
    return task


def put_back(page: Page) -> None:
    """What is in hand waits."""
    if page.book.in_hand is not None:
        page.update(f"{page.book.in_hand.ref}.status", "pending")
        page.book.in_hand = None


def _act(page: Page, number: int, task: Task, doing: str, cited: list[str]) -> None:
    book, about = page.book, task.topic
    failed = book.chance(_FAILS)
    found = 0 if failed else book.rng.choice((0, 0, 0, 0, 0, 1, 1, 2))
    produced = [claim(page, task.scope, about, cited) for _ in range(found)]
    triggers = book.grammar.say("trigger", **about) if failed or book.chance(0.35) else None
    value = without_none(
        step=number,
        action=book.grammar.say(doing, **about),
        output=book.grammar.say("failure", **about) if failed else _output(book, about),
        outcome="failed" if failed else "ok",
        key_decision=book.grammar.say("decision", **about) if book.chance(0.3 if failed else 0.15) else None,
        next_step_triggers=[triggers] if triggers and book.chance(0.5) else triggers,
        when=book.grammar.say("when") if book.chance(0.1) else None,
        produced=produced,
        cites=cited,
    )
    page.add("action", task.scope, value)
    task.left -= 0 if failed else 1
    if failed and book.chance(0.2):
        page.update(f"{task.ref}.status", "blocked")
        book.in_hand = None
        task.left = max(1, task.left)
    elif task.left <= 0:
        page.update(f"{task.ref}.status", "done")
        book.tasks.remove(task)
        book.in_hand = None


def _note(page: Page, task: Task, scopes: list[str]) -> None:
    """What else comes to mind."""
    book = page.book
    waiting = len([task for scope in scopes for task in book.tasks if task.scope == scope])
    if book.chance(0.6 if waiting < _FEW else 0.38 if waiting < _MANY else 0.1):
        for _ in range(book.rng.choice((1, 1, 2))):
            new_task(page, book.rng.choice(scopes), dict(task.topic))
    if book.chance(0.1):
        text = book.grammar.say_new("question", **task.topic)
        book.questions.append((page.add("question", task.scope, text), task.scope))
    if book.questions and book.chance(0.09):
        ref, _ = book.questions.pop(book.rng.randrange(len(book.questions)))
        page.update(ref, {"status": "answered", "answer": book.grammar.say("answer", **task.topic)})
    if book.chance(0.06):
        _measure(page)
    if book.chance(0.05):
        _describe(page, task)
    correct(page)


def _measure(page: Page) -> None:
    book = page.book
    key = book.rng.choice(book.language.variables)
    value: Any = book.rng.choice((round(book.rng.uniform(0, 90), 2), book.rng.randint(100, 90_000)))
    if key not in book.variables:
        page.add("variable", "", value, key=key)
    elif book.variables[key] > page.trust:
        return  # it would stand beside what is trusted more
    else:
        page.update(f"working_memory.variables.{key}", value)
    book.variables[key] = page.trust


def _describe(page: Page, task: Task) -> None:
    """A document by its words alone: the source itself is not read in."""
    book = page.book
    key = book.language.document_key.format(book.numbers["document"] + 1)
    value = without_none(
        title=book.grammar.say("title", **task.topic),
        summary=book.grammar.say("summary", **task.topic),
        key_points=[book.grammar.say("finding", **task.topic) for _ in range(book.rng.randint(2, 4))],
        interpretation=book.grammar.say("interpretation", **task.topic) if book.chance(0.5) else None,
        raw_text_position=f"p. {book.rng.randint(2, 90)}" if book.chance(0.3) else None,
    )
    book.passages.append((task.scope, page.add("document", task.scope, value, key=key)))


def _chosen(book: Notebook, scopes: list[str]) -> Task | None:
    """The most urgent todo of the phase, mostly."""
    there = [task for task in book.tasks if task.scope in scopes]
    if there and book.chance(0.1):
        return book.rng.choice(there)
    return min(there, key=lambda task: task.priority, default=None)


def _output(book: Notebook, about: Any) -> Any:
    text = book.grammar.say("output", **about)
    return {"hits": book.rng.randint(0, 40), "note": text} if book.chance(0.08) else text


def _about(task: Task) -> dict[str, str]:
    return {**task.topic, "task": task.text}
