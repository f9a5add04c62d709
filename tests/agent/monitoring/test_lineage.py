import pytest

from peek_graph.agent.monitoring.lineage import passed_by
from peek_graph.graph.monitoring import RollbackRow


@pytest.mark.parametrize(
    ("newest", "rollbacks", "expected"),
    [
        (9, [], {*range(10)}),
        (9, [(7, 3)], {0, 1, 2, 3, 7, 8, 9}),
        # What was gone back from comes back: 9 brings 6 back.
        (9, [(9, 6), (7, 3)], {*range(7), 9}),
        (9, [(8, 5), (5, 2)], {0, 1, 2, 5, 8, 9}),
        (9, [(8, 2), (6, 4)], {0, 1, 2, 8, 9}),
    ],
)
def test_by_which_revisions_a_map_came_to_what_it_is(
    newest: int, rollbacks: list[tuple[int, int]], expected: set[int]
) -> None:
    spans = passed_by(newest, [RollbackRow(number, to, "monitor", "") for number, to in rollbacks])
    assert {number for first, last in spans for number in range(first, last + 1)} == expected
