"""Who says it: another text is its writer's, and is trusted no more for what stood there before."""

from __future__ import annotations

from typing import Any

import pytest

from tests.context_map.changing.conftest import HYPOTHESIS, PERSON, QUESTIONS, TODOS, Operation, Worked, add, update
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live
WEB: dict[str, Any] = {"source_kind": "web", "author": "crawler"}
DOCUMENT = {"title": "T", "summary": "S", "key_points": ["a"], "interpretation": "I", "year": 2024}


def signed(m: Worked, project: Project, ref: str) -> tuple[str, str, float]:
    rows = project.rows(
        "MATCH (e:Entry {map_uid: $uid, ref: $ref}) RETURN e.author AS a, e.source_kind AS k, e.confidence AS c",
        uid=m.opened.uid,
        ref=ref,
    )
    return rows[0]["a"], rows[0]["k"], rows[0]["c"]


OF_PERSON = ("user:anna", "user", 1.0)
OF_WEB = ("crawler", "web", 0.5)
TEXTS: list[tuple[str, Any, Operation]] = [
    (TODOS, "pay 5", update("T1", "pay 500")),
    (TODOS, {"task": "pay 5", "priority": 1}, update("T1.task", "pay 500")),
    (TODOS, {"task": "pay 5", "priority": 1}, update("T1", {"text": "pay 500", "priority": 2})),
    (QUESTIONS, "why?", update("Q1", "why not?")),
    ("action_history", {"step": 1, "action": "read"}, update("A1.action", "wrote")),
    ("documents.d", DOCUMENT, update("D1.summary", "other")),
    ("documents.d", DOCUMENT, update("D1.title", "other")),
    ("documents.d", DOCUMENT, update("D1", {"interpretation": "other"})),
    ("documents.d", DOCUMENT, add("D1.key_points", "b")),
    ("documents.d", DOCUMENT, update("D1.key_points[0]", "b")),
]


@pytest.mark.parametrize(("path", "value", "theirs"), TEXTS)
def test_another_text_is_its_writers(m: Worked, project: Project, path: str, value: Any, theirs: Operation) -> None:
    ref = m.add(path, value, **PERSON)
    m.do(theirs, **WEB)
    assert signed(m, project, ref) == OF_WEB
    then = m.opened.history(ref)[0]
    assert (then.revision and then.revision.author) == "user:anna"


@pytest.mark.parametrize(("path", "value", "theirs"), TEXTS)
def test_what_was_doubtful_stays_so_but_for_a_person(
    m: Worked, project: Project, path: str, value: Any, theirs: Operation
) -> None:
    ref = m.add(path, {**(value if isinstance(value, dict) else {"text": value}), "confidence": 0.25}, **WEB)
    m.do(theirs, source_kind="tool", author="checker")
    assert signed(m, project, ref) == ("checker", "tool", 0.25)
    m.do(update(ref, {"summary": "by anna"}) if ref == "D1" else update(ref, f"{ref} by anna"), **PERSON)
    assert signed(m, project, ref) == OF_PERSON


@pytest.mark.parametrize(
    ("path", "value", "theirs"),
    [
        (TODOS, "a", update("T1.status", "done")),
        (TODOS, "a", update("T1", {"text": "a", "priority": 3})),
        ("action_history", {"step": 1, "action": "read"}, update("A1.output", "x")),
        ("documents.d", DOCUMENT, update("D1.year", 2025)),
        ("documents.d", DOCUMENT, add("D1.note", "n")),
    ],
)
def test_other_fields_leave_it_with_its_author(
    m: Worked, project: Project, path: str, value: Any, theirs: Operation
) -> None:
    ref = m.add(path, value, **PERSON)
    m.do(theirs, **WEB)
    assert signed(m, project, ref) == OF_PERSON


def test_a_confidence_given_with_the_text_counts(m: Worked, project: Project) -> None:
    m.add(TODOS, "a", source_kind="tool", author="t")
    m.do(update("T1", {"text": "b", "confidence": 0.3}), **WEB)
    assert signed(m, project, "T1") == ("crawler", "web", 0.3)
    m.do(update("T1", {"text": "c", "confidence": 0.9}), **PERSON)
    assert signed(m, project, "T1") == ("user:anna", "user", 0.9)


def test_its_own_author_keeps_what_it_said_of_it(m: Worked, project: Project) -> None:
    m.add(TODOS, {"text": "a", "confidence": 0.9}, **PERSON)
    m.update("T1.text", "b", **PERSON)
    assert signed(m, project, "T1") == ("user:anna", "user", 0.9)


def test_no_trust_at_all_stays_none(m: Worked, project: Project) -> None:
    m.add(TODOS, {"text": "a", "confidence": 0}, **WEB)
    m.update("T1.text", "b", source_kind="agent", author="ag")
    assert signed(m, project, "T1") == ("ag", "agent", 0)


def test_a_hypothesis_that_a_person_writes_anew(m: Worked, project: Project) -> None:
    m.add(HYPOTHESIS, "h", **PERSON)
    m.update(HYPOTHESIS, "h2", source_kind="user", author="user:ben")
    assert signed(m, project, "H1") == ("user:ben", "user", 1.0)
