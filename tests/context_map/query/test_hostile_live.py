"""Whatever a model sends, and however little room there is, it gets a text that fits."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from peek_graph.context_map.query.answering import SMALLEST_BUDGET
from tests.context_map.query.conftest import Asking

pytestmark = pytest.mark.live

# From reports of what broke others, a kind each; see the search strings there.
STRINGS = [
    *(
        "causes/solutions",
        "C++",
        "node:",
        "tb-",
        "a && b",
        "NOT",
        '"',
        "'",
        "((",
        "[[[",
        "{",
        "}{",
        "a^2~",
        "*",
        "?",
        "a?b*",
    ),
    *(
        "EBITDA forecast",
        "NORD",
        "the of and",
        "...",
        "```",
        "`",
        "“”",
        "「",
        "\t",
        "\u200b\ufeff",
        " ",
        "",
        "\x00",
        "\ud800",
    ),
    *(
        "بطارية",
        "باتری",
        "電池のエネルギー密度",
        "배터리",
        "แบตเตอรี่",
        "能量",
        "能",
        "🔋",
        "e\u0301nergie",
        "ﬁnance",
        "ＡＢＣ",
    ),
    *("' OR true //", "}) DETACH DELETE n //", "map_uid:*", "+map_uid:x", "T12\x00", "D1§", "§", "D999999999§1.1.1"),
    *(
        "OPEN: " + "a." * 400,
        "OPEN: $['",
        "OPEN: $..*",
        "OPEN: [0]",
        "OPEN: sub_maps[",
        "OPEN: documents[*]",
        "OPEN: [T1",
    ),
    *(
        "READ: ../../etc/passwd",
        "READ: /etc/passwd",
        "READ: file:///etc/passwd",
        "READ: http://x/y#line=1,2",
        "READ: %00",
    ),
    *(
        "READ: notes/solid.md#line=9,1",
        "READ: #",
        "READ: a#b#c",
        "READ: \ud800.md",
        "READ: " + "a/" * 3000,
        "READ: ~/x",
    ),
    *("SEARCH: in:", "SEARCH: kind:", "SEARCH: kind:nothing", "SEARCH: x in:nowhere", "SEARCH: x since:99999999999999"),
    *(
        "SEARCH: x from:999999",
        "SEARCH: x confidence:9",
        "SEARCH: x source:D99",
        "SEARCH: x status:\x00",
        "STATUS: nowhere",
    ),
    *(
        "{" * 500,
        "[" * 50_000,
        '{"a":' * 2_000,
        '{"request": null}',
        '{"request": {"request": []}}',
        '{"action": "SEARCH"}',
    ),
    *(
        "OPEN: T1 after T1",
        "OPEN: todos after Q1",
        "OPEN: todos after T99",
        "OPEN: market page 0",
        "OPEN: page 99999999999",
    ),
    *(
        "OPEN: D1 after D1§99",
        "READ: T1 from 99999999999",
        "READ: D1§1 from 99",
        "READ: from 5",
        "P0",
        "OPEN: P9",
        "READ: P9",
    ),
    *("DELETE: T1", "DROP DATABASE neo4j", "UPDATE_CONTEXT_MAP: x", "状态：没有", "打开：", "读取：", "搜索："),
]
KEYWORDS = ["SEARCH", "OPEN", "READ", "GET_CURRENT_STATUS", "search", "Open", "搜索", "打开", "ＯＰＥＮ", "DELETE"]
PARTS = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            "T1",
            "D1§1",
            "market",
            "todos",
            "in:market",
            "kind:todo",
            "after T3",
            "page 2",
            "from 4",
            " ",
            "\n",
            ":",
            "：",
            "“",
            '"',
        ]
    ),
)
REQUESTS = st.one_of(
    st.text(max_size=200),
    st.builds(
        lambda word, sign, rest: word + sign + " ".join(rest),
        st.sampled_from(KEYWORDS),
        st.sampled_from([":", "：", " ", "("]),
        st.lists(PARTS, max_size=6),
    ),
    st.lists(PARTS, max_size=12).map("".join),
)


@pytest.mark.parametrize("budget", [SMALLEST_BUDGET, 400])
def test_strings_that_broke_others(asked: Asking, budget: int) -> None:
    revision = asked.opened.log(1)[0].number
    for number, string in enumerate(STRINGS):
        for request in (string, f"{KEYWORDS[(number + budget) % 4]}: {string}"):
            assert asked(request, budget).strip()
    assert asked.opened.log(1)[0].number == revision


def test_any_string_in_any_room(asked: Asking) -> None:
    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(request=REQUESTS, budget=st.one_of(st.integers(SMALLEST_BUDGET, 300), st.just(10**9)))
    def answered(request: str, budget: int) -> None:
        assert asked(request, budget).strip()

    answered()


@pytest.mark.parametrize(
    "piece", ["energy ", "能量", "a", "\n", '{"', "T1 ", "SEARCH: a\n", "?", "\u200b", "🔋", "x" * 99 + " "]
)
def test_a_request_of_a_megabyte(asked: Asking, piece: str) -> None:
    text = asked(piece * (1_000_000 // len(piece)), 400)
    assert text
    answer = asked.answer("SEARCH: " + piece * (1_000_000 // len(piece)), 400)
    assert "were not read" in answer.text


def test_no_room_at_all_is_an_error_of_the_caller(asked: Asking) -> None:
    from peek_graph.errors import InvalidValue

    with pytest.raises(InvalidValue, match="budget is 19") as raised:
        asked.opened.query_context_map("STATUS", budget=SMALLEST_BUDGET - 1)
    assert f"{SMALLEST_BUDGET} tokens or more" in (raised.value.hint or "")
    for budget in (0, -1, True, 1.5, "many"):
        with pytest.raises(InvalidValue, match="budget is"):
            asked.opened.query_context_map("STATUS", budget=budget)  # type: ignore[arg-type]
