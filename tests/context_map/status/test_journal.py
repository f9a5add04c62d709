"""What came after an epoch is appended; what stands above stays, unless it is no longer so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from peek_graph.context_map.status.lines import Marks, entry_piece
from peek_graph.context_map.status.rendering import render_status
from peek_graph.graph.states import State
from tests.context_map.status.making import MadePast, board, request, state

EPOCH = 40
OLD = [
    *(
        state("finding", n, f"finding number {n} of a good many words, so that not all has room", since=n)
        for n in range(1, 31)
    ),
    *(
        state("todo", n, f"task number {n} of a good many words, so that not all has room", since=n, priority=n % 9)
        for n in range(1, 31)
    ),
]


def shown(new: Sequence[State], *, revision: int, gone: str = "", finished: Sequence[State] = ()) -> str:
    """The status after an epoch at which there were the old ones."""
    touched = {one.ref for one in new}
    now = [
        one for one in OLD if one.ref not in touched and one.ref != gone and one.ref not in {f.ref for f in finished}
    ]
    marks = Marks({}, {}, 0.5)
    past = MadePast(
        {EPOCH: board(OLD, revision=EPOCH)},
        now={one.ref: entry_piece(one, marks) for one in finished},
        operations=[(number, 10**6 if number == EPOCH else 1) for number in range(2, revision + 1)],
    )
    made = board([*now, *new], revision=revision, more={"todo": 0})
    return render_status(made, request(900), past).text


def base_of(text: str) -> str:
    return text[: text.index("## Since revision 40")]


def first(text: str, letter: str) -> int:
    return int(next(line for line in text.splitlines() if line.startswith(f"- {letter}"))[3:].split()[0].rstrip(":"))


def action(number: int, **props: Any) -> State:
    return state("action", number, f"did thing {number}", since=EPOCH + number, outcome="ok", **props)


def test_what_is_new_is_appended_in_the_order_of_time_and_all_before_stays() -> None:
    before = shown([action(1)], revision=41)
    after = shown([action(1), state("finding", 90, "new", since=42), action(2)], revision=42)
    assert after.startswith(before[: before.index("## Now")])
    journal = after[after.index("## Since revision 40") : after.index("## Now")].splitlines()
    assert [line.split()[1].rstrip(":") for line in journal[1:]] == ["A1", "A2", "F90"]


def test_what_is_done_stays_in_its_place_and_the_journal_says_so() -> None:
    before = shown([action(1)], revision=41)
    ref = f"T{first(before, 'T')}"
    old = next(one for one in OLD if one.ref == ref)
    done = State("todo", old.uid, ref, 42, None, {**old.props, "status": "done"})
    after = shown([action(1)], revision=42, finished=[done])
    assert after.startswith(base_of(before))
    assert f"- {ref} (done)\n" in after[len(base_of(before)) :]


def test_that_a_todo_is_begun_changes_nothing_above() -> None:
    before = shown([action(1)], revision=41)
    old = next(one for one in OLD if one.ref == f"T{first(before, 'T')}")
    begun = State("todo", old.uid, old.ref, 42, None, {**old.props, "status": "doing"})
    after = shown([action(1), begun], revision=42)
    assert after.startswith(before[: before.index("## Now")])
    assert f"task in hand: {old.ref}" in after


def test_what_is_gone_is_taken_out_and_nothing_else() -> None:
    before = shown([action(1)], revision=41)
    number = first(before, "F")
    after = shown([action(1)], revision=42, gone=f"F{number}")
    assert f"- F{number}:" not in after
    lines = [line for line in base_of(before).splitlines() if not line.startswith(f"- F{number}:")]
    assert base_of(after).splitlines() == lines


def test_what_says_something_else_now_is_shown_once_as_it_is() -> None:
    before = shown([action(1)], revision=41)
    old = next(one for one in OLD if one.ref == f"F{first(before, 'F')}")
    for props in ({"text": "another thing"}, {"confidence": 0.1}, {"stale": True}):
        changed = State("finding", old.uid, old.ref, 42, None, {**old.props, **props})
        lines = [
            line for line in shown([action(1), changed], revision=42).splitlines() if line.startswith(f"- {old.ref}")
        ]
        assert len(lines) == 1
        assert any(word in lines[0] for word in ("another thing", "doubtful", "stale"))


def test_counts_of_the_epoch_stand_with_it_and_what_differs_at_the_end() -> None:
    before = shown([action(1)], revision=41)
    head, tail = before.split("## Since revision 40")
    assert "Not shown: +" in head
    assert "(revision 40; 0 documents, 0 sections)" in head
    assert tail.splitlines()[-1] == "(revision 41)"
    hidden = next(one for one in OLD if one.kind == "finding" and f"- {one.ref}:" not in head)
    after = shown([action(1)], revision=42, gone=hidden.ref)
    assert after.startswith(head)
    assert after.splitlines()[-1].startswith("(revision 42; +")


def test_a_burst_is_arranged_anew() -> None:
    burst = [state("finding", 100 + n, f"burst {n} " * 10, since=41) for n in range(60)]
    text = shown(burst, revision=41)
    assert "## Since" not in text
    assert "(revision 41;" in text
