"""Confidence: by source kind, explicit within it; a lower one never takes the place of a higher one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.context_map.changing.conftest import (
    FINDINGS,
    HYPOTHESIS,
    PERSON,
    TODOS,
    VARIABLES,
    Worked,
    add,
    delete,
    update,
)
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live
MOST = {"user": 1.0, "tool": 0.8, "document": 0.8, "agent": 0.6, "web": 0.5}


def trust(m: Worked, project: Project) -> dict[str, tuple[float, str, str]]:
    """Confidence, source kind and author by ref, of live entries."""
    rows = project.rows(
        "MATCH (e:Entry {map_uid: $uid}) RETURN e.ref AS ref, e.confidence AS c, e.source_kind AS k, e.author AS a",
        uid=m.opened.uid,
    )
    return {row["ref"]: (row["c"], row["k"], row["a"]) for row in rows}


def test_it_begins_with_the_source_kinds(m: Worked, project: Project) -> None:
    for kind in MOST:
        m.add(FINDINGS, f"by {kind}", source_kind=kind, author=kind)
    found = trust(m, project)
    assert [found[f"F{n}"] for n in range(1, 6)] == [(most, kind, kind) for kind, most in MOST.items()]
    assert m.memory["findings"] == [f"by {kind}" for kind in MOST]


def test_explicit_is_kept_up_to_what_the_kind_allows_and_said_so(m: Worked, project: Project) -> None:
    for kind, most in MOST.items():
        verdict = m.one(add(FINDINGS, {"text": f"sure {kind}", "confidence": 1}), source_kind=kind)
        assert (f"lowered to {most:g}" in verdict.reason) == (kind != "user")
        m.one(add(FINDINGS, {"text": f"unsure {kind}", "confidence": 0.25}), source_kind=kind)
        m.one(add(FINDINGS, {"text": f"no idea {kind}", "confidence": 0}), source_kind=kind)
    known = trust(m, project)
    found = [known[f"F{number}"][0] for number in range(1, 16)]
    assert found == [c for most in MOST.values() for c in (most, 0.25, 0.0)]
    assert [item["confidence"] for item in m.memory["findings"]] == found


NO_CONFIDENCES: list[Any] = [-0.1, 1.1, 7, True, "high", [0.5], 2**70]


def test_what_is_no_confidence_is_refused(m: Worked) -> None:
    for value in NO_CONFIDENCES:
        m.apply(add(FINDINGS, "f"))
        m.refused(add(FINDINGS, {"text": "g", "confidence": value}), "wrong_type", "0 to 1")
        m.refused(update("F1.confidence", value), "wrong_type", "0 to 1")
        m.refused(add("documents.d", {"title": "T", "confidence": value}), "wrong_type", "0 to 1")


CLAIMS = [(FINDINGS, "F", "findings"), (VARIABLES, "V", "variables")]


@pytest.mark.parametrize("path", ["F1", f"{FINDINGS}[0]", "F1.text"])
def test_less_trusted_stays_beside(m: Worked, project: Project, path: str) -> None:
    m.add(FINDINGS, "30 %", **PERSON)
    verdict = m.one(update(path, "20 %"), source_kind="web")
    assert (verdict.verdict, verdict.ref) == ("applied", "F2")
    assert "F1 is trusted more (1 against 0.5)" in verdict.reason
    assert m.memory["findings"] == [{"ref": "F1", "text": "30 %"}, {"text": "20 %", "contradicts": ["F1"]}]
    assert trust(m, project)["F1"] == (1.0, "user", "user:anna")
    assert m.same(update(path, "20 %"), source_kind="web").ref == "F2"
    m.update(path, "25 %", source_kind="web")
    assert [item["text"] for item in m.memory["findings"]] == ["30 %", "20 %", "25 %"]


def test_a_variables_rival_shows_both(m: Worked) -> None:
    m.add(f"{VARIABLES}.n", 350, **PERSON)
    verdict = m.one(update(f"{VARIABLES}.n", 300), source_kind="web")
    assert verdict.ref == "V2"
    assert list(m.memory["variables"].values()) == [350, 300]
    assert next(iter(m.memory["variables"])) == "n"
    m.update(f"{VARIABLES}.n", 400, **PERSON)
    assert list(m.memory["variables"].values()) == [400, 300]
    assert m.same(update(f"{VARIABLES}.n", 300), source_kind="web").ref == "V2"
    assert m.update(f"{VARIABLES}.n", 299, source_kind="web") == "V2"
    assert list(m.memory["variables"].values()) == [400, 299]
    assert m.update(f"{VARIABLES}.n", 310, source_kind="tool") == "V2"
    assert m.update(f"{VARIABLES}.n", 299, source_kind="web") == "V3"
    assert list(m.memory["variables"].values()) == [400, 310, 299]


@pytest.mark.parametrize(("first", "second"), [("web", "web"), ("web", "agent"), ("agent", "tool"), ("tool", "user")])
def test_equal_or_more_trusted_takes_its_place_and_the_old_one_stays_in_the_history(
    m: Worked, project: Project, first: Any, second: Any
) -> None:
    m.do(add(FINDINGS, "old"), add(f"{VARIABLES}.n", 1), source_kind=first, author=first)
    m.do(update("F1", "new"), update(f"{VARIABLES}.n", 2), source_kind=second, author=second)
    assert m.memory["findings"] == ["new"]
    assert m.memory["variables"] == {"n": 2}
    assert trust(m, project)["F1"] == (MOST[second], second, second)
    rows = project.rows(
        "MATCH (v:Version {map_uid: $uid, ref: 'F1'}) RETURN v.text AS t, v.author AS a", uid=m.opened.uid
    )
    assert rows == [{"t": "old", "a": first}]


def test_fields_that_say_nothing_else_need_no_more_trust(m: Worked, project: Project) -> None:
    m.add(FINDINGS, {"text": "f", "status": "new"}, **PERSON)
    m.update("F1.status", "checked", source_kind="web")
    assert m.memory["findings"] == [{"text": "f", "status": "checked"}]
    assert trust(m, project)["F1"] == (1.0, "user", "user:anna")


def test_confidence_itself_changes_within_what_the_speaker_may(m: Worked, project: Project) -> None:
    m.add(FINDINGS, "f", source_kind="web")
    m.update("F1.confidence", 0.3)
    assert trust(m, project)["F1"][0] == 0.3
    verdict = m.one(update("F1.confidence", 0.95))
    assert "lowered to 0.6" in verdict.reason
    assert trust(m, project)["F1"][0] == 0.6
    m.update("F1.confidence", 0.95, **PERSON)
    assert trust(m, project)["F1"][0] == 0.95
    assert m.memory["findings"][0]["confidence"] == 0.95


CHANGED: list[Any] = [
    update("F1.confidence", 0.1),
    update("F1", {"confidence": 0.1}),
    update(FINDINGS, [{"text": "30 %", "confidence": 0.1}]),
    delete("F1.confidence"),
]


@pytest.mark.parametrize("operation", CHANGED)
def test_the_less_trusted_do_not_judge_the_more_trusted(m: Worked, project: Project, operation: Any) -> None:
    m.add(FINDINGS, {"text": "30 %", "confidence": 0.9}, **PERSON)
    m.refused(operation, "protected", "trusted more (0.9) than 'web' is (0.5)", "contradicts", source_kind="web")
    m.refused(operation, "protected", source_kind="tool")
    m.update("F1.text", "3 %", source_kind="web")
    assert trust(m, project)["F1"] == (0.9, "user", "user:anna")
    assert m.memory["findings"][0] == {"ref": "F1", "text": "30 %", "confidence": 0.9}
    m.do(operation, **PERSON)


def test_a_new_claim_that_contradicts_or_supersedes(m: Worked) -> None:
    for name in ("contradicts", "supersedes"):
        m.delete(FINDINGS) if m.memory.get("findings") else None
        old = m.add(FINDINGS, "old", source_kind="agent")
        verdict = m.one(add(FINDINGS, {"text": "stronger", name: [old]}), source_kind="tool")
        assert f"{old} is superseded and archived" in verdict.reason
        assert m.memory["findings"] == [{"text": "stronger", "supersedes": [old]}]
        m.refused(update(old, "x"), "archived")
        verdict = m.one(add(FINDINGS, {"text": "weaker", name: [verdict.ref]}), source_kind="web")
        assert "both stay" in verdict.reason
        assert [item["text"] for item in m.memory["findings"]] == ["stronger", "weaker"]
        assert m.memory["findings"][1]["contradicts"] == [m.memory["findings"][0]["ref"]]


def test_only_claims_of_one_kind_are_superseded(m: Worked) -> None:
    todo, variable = m.do(add(TODOS, "t"), add(f"{VARIABLES}.n", 1), source_kind="web")
    m.add(FINDINGS, {"text": "f", "supersedes": [todo], "contradicts": [variable]}, **PERSON)
    assert len(m.memory["todo_list"]) == 1
    assert m.memory["variables"] == {"n": 1}


def test_i_love_x_then_i_hate_x_keeps_both(m: Worked) -> None:
    first = m.add(FINDINGS, "the client loves X", source_kind="tool")
    m.one(add(FINDINGS, {"text": "the client hates X", "contradicts": [first]}), source_kind="web")
    assert [item["text"] for item in m.memory["findings"]] == ["the client loves X", "the client hates X"]
    m.one(add(FINDINGS, {"text": "the client hates X now", "supersedes": [first]}), source_kind="user")
    texts = [item if isinstance(item, str) else item["text"] for item in m.memory["findings"]]
    assert texts == ["the client hates X", "the client hates X now"]


def test_documents_and_todos_are_changed_by_anybody(m: Worked) -> None:
    m.do(add(TODOS, "t"), add("documents.d", {"title": "T"}), **PERSON)
    m.do(update("T1", "t2"), update("D1.title", "T2"), delete("T1"), source_kind="web")
    assert m.view["documents"] == {"d": {"title": "T2"}}


def test_a_person_over_all_and_a_hypothesis_too(m: Worked) -> None:
    m.add(HYPOTHESIS, {"text": "h", "confidence": 0.9}, **PERSON)
    m.update(HYPOTHESIS, "other", **PERSON)
    assert m.memory["hypothesis"]["text"] == "other"


def test_an_agent_is_no_surer_of_its_own_doubt_because_it_words_it_anew(m: Worked, project: Project) -> None:
    m.add(FINDINGS, {"text": "solid cells come in 2030", "confidence": 0.3}, source_kind="agent")
    m.one(update("F1.text", "solid cells will come in 2030"), source_kind="agent")
    assert trust(m, project)["F1"][0] == 0.3
    m.one(update("F1.text", "solid cells come in 2030, says a data sheet"), source_kind="tool")
    assert trust(m, project)["F1"][0] == 0.8  # another source, with a trust of its own
