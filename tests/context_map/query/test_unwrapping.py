import pytest

from peek_graph.context_map.query.grammar import read_requests
from peek_graph.records import RequestKind


def read(text: str) -> list[tuple[RequestKind, str]]:
    return [(request.kind, request.argument) for request in read_requests(text).requests]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(
            (text, text)
            for text in ('"solid" electrolytes', '"Zebra" \'alloys', '"a" "b"', "[1] energy", '[2024, "x"] y')
        ),
        ('SEARCH: "solid" electrolytes', '"solid" electrolytes'),
        ('"solid electrolytes"', "solid electrolytes"),
    ],
)
def test_nothing_behind_what_is_quoted_is_lost(text: str, words: str) -> None:
    assert read(text) == [("search", words)]


@pytest.mark.parametrize(
    "text",
    [
        *("<tool>SEARCH: dendrites</tool>", "<search>dendrites</search>", "SEARCH: dendrites</tool_call>"),
        *("Let me look.\n<tool_call>SEARCH: dendrites</tool_call>", "<a><b>SEARCH: dendrites</b></a>"),
        '<invoke name="query_context_map"><parameter name="request">SEARCH: dendrites</parameter></invoke>',
        '<tool_call>\n{"name": "query_context_map", "arguments": {"request": "SEARCH: dendrites"}}\n</tool_call>',
        *("SEARCH: <query>dendrites</query>", "<tool><tool>SEARCH: dendrites</tool></tool>"),
    ],
)
def test_tags_around_a_request_are_no_part_of_it(text: str) -> None:
    assert read(text) == [("search", "dendrites")]


@pytest.mark.parametrize("text", ["what <input> does", "a < b > c", "<tool> steel", "List<query> in Java"])
def test_tags_that_wrap_nothing_are_words(text: str) -> None:
    assert read(text) == [("search", text)]


@pytest.mark.parametrize("piece", ["<tool>", "</tool>", "<a", "<a>", "<tool ", "<tool></tool>"])
def test_many_tags_are_read_in_time(piece: str) -> None:
    assert read_requests(piece * 5_000).requests
