from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.searching.fusion import fuse

_leg = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(_leg, _leg)
def test_every_key_once_with_its_legs_and_a_score_that_falls(one: list[str], two: list[str]) -> None:
    fused = fuse({"one": one, "two": two}, 10)
    assert {item.key for item in fused} == set(one) | set(two)
    assert len(fused) == len({item.key for item in fused})
    assert [item.score for item in fused] == sorted((item.score for item in fused), reverse=True)
    assert all(item.legs == tuple(n for n, leg in (("one", one), ("two", two)) if item.key in leg) for item in fused)


def test_found_twice_beats_found_once_at_the_same_rank() -> None:
    fused = fuse({"one": ["a", "b"], "two": ["c", "b"]}, 10)
    assert fused[0].key == "b"


def test_equal_scores_keep_their_order_always() -> None:
    assert [item.key for item in fuse({"one": ["a"], "two": ["b"]}, 10)] == ["a", "b"]
    assert fuse({"one": ["x", "y"], "two": ["y", "x"]}, 10) == fuse({"one": ["x", "y"], "two": ["y", "x"]}, 10)
