"""Values and names come back as they went in, type and all, or are refused with the reason; nothing else is lost."""

from __future__ import annotations

import json
import math
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

import pytest

from tests.context_map.changing.conftest import FINDINGS, QUESTIONS, TODOS, VARIABLES, Worked, add, update
from tests.context_map.changing.odd_values import NAMES, VALUES

pytestmark = pytest.mark.live


def dump(value: Any) -> str:
    """What a value is, type and order and all."""
    return json.dumps(value, ensure_ascii=False) + str(
        [type(item).__name__ for item in value] if isinstance(value, list) else type(value).__name__
    )


def quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def test_every_value_as_a_variable_comes_back_exactly(m: Worked) -> None:
    m.do(*(add(f"{VARIABLES}.v{n}", value) for n, value in enumerate(VALUES)))
    shown = m.memory["variables"]
    for number, value in enumerate(VALUES):
        assert dump(shown[f"v{number}"]) == dump(value)
    m.do(*(update(f"{VARIABLES}.v{n}", ["was", n]) for n in range(len(VALUES))))
    m.do(*(update(f"{VARIABLES}.v{n}", value) for n, value in enumerate(VALUES)))
    shown = m.memory["variables"]
    for number, value in enumerate(VALUES):
        assert dump(shown[f"v{number}"]) == dump(value)


def test_every_value_as_a_field_of_any_kind_comes_back_exactly(m: Worked) -> None:
    fields = {f"f{n}": value for n, value in enumerate(VALUES[:-6])}
    given = [
        (TODOS, {"task": "t", **fields}),
        (QUESTIONS, {"question": "q", **fields, "answer": [0, {"a": None}]}),
        (FINDINGS, {"finding": "f", **fields}),
        (
            "action_history",
            {"step": 1, "action": "a", "output": fields, "key_decision": 0, "next_step_triggers": [], **fields},
        ),
        ("documents.d", {"title": "T", "key_points": [0, None, {"a": 1.0}], **fields}),
        ("sub_maps.s", {"title": "S", "summary": "", **fields}),
    ]
    m.do(*(add(path, value) for path, value in given))
    view, memory = m.view, m.memory
    found = [
        memory["todo_list"][0],
        memory["pending_questions"][0],
        memory["findings"][0],
        view["action_history"][0],
        view["documents"]["d"],
        view["sub_maps"]["s"],
    ]
    for (path, value), shown in zip(given, found, strict=True):
        for name, item in value.items():
            assert dump(shown[name]) == dump(item), (path, name)
    for number, value in enumerate(VALUES[:-6]):
        m.apply(update(f"T1.f{number}", None), update(f"T1.f{number}", value), mode="lenient")
    assert dump(m.memory["todo_list"][0]) == dump(memory["todo_list"][0])


@pytest.mark.parametrize("kind", ["variable", "document", "field"])
def test_every_name_is_a_key_like_any_other(m: Worked, kind: str) -> None:
    reserved = {"ref", "supported_by", "confidence", "title", "status"} if kind == "field" else set()
    names = [name for name in NAMES if name not in reserved]
    if kind == "field":
        m.add(TODOS, {"task": "t", **{name: [name] for name in names if name != "text"}})
        shown = m.memory["todo_list"][0]
        assert shown == {"task": "t", **{name: [name] for name in names if name != "text"}}
        m.do(*(update(f"T1[{quoted(name)}][0]", "new") for name in names if name != "text"))
        assert all(item == ["new"] for name, item in m.memory["todo_list"][0].items() if name != "task")
        return
    place = VARIABLES if kind == "variable" else "documents"
    m.do(*(add(f"{place}[{quoted(name)}]", [name] if kind == "variable" else {"summary": name}) for name in names))
    shown = m.memory["variables"] if kind == "variable" else m.view["documents"]
    assert list(shown) == names
    assert all(item == ([name] if kind == "variable" else {"summary": name}) for name, item in shown.items())
    inner = "[0]" if kind == "variable" else ".summary"
    m.do(*(update(f"{place}[{quoted(name)}]{inner}", "new") for name in names))
    shown = m.memory["variables"] if kind == "variable" else m.view["documents"]
    assert all(item == (["new"] if kind == "variable" else {"summary": "new"}) for item in shown.values())


REFUSED: list[Any] = [
    (math.nan, "nan"),
    (math.inf, "inf"),
    ([1, {"a": -math.inf}], "-inf"),
    ("a\0b", "NUL at character 1"),
    ("\ud83d", "surrogate"),
    ({"a\0": 1}, "NUL"),
    ({"k": ["\udc00"]}, "surrogate"),
    ({1: "a"}, "key"),
    (b"x", "bytes"),
    ({1, 2}, "set"),
    (object(), "object"),
    (1 + 2j, "complex"),
    (timedelta(1), "timedelta"),
    ("x" * 300_000, "300000 characters"),
    (["x" * 190_000] * 6, "1000000"),
    (10**5000, "digits"),
]


def test_what_cannot_be_kept_is_refused_with_the_reason(m: Worked) -> None:
    for value, words in REFUSED:
        for operation in (
            add(f"{VARIABLES}.v", value),
            add(TODOS, {"task": "t", "note": value}),
            add("documents.d", {"title": "T", "note": value}),
            update("meta.current_step", value),
        ):
            verdict = m.one(operation)
            assert verdict.verdict == "rejected"
            assert words in verdict.reason
        report = m.apply(
            add(TODOS, f"good {words} {m.revision}"),
            add(f"{VARIABLES}.v", value),
            add(FINDINGS, f"good {words} {m.revision}"),
            mode="lenient",
        )
        assert [v.verdict for v in report.verdicts] == ["applied", "rejected", "applied"]


def test_nothing_is_nested_without_end(m: Worked) -> None:
    deep: Any = "x"
    for _ in range(200):
        deep = [deep]
    ring: list[Any] = []
    ring.append(ring)
    m.refused(add(f"{VARIABLES}.v", deep), "too_large", "nested")
    m.refused(add(f"{VARIABLES}.v", ring), "wrong_type", "contains itself")


NO_NAMES: list[Any] = ["", "  ", "x" * 301, "\n"]


def test_names_that_cannot_be(m: Worked) -> None:
    for name in NO_NAMES:
        for operation in (
            add(f"{VARIABLES}[{quoted(name)}]", 1),
            add(VARIABLES, {name: 1}),
            add("documents", {name: {"title": "T"}}),
            add(TODOS, {"task": "t", name: 1}),
            add("sub_maps", {name: {"title": "T"}}),
        ):
            assert m.one(operation).verdict == "rejected"


def test_times_become_text_with_their_zone(m: Worked) -> None:
    zone = timezone(timedelta(hours=8))
    times: list[datetime | date | time] = [
        datetime(2024, 1, 2, 3, 4, 5),
        datetime(2024, 1, 2, tzinfo=UTC),
        datetime(2024, 1, 2, tzinfo=zone),
        date(2024, 1, 2),
        time(1),
    ]
    for number, value in enumerate(times):
        m.do(add(f"{VARIABLES}.v{number}", value), add(TODOS, {"task": f"t{number}", "due": value}))
        assert m.memory["variables"][f"v{number}"] == value.isoformat()
        assert m.memory["todo_list"][number]["due"] == value.isoformat()
    assert m.memory["variables"]["v2"] == "2024-01-02T00:00:00+08:00"


@pytest.mark.parametrize("path", [TODOS, QUESTIONS, FINDINGS, "action_history"])
def test_texts_of_any_script_and_length(m: Worked, path: str) -> None:
    texts = [value for value in VALUES if isinstance(value, str) and value.strip()]
    report = m.apply(*(add(path, text) for text in texts))
    assert {verdict.verdict for verdict in report.verdicts} == {"applied", "duplicate"} - (
        {"duplicate"} if path == "action_history" else set()
    )
    shown = m.view["action_history"] if path == "action_history" else m.memory[path.split(".")[1]]
    distinct = [text for n, text in enumerate(texts) if text not in texts[:n] and text != "\u00e9"]
    assert [text for text in shown if text != "\u00e9"] == distinct


def test_one_value_after_another_in_one_place_leaves_nothing_behind(m: Worked) -> None:
    m.add(f"{VARIABLES}.v", "start")
    for value in VALUES[:-6]:
        m.apply(update(f"{VARIABLES}.v", "between"))
        m.apply(update(f"{VARIABLES}.v", value))
        assert dump(m.memory["variables"]["v"]) == dump(value)
