"""What a status shows of a map: with a focus, from step to step, after archiving, and of odd values."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.errors import InvalidValue, SubMapNotFound
from tests.context_map.conftest import Project
from tests.context_map.status.filling import add, many, shown

pytestmark = pytest.mark.live


def test_a_focus_widens_a_submap_and_those_below_and_folds_the_rest(project: Project) -> None:
    opened = project.map()
    long = "words that go on and on " * 6
    opened.apply(
        [
            add("sub_maps.market", {"title": "Market", "summary": long}),
            add("sub_maps.market.sub_maps.prices", {"title": "Prices", "summary": long}),
            add("sub_maps.cells", {"title": "Cells", "summary": long}),
            *(add("sub_maps.cells.working_memory.findings", f"cells {n} {long}") for n in range(40)),
            *(add("sub_maps.market.working_memory.findings", f"market {n} {long}") for n in range(4)),
            *(add("sub_maps.market.sub_maps.prices.working_memory.todo_list", f"price {n} {long}") for n in range(3)),
        ],
        source_kind="user",
    )
    text = opened.status(1500, focus="market").text
    assert [line for line in text.splitlines() if line.startswith("- cells")] == ["- cells (topic; open): Cells"]
    assert all(f"market {n} {long[:100]}" in text for n in range(4))
    assert all(f"price {n} {long[:100]}" in text for n in range(3))
    assert not [line for line in text.splitlines() if "[cells]" in line and len(line) > 120]
    number = opened.log(1)[0].number
    opened.apply([add("sub_maps.cells.working_memory.todo_list", "another")], source_kind="user")
    assert opened.at(number).status(1500, focus="market").text == text
    with pytest.raises(SubMapNotFound, match="markt") as caught:
        opened.status(focus="markt")
    assert "market" in (caught.value.hint or "")
    for loose, path in (("Market", "market"), ("PRICES", "market.prices"), ("market.Prices", "market.prices")):
        assert opened.status(1500, focus=loose).text == opened.status(1500, focus=path).text
        assert opened.at(number).status(1500, focus=loose).text == opened.at(number).status(1500, focus=path).text
    opened.apply([add("sub_maps.other", {"title": "prices"})], source_kind="user")
    with pytest.raises(SubMapNotFound):
        opened.status(focus="prices")  # two are called so


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_status_leads_to_holds_what_is_missing(project: Project, language: str) -> None:
    opened = project.map()
    opened.apply(
        [
            add("sub_maps.market", {"title": "Market"}),
            *many("findings", 60),
            *(add(f"documents.d{n}", {"title": f"number {n}"}) for n in range(20)),
        ],
        source_kind="user",
    )
    status = opened.status(350, language=language)
    assert status.left_out["finding"] > 20
    hint = status.text.splitlines()[-2].rpartition("OPEN: ")[2].rstrip(".。")
    assert hint == "findings"
    assert "number 5" in opened.query_context_map(f"OPEN: {hint}").text


def test_what_it_was_with_all_arguments_is_what_it_is_for_then(project: Project) -> None:
    opened = project.map("研究电池", ["No code"])
    for number in range(30):
        opened.apply(
            [
                add(
                    "action_history",
                    {"action": f"step {number} of many words", "outcome": "failed" if number % 5 else "ok"},
                ),
                *many("findings", 3, 3 * number),
                {"op": "update", "path": "meta.current_step", "value": f"step {number}"},
            ],
            source_kind="user",
        )
    options: list[dict[str, Any]] = [
        {},
        {"language": "en"},
        {"tokenizer": "o200k_base"},
        {"tokenizer": str.split, "budget": 90},
        {"explain": True},
    ]
    number = opened.log(1)[0].number
    then = [opened.status(**{"budget": 700, **given}) for given in options]
    assert "## 目标" in then[0].text
    assert "## Goal" in then[1].text
    opened.apply([{"op": "delete", "path": f"[F{n}]"} for n in range(80, 91)], source_kind="user")
    opened.apply(many("todo_list", 5), source_kind="user")
    assert [opened.at(number).status(**{"budget": 700, **given}) for given in options] == then


def test_from_step_to_step_most_of_the_text_stays(project: Project) -> None:
    opened = project.map()
    opened.apply([*many("findings", 120), *many("todo_list", 60)], source_kind="user")
    before, kept = opened.status(1200).text, []
    for number in range(24):
        opened.apply(
            [
                add(
                    "action_history",
                    {"action": f"did the thing of step {number}", "output": "it went well", "outcome": "ok"},
                ),
                {"op": "update", "path": f"[T{60 - number}].status", "value": "done"},
                {"op": "update", "path": f"[T{59 - number}].status", "value": "doing"},
                {"op": "update", "path": "meta.current_step", "value": f"step {number}"},
            ],
            source_kind="user",
        )
        after = opened.status(1200).text
        same = next((n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), len(before))
        kept.append(same / len(before))
        assert f"T{60 - number} (done)" in after or f"- T{60 - number} " not in after
        before = after
    assert sorted(kept)[len(kept) // 2] > 0.9, kept


def test_what_was_superseded_or_archived_is_not_shown_though_the_rest_of_the_text_stays(project: Project) -> None:
    opened = project.map()
    opened.apply([*many("findings", 120), *many("todo_list", 60)], source_kind="user")
    ref = shown(opened.status(1200).text, "F")[0]
    opened.apply([add("working_memory.findings", {"text": "better known", "supersedes": [ref]})], source_kind="user")
    text = opened.status(1200).text
    assert "better known" in text
    assert ref not in shown(text, "F")
    other = shown(text, "F")[0]
    opened.apply([{"op": "update", "path": f"[{other}].confidence", "value": 0.1}], source_kind="user")
    lines = [line for line in opened.status(1200).text.splitlines() if line.startswith(f"- {other} ")]
    assert len(lines) == 1
    assert "doubtful" in lines[0]


@pytest.mark.parametrize(
    "given",
    [{"budget": 0}, {"budget": -5}, {"budget": True}, {"language": "fr"}, {"tokenizer": "no such"}, {"focus": 3}],
)
def test_a_wrong_argument_is_one_clear_error(project: Project, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        project.map().status(**given)


def test_what_failed_and_then_went_well_does_not_come_back(project: Project) -> None:
    opened = project.map()
    tried = "Install the solver from the mirror"
    opened.apply([add("action_history", {"action": tried, "outcome": "failed"})], source_kind="user")
    opened.apply([add("action_history", {"action": f"{tried} again", "outcome": "ok"})], source_kind="user")
    opened.apply([add("action_history", {"action": "Call the vendor", "outcome": "failed"})], source_kind="user")
    others = [{"action": f"measure{n} cell{n} at{n}", "outcome": "ok"} for n in range(60)]
    opened.apply([add("action_history", one) for one in others], source_kind="user")
    number, text = opened.log(1)[0].number, opened.status(1200).text
    assert "## Failed attempts\n- A3 (failed): Call the vendor\n##" in text
    assert "- A1 " not in text
    opened.apply([{"op": "update", "path": "[A2].outcome", "value": "failed"}], source_kind="user")
    assert "- A1 (failed)" in opened.status(1200).text
    assert opened.at(number).status(1200).text == text


@pytest.mark.parametrize("name", ["text", "title", "summary", "action", "other_fields", "supported_by", "status"])
def test_a_value_set_by_hand_costs_no_status(project: Project, name: str) -> None:
    opened = project.map()
    opened.apply([*many("todo_list", 2), *many("findings", 2)], source_kind="user")
    opened.apply([add("action_history", {"action": "try", "outcome": "failed"})], source_kind="user")
    for value in (5, True, ["a", "b"]):
        project.rows(f"MATCH (e:Entry {{map_uid: $uid}}) SET e.{name} = $value", uid=opened.uid, value=value)
        assert "- A1 (failed)" in opened.status(400).text
