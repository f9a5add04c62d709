"""What is received over links is a personalised PageRank beyond the beginnings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.searching.spreading import normalised, received


def test_without_links_nothing_is_received() -> None:
    assert received({"a": 0.6, "b": 0.4}, [], 0.5) == {}


def test_neighbours_receive_and_their_neighbours_less() -> None:
    gained = received({"a": 1.0}, [("a", "b"), ("b", "c")], 0.5)
    assert gained["b"] > gained["c"] > 0
    assert "a" not in gained


def test_a_hub_passes_little_to_each() -> None:
    few = received({"a": 1.0}, [("a", "b"), ("a", "c")], 0.5)
    many = received({"a": 1.0}, [("a", f"n{n}") for n in range(50)], 0.5)
    assert few["b"] > 10 * many["n1"]


def test_normalised_sums_to_one() -> None:
    assert normalised({"a": 3.0, "b": 1.0}) == {"a": 0.75, "b": 0.25}
    assert normalised({}) == normalised({"a": 0.0}) == {}


_keys = st.sampled_from("abcdefgh")


@given(
    st.dictionaries(_keys, st.floats(0.01, 1), min_size=1),
    st.lists(st.tuples(_keys, _keys).filter(lambda pair: pair[0] != pair[1])),
    st.sampled_from([0.3, 0.5, 0.8]),
)
def test_it_is_near_the_exact_solution(
    given_seeds: dict[str, float], links: list[tuple[str, str]], restart: float
) -> None:
    seeds = normalised(given_seeds)
    keys = "abcdefgh"
    adjacent = np.zeros((8, 8))
    for start, end in links:
        adjacent[keys.index(end), keys.index(start)] = adjacent[keys.index(start), keys.index(end)] = 1
    walk = np.array([column / column.sum() if column.sum() else np.eye(8)[n] for n, column in enumerate(adjacent.T)]).T
    begun = np.array([seeds.get(key, 0.0) for key in keys])
    exact = restart * np.linalg.solve(np.eye(8) - (1 - restart) * walk, begun)
    gained = received(seeds, links, restart)
    beyond = exact - begun
    for number, key in enumerate(keys):
        assert gained.get(key, 0.0) == pytest.approx(max(0.0, beyond[number]), abs=(1 - restart) ** 10)
