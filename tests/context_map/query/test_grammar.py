import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.query.grammar import GRAMMAR, LONGEST_REQUEST, MOST_REQUESTS, Request, read_requests
from peek_graph.records import RequestKind


def read(text: str) -> list[tuple[RequestKind, str]]:
    return [(request.kind, request.argument) for request in read_requests(text).requests]


def one(text: str) -> Request:
    (request,) = read_requests(text).requests
    return request


@pytest.mark.parametrize(
    "text",
    [
        *(
            "GET_CURRENT_STATUS",
            "get_current_status",
            "get current status",
            "Get-Current-Status",
            "STATUS",
            "status",
            "Status.",
        ),
        *(
            "GET_CURRENT_STATUS:",
            '"GET_CURRENT_STATUS"',
            "`STATUS`",
            "**GET_CURRENT_STATUS**",
            "- STATUS",
            "GET_CURRENT_STATUS()",
        ),
        *(
            "ＧＥＴ＿ＣＵＲＲＥＮＴ＿ＳＴＡＴＵＳ",
            "状态",
            "获取当前状态",
            "狀態",
            "「状态」",
            '{"request": "GET_CURRENT_STATUS"}',
        ),
        *(
            '{"action": "GET_CURRENT_STATUS"}',
            '{"action": "GET_CURRENT_STATUS", "input": ""}',
            "```\nGET_CURRENT_STATUS\n```",
        ),
        "I should first see where we are.\nGET_CURRENT_STATUS",
    ],
)
def test_the_status(text: str) -> None:
    assert read(text) == [("status", "")]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "SEARCH: energy density",
            "search: energy density",
            "Search : energy density",
            "SEARCH energy density",
            "search energy density",
        ),
        *(
            "SEARCH： energy density",
            "ＳＥＡＲＣＨ：energy density",
            "SEARCH -> energy density",
            "SEARCH = energy density",
        ),
        *(
            "SEARCH(energy density)",
            'SEARCH("energy density")',
            "Search[energy density]",
            "Search for energy density",
            "FIND: energy density",
        ),
        *(
            '"SEARCH: energy density"',
            "'SEARCH: energy density'",
            "“SEARCH: energy density”",
            "‘SEARCH: energy density’",
        ),
        *(
            "「SEARCH: energy density」",
            "『SEARCH: energy density』",
            "« SEARCH: energy density »",
            "`SEARCH: energy density`",
        ),
        *(
            "SEARCH: `energy density`",
            "SEARCH 'energy density'",
        ),
        *(
            "**SEARCH:** energy density",
            "**SEARCH**: energy density",
            "**SEARCH: energy density**",
            "- SEARCH: energy density",
        ),
        *(
            "1. SEARCH: energy density",
            "> SEARCH: energy density",
            "• “SEARCH: energy density”",
            "### SEARCH: energy density",
        ),
        *(
            "```\nSEARCH: energy density\n```",
            "```text\nSEARCH: energy density\n```",
            "SEARCH:\nenergy density",
            "SEARCH:\n\n  energy density",
        ),
        *(
            '{"request": "SEARCH: energy density"}',
            '{"query": "SEARCH: energy density"}',
            '{"action": "SEARCH", "input": "energy density"}',
        ),
        *(
            '{"Action": "search", "Action Input": "energy density"}',
            '{"command": "SEARCH", "args": {"query": "energy density"}}',
        ),
        *(
            '{"SEARCH": "energy density"}',
            '{"tool": "query_context_map", "arguments": {"request": "SEARCH: energy density"}}',
        ),
        *('```json\n{"request": "SEARCH: energy density"}\n```', 'Sure: {"request": "SEARCH: energy density"} Done.'),
        *('query_context_map("SEARCH: energy density")', 'm.query_context_map(request="SEARCH: energy density")'),
        *(
            "Let me look.\nSEARCH: energy density",
            "SEARCH: energy density\nThen I shall answer.",
            "Action Input: SEARCH: energy density",
        ),
        *("Action: SEARCH\nAction Input: energy density", "<think>OPEN: T1?</think>\nSEARCH: energy density"),
        *(
            "搜索：energy density",
            "搜索: energy density",
            "搜索 energy density",
            "查找：energy density",
            "搜尋：energy density",
        ),
        *("SERACH: energy density", "\ufeffSEARCH: energy density\r\n", '"SEARCH: energy density"\n'),
    ],
)
def test_a_search_however_it_is_written(text: str) -> None:
    assert read(text) == [("search", "energy density")]


@pytest.mark.parametrize(
    "text",
    ['SEARCH: "energy density"', "search “energy density”", "搜索：「energy density」", "SEARCH « energy density »"],
)
def test_words_to_search_for_are_a_phrase_in_quotes(text: str) -> None:
    assert read(text) == [("search", '"energy density"')]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("OPEN: market", ("open", "market")),
        ("open: 'market.prices'", ("open", "market.prices")),
        ("OPEN T12", ("open", "T12")),
        ("Open: [T12]", ("open", "[T12]")),
        ("打开：市场", ("open", "市场")),
        ("READ: D3§2.3", ("read", "D3§2.3")),
        ("READ D3§2 from 4000", ("read", "D3§2 from 4000")),
        ("读取：D3§2.3", ("read", "D3§2.3")),
        ("READ: `notes.md#line=10,42`", ("read", "notes.md#line=10,42")),
        ('{"action": "READ", "target": "D3§2"}', ("read", "D3§2")),
        ('SEARCH: "energy density" lithium', ("search", '"energy density" lithium')),
        ("SEARCH: what does READ mean", ("search", "what does READ mean")),
        ("OPEN", ("open", "")),
        ("帮助", ("grammar", "")),
        ("HELP", ("grammar", "")),
    ],
)
def test_others(text: str, expected: tuple[RequestKind, str]) -> None:
    assert read(text) == [expected]
    assert one(text).sure == "keyword"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "energy density",
            "node:fs",
            "note: the seller called",
            "EBITDA: forecast",
            "DOI: 10.1000/182",
            "why NOT lithium?",
            "T12",
        ),
        *(
            "能量密度",
            "搜狐的股价",
            "查询优化",
            "reading list",
            "searching",
            "C++",
            '{"error": "timeout"}',
            "the status of cells",
            "E = mc2",
        ),
        *("Update: prices rose in May", "a / b", "openness", "x\ny"),
    ],
)
def test_words_without_a_keyword_are_searched_for(text: str) -> None:
    request = one(text)
    assert (request.kind, request.argument, request.sure) == ("search", text, "none")


@pytest.mark.parametrize(
    "text", ["open questions about cost", "read the paper by Smith", "status of the cells", "open source licences"]
)
def test_words_that_may_be_a_keyword_keep_the_whole_text(text: str) -> None:
    request = one(text)
    assert (request.sure, request.whole) == ("words", text)


@pytest.mark.parametrize("text", ["", " \n\t", "???", "…", "```\n```", "\u200b\ufeff", "\ud800", "\x00", "“”", "🔋"])
def test_what_says_nothing_is_answered_with_the_grammar(text: str) -> None:
    assert one(text) == Request("grammar", "", "none", "")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("DELETE: T1", "DELETE"),
        ("delete: T1", "delete"),
        ("UPDATE_CONTEXT_MAP: []", "UPDATE_CONTEXT_MAP"),
        ("删除：T1", "删除"),
    ],
)
def test_a_command_that_is_none_of_these(text: str, word: str) -> None:
    assert (one(text).kind, one(text).word) == ("grammar", word)


def test_several_requests_each_once_and_not_too_many() -> None:
    assert read("SEARCH: a\nOPEN: T1\nSEARCH: a\nREAD: D1") == [("search", "a"), ("open", "T1"), ("read", "D1")]
    assert read('["SEARCH: a", {"request": "OPEN: T1"}]') == [("search", "a"), ("open", "T1")]
    assert read("T1\n- [T2]\nD3§2") == [("search", "T1"), ("search", "[T2]"), ("search", "D3§2")]
    assert read("OPEN: T1, T2 and D3§2") == [("open", "T1"), ("open", "T2"), ("open", "D3§2")]
    assert read("READ: T1 T2") == [("read", "T1"), ("read", "T2")]
    assert read("T1、T2") == [("search", "T1"), ("search", "T2")]
    assert read("SEARCH: T1, T2") == [("search", "T1, T2")]
    many = read_requests("\n".join(f"OPEN: T{number}" for number in range(1, 10)))
    assert (len(many.requests), many.more) == (MOST_REQUESTS, 9 - MOST_REQUESTS)


def test_what_is_not_read_of_a_long_request_is_counted() -> None:
    requests = read_requests("SEARCH: " + "energy " * 10_000)
    assert requests.cut == 70_008 - LONGEST_REQUEST
    assert requests.requests[0].kind == "search"


@given(st.text())
def test_any_text_is_some_request(text: str) -> None:
    requests = read_requests(text).requests
    assert requests
    assert all("\x00" not in request.argument for request in requests)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_some_request(value: object) -> None:
    assert read_requests(json.dumps(value)).requests


def test_the_grammar_is_short() -> None:
    """It stands in a tool's description, which some servers cut at 1,024 characters."""
    assert len(GRAMMAR) < 700
    assert all(word in GRAMMAR for word in ("GET_CURRENT_STATUS", "SEARCH", "OPEN", "READ"))
