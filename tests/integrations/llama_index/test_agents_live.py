"""LlamaIndex's own agents with the tools, on a real map; the model is the stand-in, over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent, ReActAgent
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.tools import RetrieverTool
from llama_index.llms.openai_like import OpenAILike

from peek_graph.context_map import ContextMap
from peek_graph.integrations.llama_index import PeekGraphRetriever, PeekGraphToolSpec
from tests.integrations.llama_index.conftest import add, model_at
from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import Asked, Cut, Fails, StandIn, call, say

# LlamaIndex's agents look at attributes that pydantic, and at one that its own workflows, have deprecated.
_OF_LLAMA_INDEX = pytest.mark.filterwarnings(
    "ignore::pydantic.warnings.PydanticDeprecatedSince20",
    "ignore::pydantic.warnings.PydanticDeprecatedSince211",
    "ignore:is_running called from within a step:DeprecationWarning",
)
pytestmark = [pytest.mark.live, _OF_LLAMA_INDEX]

TODOS = "working_memory.todo_list"


def todo(text: str) -> dict[str, Any]:
    return add(TODOS, text)


def react(action: str, **arguments: Any) -> Answer:
    return say(f"Thought: I need a tool.\nAction: {action}\nAction Input: {json.dumps(arguments, ensure_ascii=False)}")


def done(text: str) -> Answer:
    return say(f"Thought: I can answer.\nAnswer: {text}")


def run(agent: Any, message: str, **options: Any) -> Any:
    async def all_of_it() -> Any:
        return await agent.run(message, **options)

    return asyncio.run(all_of_it())


def seen(server: StandIn, number: int) -> str:
    """What the model was told last, before it gave its answer of that number."""
    return server.asked[number].last


@pytest.mark.parametrize("streaming", [True, False])
def test_a_function_agent_reads_writes_corrects_itself_and_answers(
    battery: ContextMap, server: StandIn, llm: OpenAILike, streaming: bool
) -> None:
    server.plays(
        call("query_context_map", request="GET_CURRENT_STATUS"),
        call("query_context_map", request="SEARCH: dendrites"),
        call("update_context_map", operations=[{"op": "add", "path": "working_memory.todos", "value": "Call Ann"}]),
        call("update_context_map", operations=[todo("Call Ann")], reasoning="dendrites are a risk"),
        say("I noted it as T5."),
    )
    tools = PeekGraphToolSpec(battery, author="agent:planner").to_tool_list()
    agent = FunctionAgent(tools=tools, llm=llm, system_prompt="You keep the map.", streaming=streaming)
    answer = run(agent, "What stops solid state cells? Note what to do.")
    assert str(answer) == "I noted it as T5."
    assert set(server.asked[0].tools) == {"query_context_map", "update_context_map"}
    assert server.asked[0].body.get("stream", False) is streaming
    assert "Choose a cell chemistry" in seen(server, 1)
    assert "No cobalt" in seen(server, 1)
    assert "Dendrites grow through the separator" in seen(server, 2)
    assert "Nothing was changed" in seen(server, 3)
    assert "todo_list" in seen(server, 3)
    assert "-> applied T5" in seen(server, 4)
    assert battery.get("T5") == "Call Ann"
    revision = battery.log(1)[0]
    assert (revision.author, revision.reasoning) == ("agent:planner", "dendrites are a risk")


def test_several_calls_at_once_are_each_answered(library: ContextMap, server: StandIn, llm: OpenAILike) -> None:
    requests = ({"request": "SEARCH: dendrites"}, {"request": "SEARCH: lithium carbonate"})
    server.plays(Answer(calls=tuple(("query_context_map", request) for request in requests)), say("Both read."))
    agent = FunctionAgent(tools=PeekGraphToolSpec(library).to_tool_list(), llm=llm)
    assert str(run(agent, "Read both")) == "Both read."
    told = [message["content"] for message in server.asked[1].messages if message["role"] == "tool"]
    assert len(told) == 2
    assert any("Dendrites grow" in text for text in told)
    assert any("fell to 10 dollars" in text for text in told)


def test_a_retriever_is_a_tool_too(library: ContextMap, server: StandIn, llm: OpenAILike) -> None:
    server.plays(call("passages", input="dendrites at high current"), say("They grow."))
    passages = RetrieverTool.from_defaults(
        PeekGraphRetriever(library, 3), name="passages", description="What is known."
    )
    assert str(run(FunctionAgent(tools=[passages], llm=llm), "What of dendrites?")) == "They grow."
    assert "Dendrites grow through" in seen(server, 1)
    assert "pointer: cells.md#line=" in seen(server, 1)


BAD: list[tuple[str, Any, str]] = [
    ("update_context_map", "{broken", "Nothing was changed"),
    ("update_context_map", "", "the argument 'operations' is missing"),
    ("update_context_map", "[]", "Nothing was changed"),
    ("update_context_map", {"operations": "make it so"}, "operations is no JSON"),
    ("update_context_map", {"operations": [{"op": "confirm", "path": "P1"}]}, "one of add, update"),
    ("query_context_map", "{}", "GET_CURRENT_STATUS"),
    ("query_context_map", "{broken", "GET_CURRENT_STATUS"),
    ("query_context_map", {"request": ["SEARCH: dendrites"]}, "Dendrites grow"),
    ("confirm", {"ref": "P1"}, "not found"),
]


@pytest.mark.parametrize("streaming", [True, False])
def test_bad_arguments_are_answered_and_the_agent_goes_on(
    battery: ContextMap, server: StandIn, llm: OpenAILike, streaming: bool
) -> None:
    server.plays(*(Answer(calls=((name, arguments),)) for name, arguments, _ in BAD))
    server.plays(call("update_context_map", operations=[todo("Call Ann")]), say("Done."))
    agent = FunctionAgent(tools=PeekGraphToolSpec(battery).to_tool_list(), llm=llm, streaming=streaming)
    assert str(run(agent, "Note it")) == "Done."
    for number, (name, arguments, says) in enumerate(BAD, 1):
        assert says in seen(server, number), (name, arguments)
        assert "Traceback" not in seen(server, number)
    assert "-> applied T5" in seen(server, len(BAD) + 1)


def test_a_react_agent_reads_writes_and_answers(battery: ContextMap, server: StandIn, llm: OpenAILike) -> None:
    server.plays(
        react("query_context_map", request="OPEN: market"),
        react("update_context_map", operations="no list"),
        react("update_context_map", operations=[todo("Ask for a second offer")], reasoning="one price only"),
        done("It is T5."),
    )
    agent = ReActAgent(tools=PeekGraphToolSpec(battery).to_tool_list(), llm=llm)
    assert str(run(agent, "What about the market?")).strip() == "It is T5."
    taught = server.asked[0].text
    assert "SEARCH:" in taught
    assert '"enum": ["add", "update", "delete", "move", "link", "unlink"]' in taught
    assert "T2" in server.asked[1].text
    assert "Nothing was changed" in server.asked[2].text
    assert "-> applied T5" in server.asked[3].text
    assert battery.log(1)[0].reasoning == "one price only"


def test_agents_of_a_workflow_hand_over_and_share_the_map(
    battery: ContextMap, server: StandIn, llm: OpenAILike
) -> None:
    server.plays(
        call("query_context_map", request="SEARCH: lithium price"),
        call("handoff", to_agent="writer", reason="write it down"),
        call("update_context_map", operations=[todo("Buy lithium")], reasoning="it is cheap"),
        say("Written as T5."),
    )
    reading, writing = PeekGraphToolSpec(battery, author="agent:writer").to_tool_list()
    reader = FunctionAgent(
        name="reader", description="reads the map", tools=[reading], llm=llm, can_handoff_to=["writer"]
    )
    writer = FunctionAgent(name="writer", description="writes the map", tools=[writing], llm=llm)
    workflow = AgentWorkflow(agents=[reader, writer], root_agent="reader")
    assert str(run(workflow, "Look at prices, then note what to do")) == "Written as T5."
    assert "fell to 10 dollars" in seen(server, 1)
    assert "update_context_map" not in server.asked[0].tools
    assert "query_context_map" not in server.asked[2].tools
    assert "-> applied T5" in seen(server, 3)
    assert battery.log(1)[0].author == "agent:writer"


def test_a_workflow_of_react_and_function_agents(library: ContextMap, server: StandIn, llm: OpenAILike) -> None:
    server.plays(react("query_context_map", request="GET_CURRENT_STATUS"), done("The goal is a chemistry."))
    tools = PeekGraphToolSpec(library).to_tool_list()
    agent = ReActAgent(name="thinker", description="thinks", tools=tools, llm=llm)
    assert "chemistry" in str(run(AgentWorkflow(agents=[agent], root_agent="thinker"), "What is the goal?"))
    assert "Choose a cell chemistry" in server.asked[1].text


def test_turns_of_a_conversation_see_what_earlier_ones_wrote(
    battery: ContextMap, server: StandIn, llm: OpenAILike
) -> None:
    def asks_for(expected: str) -> Callable[[Asked], Answer]:
        def answer(asked: Asked) -> Answer:
            assert expected in asked.last
            return say("I see it.")

        return answer

    server.plays(
        call("update_context_map", operations=[todo("Visit the plant in Leipzig")]),
        say("Noted."),
        call("query_context_map", request="SEARCH: Leipzig"),
        asks_for("Visit the plant in Leipzig"),
    )
    agent = FunctionAgent(tools=PeekGraphToolSpec(battery).to_tool_list(), llm=llm)
    run(agent, "Note a visit")
    history = [ChatMessage(role="user", content="Note a visit"), ChatMessage(role="assistant", content="Noted.")]
    assert str(run(agent, "What is in Leipzig?", chat_history=history)) == "I see it."


def test_a_model_that_fails_for_a_while_costs_no_write(battery: ContextMap, server: StandIn) -> None:
    llm = model_at(server, max_retries=2)
    server.plays(
        Fails(429, headers={"retry-after-ms": "1"}),
        call("update_context_map", operations=[todo("Call Ann")]),
        Fails(500, headers={"retry-after-ms": "1"}),
        say("Done."),
    )
    agent = FunctionAgent(tools=PeekGraphToolSpec(battery).to_tool_list(), llm=llm)
    assert str(run(agent, "Note it")) == "Done."
    assert "-> applied T5" in seen(server, 3)


def test_a_stream_that_breaks_is_an_error_of_the_agent_and_the_map_is_whole(
    library: ContextMap, server: StandIn, llm: OpenAILike
) -> None:
    before = library.to_dict()
    server.plays(Cut(call("update_context_map", operations=[todo("Call Ann")])))
    agent = FunctionAgent(tools=PeekGraphToolSpec(library).to_tool_list(), llm=llm)
    with pytest.raises(Exception, match="incomplete chunked read"):
        run(agent, "Note it")
    assert library.to_dict() == before
