"""A loop on a map of a test's own, with a model whose every word the test decides."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from llama_index.llms.openai_like import OpenAILike

from peek_graph.agent.loop import Loop
from peek_graph.context_map import ContextMap
from peek_graph.settings import AgentSettings, Settings
from tests.context_map.conftest import Project, project  # noqa: F401 # pytest finds fixtures by name
from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import StandIn, say

# LlamaIndex's agents look at attributes that pydantic, and at one that its own workflows, have deprecated.
OF_LLAMA_INDEX = pytest.mark.filterwarnings(
    "ignore::pydantic.warnings.PydanticDeprecatedSince20",
    "ignore::pydantic.warnings.PydanticDeprecatedSince211",
    "ignore:is_running called from within a step:DeprecationWarning",
)

Loops = Callable[..., Loop]


def step(output: str, *, decision: str = "Go on", more: str = "none", outcome: str = "ok", done: str = "no") -> Answer:
    """An answer in the form that is asked for."""
    return say(
        f"ANALYSIS: Clear.\nDECISION: {decision}\nOUTPUT: {output}\nNEXT: {more}\nOUTCOME: {outcome}\nDONE: {done}"
    )


def react(action: str, **arguments: Any) -> Answer:
    return say(f"Thought: I need it.\nAction: {action}\nAction Input: {json.dumps(arguments, ensure_ascii=False)}")


def model_at(server: StandIn, *, functions: bool = True, **options: Any) -> OpenAILike:
    given = {"is_chat_model": True, "max_retries": 0, "timeout": 10.0, "context_window": 32_000} | options
    return OpenAILike(
        model="stand-in", api_base=server.url, api_key="any", is_function_calling_model=functions, **given
    )


def with_agent(settings: Settings, **fields: Any) -> Settings:
    return settings.model_copy(update={"agent": AgentSettings(**fields)})


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn() as server:
        yield server
        assert server.left == 0, "the model was asked less often than the script has answers"


@pytest.fixture
def opened(project: Project) -> ContextMap:  # noqa: F811
    return project.map(goal="Choose a cell chemistry", constraints=["No cobalt"])


@pytest.fixture
def loops(opened: ContextMap, server: StandIn) -> Iterator[Loops]:
    """Makes loops on the map; by default they observe nothing."""
    made: list[Loop] = []

    def make(*, functions: bool = True, **options: Any) -> Loop:
        given = {"observe": False, "settings": opened.settings, **options}
        made.append(Loop(given.pop("map", opened), model_at(server, functions=functions), **given))
        return made[-1]

    yield make
    for loop in made:
        loop.close()
