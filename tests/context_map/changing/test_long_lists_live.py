"""Long lists: what a batch does at places in them is right, and does not read all of them for each operation."""

from __future__ import annotations

import random
from typing import Any

import pytest

from peek_graph.graph import changes
from tests.context_map.changing.conftest import TODOS, Operation, Worked, add, delete, move, update

pytestmark = pytest.mark.live
LENGTH = 300


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each read of a part of a list may bring."""
    limits: list[int] = []

    def counted(read: Any) -> Any:
        def counting(*args: Any) -> Any:
            limits.append(args[-1])
            return read(*args)

        return counting

    for name in ("load_first", "load_last", "load_before"):
        monkeypatch.setattr(changes, name, counted(getattr(changes, name)))
    return limits


@pytest.fixture
def long(m: Worked) -> Worked:
    m.do(add(TODOS, [f"T{n}" for n in range(1, LENGTH + 1)]))
    return m


@pytest.mark.parametrize("seed", range(3))
def test_moves_and_additions_before_others(long: Worked, seed: int) -> None:
    """Each todo's text is its ref, so that the list says in which order they stand."""
    rng, expected = random.Random(seed), [f"T{n}" for n in range(1, LENGTH + 1)]
    batch: list[Operation] = []
    for _ in range(40):
        mine, before = rng.sample(expected, 2)
        match rng.randrange(3):
            case 0:
                batch.append(move(mine, before))
                expected.remove(mine)
                expected.insert(expected.index(before), mine)
            case 1:
                batch.append(delete(mine))
                expected.remove(mine)
            case _:
                batch.append(move(mine, f"{TODOS}[{expected.index(before)}]"))
                expected.remove(mine)
                expected.insert(expected.index(before), mine)
    long.do(*batch)
    assert long.memory["todo_list"] == expected


def test_many_before_one(long: Worked) -> None:
    """The gap before it is used up by halves, and the list numbered anew."""
    long.do(*(move(f"T{n}", "T200") for n in range(1, 101)))
    there = long.memory["todo_list"]
    assert there == [*(f"T{n}" for n in (*range(101, 200), *range(1, 101), *range(200, LENGTH + 1)))]


def test_a_move_by_ref_reads_its_neighbour(long: Worked, reads: list[int]) -> None:
    long.do(*(move(f"T{n}", "T250") for n in range(1, 6)))
    assert max(reads) < LENGTH


def test_a_base_reads_a_list_once(long: Worked, reads: list[int]) -> None:
    base = long.revision
    long.do(add(f"{TODOS}[0]", "theirs"))
    reads.clear()
    long.do(*(update(f"{TODOS}[{n}].priority", n % 10) for n in range(20)), base_revision=base)
    assert len(reads) == 1
    assert [item["text"] for item in long.memory["todo_list"][1:21]] == [f"T{n}" for n in range(1, 21)]


def test_a_base_does_not_read_a_list_that_is_as_it_was(long: Worked, reads: list[int]) -> None:
    base = long.revision
    long.add("documents.d", {"title": "theirs"})
    long.do(update(f"{TODOS}[3].priority", 1), move("T9", "T200"), base_revision=base)
    assert max(reads) < LENGTH
    assert long.memory["todo_list"][3] == {"text": "T4", "priority": 1}


def test_positions_after_the_batch_itself_changed_the_list(long: Worked) -> None:
    base = long.revision
    long.do(delete("T2"))
    long.do(
        update(f"{TODOS}[2].priority", 3),
        delete("T4"),
        update(f"{TODOS}[3].priority", 5),
        add(f"{TODOS}[3]", "before T5"),
        base_revision=base,
    )
    assert long.memory["todo_list"][:5] == [
        "T1",
        {"text": "T3", "priority": 3},
        "before T5",
        {"text": "T5", "priority": 5},
        "T6",
    ]
