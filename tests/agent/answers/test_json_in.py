from __future__ import annotations

import pytest

from peek_graph.agent.answers import JsonFound, json_in

AGREES = '{"verdict": "agrees", "why": "D3 says so"}'
VALUE = {"verdict": "agrees", "why": "D3 says so"}


@pytest.mark.parametrize(
    "text",
    [
        AGREES,
        f"```json\n{AGREES}\n```",
        f"<think>{{'verdict': 'disagrees'}}</think>As [1] says: {AGREES}",
        f"{AGREES}\n{AGREES}",
        f"Draft: {{'verdict': 'disagrees'}}\nFinal:\n{AGREES}",
        "{verdict: 'agrees', why: “D3 says so”,}",
    ],
)
def test_the_one_value_of_a_text(text: str) -> None:
    found = json_in(text)
    assert isinstance(found, JsonFound)
    assert (found.value, found.whole, found.problems) == (VALUE, True, ())


@pytest.mark.parametrize("text", ["", "yes", f"<think>{AGREES}</think>", f"{AGREES} or {{'verdict': 'disagrees'}}"])
def test_none_or_several_are_none(text: str) -> None:
    assert json_in(text) is None


def test_what_is_cut_or_not_certain_is_left_out() -> None:
    found = json_in('{"verdict": "agrees", "why": "D3 sa')
    assert found is not None
    assert (found.value, found.whole) == ({"verdict": "agrees"}, False)
    found = json_in('{"verdict": "agrees", "score": NaN, "why": [yes, "a"]}')
    assert found is not None
    assert found.value == {"verdict": "agrees", "why": ["a"]}
    assert [problem.excerpt for problem in found.problems] == ["NaN", "yes"]
