import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.query.places import Places
from peek_graph.context_map.query.targets import Target, find_target
from peek_graph.graph.contents import Part


def part(path: str, title: str, parent: str = "m") -> Part:
    return Part(path, path, parent, title, "topic", "open", "", {})


MARKET = part("market", "Market analysis")
PRICES = part("market.prices", "Prices by year", "market")
CHINA = part("中国", "中国市场")
OLD = part("old.prices", "Old prices", "old")
PLACES = Places("battery", [MARKET, PRICES, CHINA, part("old", "Old"), OLD, part("Findings", "Findings of 2024")])


@pytest.mark.parametrize(
    ("text", "target"),
    [
        *[
            (name, Target(part=MARKET))
            for name in ("market", "Market", " MARKET ", "market analysis", "sub_maps.market", "ｍａｒｋｅｔ")
        ],
        *[
            (name, Target(part=PRICES))
            for name in ("market.prices", "market/prices", "Market > Prices", "market › prices", "prices by year")
        ],
        *[
            (name, Target(part=PRICES))
            for name in ("sub_maps.market.sub_maps.prices", "$.sub_maps['market'].sub_maps.prices")
        ],
        *[(name, Target(part=CHINA)) for name in ("中国", "中国市场")],
        *[(name, Target()) for name in ("", "map", "the map", "root", "battery", "Battery", "$")],
        *[(name, Target(kind="todo", everywhere=True)) for name in ("todos", "TODO", "todo list", "tasks", "待办")],
        ("working_memory.todo_list", Target(kind="todo")),
        ("sub-maps", Target(kind="submap")),
        ("proposals", Target(kind="proposal", everywhere=True)),
        *[
            (name, Target(MARKET, "todo"))
            for name in ("market todos", "market: todos", "market.todos", "todos in market", "todos in:market")
        ],
        *[
            (name, Target(MARKET, "todo"))
            for name in ("sub_maps.market.working_memory.todo_list", "all open todos of Market analysis")
        ],
        ("map findings", Target(kind="finding")),
        ("findings", Target(part=PLACES.find("Findings"))),  # a sub-map of that name comes first
        *[
            (name, Target(ref="T12"))
            for name in ("T12", "t12", "[T12]", "Ｔ１２", "todo T12", "T12: check it", "T12 [market] (open): x")
        ],
        *[(name, Target(ref="D3§2.3")) for name in ("D3§2.3", "D3#2.3", "d3/2.3", "D3 § 2.3", "section D3§2.3")],
        ("D3 after D3§2", Target(ref="D3", behind="D3§2")),
        ("market todos after T40", Target(MARKET, "todo", behind="T40")),
        ("todos, after [t40]", Target(kind="todo", everywhere=True, behind="T40")),
        ("market page 2", Target(MARKET, page=2)),
        ("todos page: 3", Target(kind="todo", everywhere=True, page=3)),
        ("sub-maps after market.prices", Target(kind="submap", behind="market.prices")),
        ("market sub-maps after Market.Prices", Target(MARKET, "submap", behind="market.prices")),
        ("todos after market", None),
        ("D3 page 2", Target(ref="D3", page=2)),
        ("市场 第2页", None),
        ("中国 第2页", Target(CHINA, page=2)),
        *[
            (name, None)
            for name in (
                "prices",
                "makret",
                "energy density",
                "market x",
                "todos in nowhere",
                "$..*",
                "[",
                "sub_maps.x",
            )
        ],
    ],
)
def test_what_is_meant(text: str, target: Target | None) -> None:
    assert find_target(text, PLACES) == target


@pytest.mark.parametrize("text", ["T12: check it", "todo T12", "A4 paper"])
def test_words_beside_a_ref_may_be_a_search(text: str) -> None:
    assert find_target(text, PLACES, strict=True) is None


def test_what_is_like_a_name() -> None:
    assert PLACES.near("makret")[0] == "market"
    assert PLACES.near("Market analisys")[0] == "market"
    assert PLACES.near("xyzzy") == []


@given(st.text())
def test_any_text_is_looked_up(text: str) -> None:
    find_target(text, PLACES)
    PLACES.near(text)
