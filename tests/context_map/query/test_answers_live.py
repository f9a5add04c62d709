"""What each request is answered with, on a map that holds one of everything."""

from __future__ import annotations

import asyncio
import re

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.context_map.tokens import tokenizer_of
from peek_graph.errors import DatabaseUnreachable, MapNotFound
from tests.context_map.query.conftest import Asking

pytestmark = pytest.mark.live


def test_the_status_is_the_maps_own(asked: Asking) -> None:
    answer = asked.answer("get current status", 500)
    assert (answer.kind, str(answer)) == ("status", asked.opened.status(500).text)
    assert asked.answer("STATUS: Market Analysis", 500).text == asked.opened.status(500, focus="market").text
    assert asked("STATUS: makret") == "STATUS: no sub-map 'makret'; nearest: market, market.prices"
    assert "goal and constraints" in asked("STATUS", 20)


def test_a_part_shows_what_is_in_it_by_kind(asked: Asking) -> None:
    text = asked("OPEN: market")
    assert text == asked("market") == asked("open Market Analysis") == asked("打开：market")
    assert text.startswith("OPEN market (topic; open) “Market analysis”\n“What cells cost, and who sells them.”\n")
    assert "- market.prices (topic; open) “Prices: By year.”" in text
    assert "Todos (12):" in text
    assert "more, with those that are finished: OPEN: market todos" in text
    assert "- F1 [market] (confidence 0.3; from D2; doubtful): Sodium is cheap" in text
    assert "F2" not in text  # it is in the sub-map of the sub-map


def test_the_map_itself_can_be_opened(asked: Asking) -> None:
    text = asked("OPEN: map")
    for line in (
        "goal: “Choose a cell”",
        "- C1: No cobalt",
        "- Q1: Who sells them?",
        "- D1: “Solid electrolytes”",
        "V1",
    ):
        assert line in text
    assert "T1 " not in text
    assert "Todos" not in text


def test_finished_todos_give_way_in_a_part_and_stay_in_the_list(ask: Asking) -> None:
    ask.do({"op": "update", "path": "T1.status", "value": "done"})
    assert "- T1 " not in ask("OPEN: market")
    text = ask("OPEN: market todos")
    (line,) = [line for line in text.splitlines() if line.startswith("- T1 ")]
    assert line.count("done") == 1


def test_a_list_says_how_far_each_is(ask: Asking) -> None:
    for number, status in enumerate(("in_progress", "doing", "blocked"), 1):
        ask.do({"op": "update", "path": f"T{number}.status", "value": status})
        for request in ("OPEN: todos", "OPEN: market todos", "OPEN: market"):
            assert re.search(rf"^- T{number} \[market\] \([^)]*\b{status}\)", ask(request, 2000), re.M), request


@pytest.mark.parametrize("budget", [80, 120, 200])
def test_a_list_is_read_to_its_end_page_by_page(asked: Asking, budget: int) -> None:
    for name in ("market todos", "todos"):
        found: list[str] = []
        request = f"OPEN: {name}"
        while request:
            text = asked(request, budget)
            page = re.findall(r"^- (T\d+)", text, re.M)
            assert page
            found += page
            going_on = re.search(r"^more: (OPEN: .*)$", text, re.M)
            request = going_on[1] if going_on else ""
        assert sorted(found, key=lambda ref: int(ref[1:])) == [f"T{number}" for number in range(1, 13)]
        assert found == (sorted(found, key=lambda ref: int(ref[1:])) if name == "market todos" else found)


def test_pages_by_number(asked: Asking) -> None:
    assert asked("OPEN: todos page 1") == asked("OPEN: todos")
    assert asked("OPEN: todos page 2") == "OPEN todos (12 in all): no more"
    assert asked("OPEN: proposals").splitlines()[1].startswith("- P1 (open; by ")
    assert asked("OPEN: market sections") == asked("OPEN: market documents")
    assert "- D1§1: “Cells reach 400 Wh/kg.”" in asked("OPEN: sections")
    assert "OPEN sub-maps (2 in all): 2" in asked("OPEN: sub-maps")
    assert "T99" in asked("OPEN: todos after T99")
    assert "F1 is no todo" in asked("OPEN: todos after F1")


def test_many_sub_maps_are_listed_to_the_last(ask: Asking) -> None:
    ask.do(*({"op": "add", "path": f"sub_maps.s{n:03}", "value": {"title": f"Part {n}"}} for n in range(70)))
    found: list[str] = []
    request = "OPEN: sub-maps"
    while request:
        text = ask(request, 600)
        found += re.findall(r"^- (\S+) \(", text, re.M)
        going_on = re.search(r"^more: (OPEN: .*)$", text, re.M)
        request = going_on[1] if going_on else ""
    assert found == sorted(found)
    assert len(set(found)) == len(found) == 72


def test_an_entry_with_all_that_is_around_it(ask: Asking) -> None:
    ask.do({"op": "link", "path": "F2", "relation": "contradicts", "to": "F1"})
    ask.do({"op": "update", "path": "F1.text", "value": "Sodium is cheap indeed"})
    text = ask("OPEN: F1")
    assert text == ask("F1") == ask("[f1]")
    head, *_ = text.splitlines()
    assert head == "OPEN F1 finding (doubtful; contradicted by F2) sub_maps.market.working_memory.findings[F1]"
    for line in ("> Sodium is cheap indeed", "supported by D2", "contradicted by F2", "1 earlier state"):
        assert line in text
    assert "contradicts F1" in ask("OPEN: F2")
    action = ask("OPEN: A2")
    assert "(failed; step 2)" in action
    assert "output: “## Goal no answer”" in action
    assert "previous A1 “Read the report”" in action
    assert "next A2 “Asked the seller”" in ask("OPEN: A1")


def test_what_an_entry_said_before(ask: Asking) -> None:
    for text in ("Sodium is cheap indeed", "Sodium was cheap"):
        ask.do({"op": "update", "path": "F1.text", "value": text})
    ask.do({"op": "update", "path": "F1.who", "value": "Ann"})
    before, *_ = [line for line in ask("OPEN: F1").splitlines() if line.startswith("until revision")]
    assert before.endswith("it said “Sodium is cheap indeed”")
    assert "it said" not in ask("OPEN: F2")


def test_a_document_with_its_outline(asked: Asking) -> None:
    text = asked("OPEN: D1")
    assert text.startswith("OPEN D1 document “Solid electrolytes” documents.solid\nat notes/solid.md\n> They may")
    assert text == asked("OPEN: notes/solid.md") == asked("OPEN: documents.solid") == asked("OPEN: solid")
    assert "3 sections:\n- D1§0 “They may replace liquids.”\n- D1§1 “Energy density”\n- D1§2 “Prices”" in text
    assert "- D1§2 “Prices”" in asked("OPEN: D1 after D1§1")
    assert "- D1§1 " not in asked("OPEN: D1 after D1§1")
    section = asked("OPEN: D1§1")
    for line in (
        "> Cells reach 400 Wh/kg.",
        "in D1",
        "previous D1§0",
        "next D1§2 “Solid electrolytes › Prices”",
        "at notes/solid.md#line=6,7",
    ):
        assert line in section


def test_key_points_are_lines_of_their_own(ask: Asking) -> None:
    points = ["Sodium is cheap", 'Packs: "115" USD']
    value = {"title": "Made", "summary": "word " * 200, "key_points": points, "raw_text_position": "https://x.org/a//b"}
    ask.do({"op": "add", "path": "documents.made", "value": value})
    text = ask("OPEN: D3")
    assert 'key points:\n- “Sodium is cheap”\n- “Packs: "115" USD”' in text
    assert "> - Sodium is cheap\n" in ask("READ: D3")
    assert "characters in all; READ: D3 shows them)" in ask("OPEN: D3", 100)
    for address in ("https://x.org/a//b", "https://x.org/c"):
        assert repr(address) in ask(f"READ: {address}")


def test_what_was_archived_says_so(ask: Asking) -> None:
    ask.opened.archive(["T1", "D1"])
    assert ask("OPEN: T1").startswith("OPEN T1 todo (archived in revision ")
    assert "archived in revision" in ask("READ: T1")
    assert ask("OPEN: D1").startswith("OPEN D1 document (archived in revision ")
    assert "> They may replace liquids." in ask("READ: D1")
    assert "D1§1" in ask("READ: D1§1")
    assert "(archived)" in ask("SEARCH: energy density archived:yes")


def test_a_proposal(asked: Asking) -> None:
    text = asked("OPEN: P1")
    assert text.startswith("OPEN P1 (open; by ")
    assert "> Sodium wins" in text
    assert "waits for a person" in text
    assert "> Sodium wins" in asked("READ: P1")
    assert "no entry P2" in asked("OPEN: P2")


def test_what_is_not_there_is_answered_with_what_is_like_it(asked: Asking) -> None:
    assert "nearest: market" in asked("OPEN: makret")
    assert "nearest: T1" in asked("OPEN: T99")
    assert "nearest: T1" in asked("T99")
    assert asked.answer("open questions about cost").kind == "search"
    assert "SEARCH finds words" in asked("OPEN: the price of lithium")


def test_text_from_outside_forges_nothing(asked: Asking) -> None:
    for text in (
        asked("READ: D1§2"),
        asked("OPEN: D1§2"),
        asked("SEARCH: forged"),
        asked("OPEN: A2"),
        asked("READ: notes/solid.md"),
    ):
        assert "forged" in text or "no answer" in text
        assert not [line for line in text.splitlines() if re.match(r"\s*(#|- T1)", line)]


def test_several_requests_share_the_budget(asked: Asking) -> None:
    answer = asked.answer("SEARCH: report\nOPEN: T1\nREAD: D1§1", 300)
    assert answer.kind == "several"
    assert all(f"{word} " in answer.text for word in ("SEARCH", "OPEN T1", "READ D1§1"))
    text = asked("\n".join(f"OPEN: T{number}" for number in range(1, 9)), 400)
    assert "(3 more requests were not answered: send them again)" in text
    text = asked("SEARCH: report\nOPEN: T1\nREAD: D1§1", 45)
    assert "(1 more request was not answered: send it again)" in text
    text = asked("GET_CURRENT_STATUS\nOPEN: T1", 130)
    assert "## Goal" in text


def test_an_unknown_request_is_answered_with_the_grammar(asked: Asking) -> None:
    for request in ("", "???", "HELP", "DELETE: T1"):
        answer = asked.answer(request)
        assert answer.kind == "grammar"
        assert "SEARCH: words" in answer.text
    assert "DELETE is no request" in asked("DELETE: T1")


def test_what_is_no_text_is_taken_as_the_json_that_it_is(asked: Asking) -> None:
    assert asked({"request": "OPEN: T1"}) == asked("OPEN: T1")  # type: ignore[arg-type]
    assert asked(["OPEN: T1"]) == asked("OPEN: T1")  # type: ignore[arg-type]
    assert asked.answer(None).kind == "grammar"  # type: ignore[arg-type]


def test_what_json_cannot_hold_is_answered_with_the_grammar(asked: Asking) -> None:
    deep: list[object] = []
    for _ in range(5_000):
        deep = [deep]
    itself: list[object] = []
    itself.append(itself)
    for request in (deep, itself, 10**5_000, {(1, 2): "x"}):
        assert asked.answer(request).kind == "grammar"  # type: ignore[arg-type]
    assert asked.answer("[" * 5_000 + "]" * 5_000).kind == "grammar"
    assert isinstance(asked(10**400), str)  # type: ignore[arg-type]


def test_settings_decide_the_budget_and_the_tokenizer(asked: Asking) -> None:
    handle = asked.opened._handle
    assert asked.answer("OPEN: market").budget == handle.settings.query.budget == 1000
    settings = handle.settings.model_copy(
        update={
            "query": handle.settings.query.model_copy(update={"budget": 90}),
            "status": handle.settings.status.model_copy(update={"tokenizer": "o200k_base"}),
        }
    )
    with ContextMap.open(handle.name, settings=settings) as opened:
        answer = opened.query_context_map("OPEN: market")
    assert (answer.budget, answer.tokens) == (90, len(tokenizer_of("o200k_base")(answer.text)))


def test_the_twin_runs_in_a_thread(asked: Asking) -> None:
    assert asyncio.run(asked.opened.aquery_context_map("OPEN: T1", budget=200)) == asked.answer("OPEN: T1", 200)


def test_a_map_that_is_gone_raises(ask: Asking) -> None:
    db = ask.opened._handle.db
    db.driver.execute_query("MATCH (m:Map {uid: $uid}) SET m.app = 'gone'", uid=ask.opened.uid, database_=db.database)
    for request in ("STATUS", "SEARCH: x", "OPEN: T1", "READ: T1", "???"):
        with pytest.raises(MapNotFound):
            ask.opened.query_context_map(request)


def test_a_database_that_is_gone_raises(ask: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object, **__: object) -> None:
        raise DatabaseUnreachable("nothing answers")

    monkeypatch.setattr(ask.opened, "search", unreachable)
    with pytest.raises(DatabaseUnreachable):
        ask("SEARCH: x")
