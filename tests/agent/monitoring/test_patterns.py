import pytest

from peek_graph.agent.monitoring.patterns import aim_of, failed_in_a_row, repeated
from peek_graph.graph.monitoring import ActionRow


def rows(*aims: str, outcomes: str = "") -> list[ActionRow]:
    """The newest first; of outcomes o is ok, f failed, anything else none."""
    said = {"o": "ok", "f": "failed"}
    marks = outcomes or "o" * len(aims)
    return [ActionRow(f"A{n}", n, n, n, 0.0, said.get(marks[n]), aim) for n, aim in enumerate(aims)]


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [("", 0), ("o", 0), ("f", 1), ("fff", 3), ("ffoff", 2), ("?ff", 2), ("??f", 1), ("f?f", 1), ("off", 0), ("??", 0)],
)
def test_failures_in_a_row_are_counted_from_the_newest(outcomes: str, expected: int) -> None:
    assert len(failed_in_a_row(rows(*("x" * len(outcomes)), outcomes=outcomes))) == expected


@pytest.mark.parametrize(
    ("aims", "expected"),
    [
        (["search"] * 3, (3, 1)),
        (["search"] * 2, (0, 0)),
        (["search", "Search ", "ＳＥＡＲＣＨ."], (3, 1)),
        (["Step 9: search", "step 8: search", "7. search"], (3, 1)),
        (["第3步：搜索", "第2步：搜索", "搜索"], (3, 1)),
        (["read page 3", "read page 2", "read page 1"], (0, 0)),
        (["a", "b"] * 3, (6, 2)),
        (["a", "b", "a", "b", "a", "c"], (0, 0)),
        (["a", "b", "a", "b", "a", "b", "a", "c"], (6, 2)),
        (["new", "search", "search", "search"], (0, 0)),
        (["", "", ""], (0, 0)),
        ([], (0, 0)),
    ],
)
def test_the_same_action_again_and_again(aims: list[str], expected: tuple[int, int]) -> None:
    found, period = repeated(rows(*aims), 3)
    assert (len(found), period) == expected


def test_a_number_alone_is_an_action() -> None:
    assert aim_of("12") == "12"
    assert aim_of("12: search") == "search"
