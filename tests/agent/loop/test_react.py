import pytest
from llama_index.core.agent.react.types import ActionReasoningStep, ResponseReasoningStep

from peek_graph.agent.loop.react import UNREADABLE, LenientParser, formatter_of

CALLS = {
    "as asked": 'Thought: I need it.\nAction: search\nAction Input: {"query": "a"}',
    "no thought": 'Action: search\nAction Input: {"query": "a"}',
    "bold": '**Thought:** I need it.\n**Action:** search\n**Action Input:** {"query": "a"}',
    "with a result made up": 'Thought: x\nAction: search\nAction Input: {"query": "a"}\nObservation: 4\nAnswer: {}',
    "thought aloud": '<think>Answer: no</think>Thought: x\nAction: search\nAction Input: {"query": "a"}',
    "quoted": 'Thought: x\nAction: `search`\nAction Input: `{"query": "a"}`',
    "single quotes": "Thought: x\nAction: search\nAction Input: {'query': 'a'}",
}


@pytest.mark.parametrize("form", CALLS)
def test_calls_are_read(form: str) -> None:
    step = LenientParser().parse(CALLS[form])
    assert isinstance(step, ActionReasoningStep)
    assert (step.action, dict(step.action_input)) == ("search", {"query": "a"})


@pytest.mark.parametrize(
    "given", ["Action: search\nAction Input: none", "Action: \nAction Input: {", "Action: a b\nAction Input: {}"]
)
def test_a_call_that_cannot_be_read_is_one_that_does_not_exist(given: str) -> None:
    step = LenientParser().parse(given)
    assert isinstance(step, ActionReasoningStep)
    assert step.action in (UNREADABLE, "a")


@pytest.mark.parametrize(
    "text",
    [
        "Thought: x\nAnswer: y",
        "OUTPUT: The key Action: sell\nDONE: no",
        "plain",
        "Thought: only this",
        "Answer: Action: no",
    ],
)
def test_all_else_is_the_answer_as_it_came(text: str) -> None:
    parser = LenientParser()
    assert isinstance(parser.parse(text), ResponseReasoningStep)
    assert parser.said == [text]


def test_braces_of_a_header_stay() -> None:
    header = formatter_of('{context}\nuse {tool_desc}, as {"request": "x"}').system_header
    assert header.format(context="C", tool_desc="T", tool_names="") == 'C\nuse T, as {"request": "x"}'
