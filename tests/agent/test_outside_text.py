from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.agent.outside_text import without_turns

MARKS = [
    *("<|im_start|>", "<｜User｜>", "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>", "<s>", "</s>", "<bos>", "<eos>"),
    *("<start_of_turn>", "<end_of_turn>", "[TOOL_CALLS]", "[SYSTEM_PROMPT]", "<|eot_id|>", "<im_end>"),
]


@pytest.mark.parametrize("mark", MARKS)
def test_the_marks_of_a_turn_are_none(mark: str) -> None:
    for given_ in (mark, mark.lower(), f"a{mark}b", f"{mark[0]}\u200b{mark[1:]}"):
        said = without_turns(given_)
        assert mark.casefold() not in said.casefold()
        assert said.replace(" ", "").replace("\u200b", "").casefold() == given_.replace("\u200b", "").casefold()


@pytest.mark.parametrize("text", ["a < b", "<section>", "[1]", "[INSTALL]", "x<|y", "<strong>", "f(x)[0]", "a\n\tb"])
def test_what_is_none_stays(text: str) -> None:
    assert without_turns(text).replace("< |", "<|") == text


@given(st.text())
def test_any_text_can_be_sent(text: str) -> None:
    said = without_turns(text)
    said.encode()
    assert "\0" not in said
    assert without_turns(said) == said
