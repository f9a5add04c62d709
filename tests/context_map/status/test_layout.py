from __future__ import annotations

import random

import pytest

from peek_graph.context_map.status.layout import SECTIONS
from peek_graph.context_map.status.rendering import render_status
from peek_graph.context_map.status.words import ENGLISH
from peek_graph.records import Status
from peek_graph.settings import StatusSettings
from tests.context_map.status.making import KINDS, MadePast, board, request, state, submap


def sections(text: str) -> dict[str, list[str]]:
    """The refs under each heading, in order."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        elif line.startswith("- "):
            found[list(found)[-1]].append(line.split()[1].rstrip(":"))
    return found


def status_of(states: list[object], budget: int, **settings: object) -> Status:
    return render_status(board(states), request(budget, **settings), MadePast())  # type: ignore[arg-type]


def test_what_changes_rarely_comes_first_and_where_the_work_stands_last() -> None:
    states = [state(kind, n) for kind in KINDS for n in (1, 2)] + [state("action", 3, outcome="failed")]
    text = render_status(
        board(states, submaps=[submap("k")], step="go", constraints=["c"]), request(900), MadePast()
    ).text
    expected = [
        ENGLISH.headings[name] for name in ("goal", "constraint", *SECTIONS) if name not in ("recent", "proposal")
    ]
    assert list(sections(text)) == [*expected, "Now"]


def test_within_a_kind_entries_stand_by_their_numbers_and_the_order_of_reading_does_not_matter() -> None:
    states = [state(kind, n, "some words", confidence=n % 7 / 7) for kind in KINDS for n in range(1, 40)]
    first = status_of(list(states), 500)
    for refs in sections(first.text).values():
        assert refs == sorted(refs, key=lambda ref: int(ref[1:]))
    random.Random(3).shuffle(states)
    assert status_of(list(states), 500).text == first.text


def test_every_kind_has_a_line_before_any_takes_the_room_of_the_others() -> None:
    states = [state(kind, n, "word " * 20) for kind in KINDS for n in range(1, 90)]
    found = sections(status_of(list(states), 800).text)
    assert {ENGLISH.headings[kind] for kind in KINDS} <= found.keys()


def test_shares_are_settings_and_an_unused_share_flows_on() -> None:
    states = [state(kind, n, "ten words or so " * 3) for kind in ("todo", "finding") for n in range(1, 90)]
    more = sections(status_of(list(states), 900, shares={"todo": 100, "finding": 1}).text)
    assert len(more["Todos"]) > 2 * len(more["Findings"]) > 0
    assert "Findings" not in sections(status_of(list(states), 900, shares={"finding": 0}).text)
    alone = [one for one in states if one.kind == "finding"]
    both = sections(status_of(list(states), 900).text)
    assert len(sections(status_of(list(alone), 900).text)["Findings"]) > len(both["Findings"])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"priority": 1}, {"priority": 6}),
        ({"priority": "high"}, {}),
        ({"confidence": 0.9}, {"confidence": 0.3}),
        ({"since": 300}, {"since": 3}),
        ({}, {"stale": True}),
    ],
)
def test_priority_confidence_recency_and_staleness_decide(better: dict[str, object], worse: dict[str, object]) -> None:
    kind = "todo" if "priority" in better else "finding"
    made = [state(kind, n, f"number {n} of several words", **(better if n % 2 else worse)) for n in range(1, 41)]  # type: ignore[arg-type]
    text = render_status(board(made, revision=300), request(330), MadePast()).text
    shown = sections(text)[ENGLISH.headings[kind]]
    assert 2 < len(shown) <= 20
    assert all(int(ref[1:]) % 2 for ref in shown)


def test_what_is_cited_is_wanted_more() -> None:
    from dataclasses import replace

    from peek_graph.context_map.status.board import Unit

    made = board([state("finding", n, "of several words") for n in range(1, 41)])
    cited = replace(
        made,
        units=tuple(
            Unit.of(replace(u.pieces[0], cited_at=(1, 2, 3) if u.pieces[0].ref == "F3" else ())) for u in made.units
        ),
    )
    assert "- F3 " not in render_status(made, request(200), MadePast()).text.replace(":", " ")
    assert "- F3:" in render_status(cited, request(200), MadePast()).text


def test_defaults_have_a_share_for_every_section() -> None:
    assert StatusSettings().weights.keys() == set(SECTIONS)
