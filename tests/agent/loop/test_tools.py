import asyncio
from typing import Any

import pytest
from llama_index.core.tools import FunctionTool
from llama_index.core.workflow import Context

from peek_graph.agent.loop.tools import BoundedTool, Calls, as_tools
from peek_graph.agent.loop.words import WORDS
from peek_graph.errors import InvalidValue


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


async def later(text: str) -> str:
    """Say it later."""
    await asyncio.sleep(0)
    return text


def breaks() -> str:
    """Break."""
    raise ValueError("no\x00 \ud800 such thing")


def query_context_map(request: str) -> str:
    """Mine."""
    return request


def in_a_workflow(ctx: Context, text: str) -> str:
    """Wants a context."""
    return text


def bounded(tool: Any, **options: Any) -> tuple[BoundedTool, Calls, list[tuple[str, str, bool]]]:
    calls, heard = Calls(options.pop("most", 3)), []
    made = as_tools([tool], by_protocol=True)[0]

    def hear(*result: Any) -> None:
        heard.append(result)

    words, tokens = WORDS["en"], options.pop("tokens", 50)
    return BoundedTool(made, calls, words, tokens, options.pop("hear", hear), frame=True), calls, heard


def test_results_are_framed_for_the_model_and_handed_on_whole() -> None:
    tool, calls, heard = bounded(later)
    long = "a word and another one " * 300
    shown = asyncio.run(tool.acall(text=long)).content
    assert shown.startswith('<result tool="later">\na word')
    assert "characters are not shown]\n</result>" in shown
    assert heard == [("later", long.strip(), False)]
    assert calls.named[0].startswith('later({"text": "a word')
    assert len(calls.named[0]) <= 200


def test_a_tool_that_raises_says_why_and_nothing_unfit() -> None:
    tool, calls, heard = bounded(breaks)
    output = asyncio.run(tool.acall())
    assert output.content == '<result tool="breaks">\nThe tool breaks failed: ValueError: no  such thing\n</result>'
    assert output.is_error
    assert calls.last_failed
    assert heard[0][2]


def test_wrong_arguments_are_answered() -> None:
    tool, _, _ = bounded(add)
    assert "failed: TypeError" in asyncio.run(tool.acall(a=1, c=2)).content
    assert "\n3\n" in asyncio.run(tool.acall(a=1, b=2)).content


def test_there_are_no_more_calls_than_a_step_has() -> None:
    tool, calls, heard = bounded(add, most=1)
    asyncio.run(tool.acall(a=1, b=2))
    assert "no calls left" in asyncio.run(tool.acall(a=1, b=2)).content
    assert (len(calls.made), len(heard)) == (1, 1)


def test_what_handing_on_raises_is_kept_for_the_loop() -> None:
    def gone(*_: Any) -> None:
        raise ConnectionError("the database is gone")

    tool, calls, _ = bounded(add, hear=gone)
    asyncio.run(tool.acall(a=1, b=2))
    assert isinstance(calls.broken, ConnectionError)


@pytest.mark.parametrize(
    ("tools", "says"),
    [
        ([query_context_map], "a name that the loop uses itself"),
        ([add, add], "the name of two tools"),
        (["add"], "is no tool"),
        ([in_a_workflow], "wants the context of a workflow"),
        ([FunctionTool.from_defaults(add, description="x" * 2000)], "cannot be offered"),
    ],
)
def test_what_cannot_be_a_tool_is_refused(tools: Any, says: str) -> None:
    with pytest.raises(InvalidValue, match=says):
        as_tools(tools, by_protocol=True)


def test_a_long_description_is_no_trouble_where_it_is_in_the_prompt() -> None:
    long = FunctionTool.from_defaults(add, description="x" * 2000)
    assert as_tools([long], by_protocol=False)[0].metadata.name == "add"
