"""A map, and a model whose every word a test decides."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from llama_index.llms.openai_like import OpenAILike

from peek_graph.agent import Updater
from peek_graph.context_map import ContextMap
from peek_graph.settings import LlmSettings, UpdaterSettings
from tests.context_map.conftest import Project, project  # noqa: F401 # pytest finds fixtures by name
from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import StandIn, say

FINDINGS = "working_memory.findings"
TODOS = "working_memory.todo_list"


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def update(path: str, value: Any) -> dict[str, Any]:
    return {"op": "update", "path": path, "value": value}


def answers(*operations: Mapping[str, Any], analysis: str = "as observed") -> Answer:
    """What a good model says."""
    return say(json.dumps({"analysis": analysis, "operations": list(operations)}, ensure_ascii=False))


def llm_of(server: StandIn, **options: Any) -> OpenAILike:
    given = {"model": "stand-in", "api_key": "any", "is_chat_model": True, "max_retries": 0, "timeout": 5.0, **options}
    return OpenAILike(api_base=server.url, **given)


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn() as running:
        yield running


@pytest.fixture
def battery(project: Project) -> ContextMap:  # noqa: F811
    """Two findings, a doubtful one, a todo, a question, a hypothesis, a document and a sub-map."""
    project.write("prices.md", "# Prices\n\nLFP cells cost 61 euros a kWh.\n\n## Supply\n\nThree makers deliver.\n")
    settings = project.settings.model_copy(update={"llm": LlmSettings(retries=0)})
    opened = project.map("Choose a cell chemistry for 2027", ["No cobalt"], settings=settings)
    opened.add_submap("market", title="Market")
    opened.add(["prices.md"])
    opened.apply(
        [
            add(FINDINGS, "LFP cells contain no cobalt at all"),
            add(FINDINGS, "Sodium cells reach 140 Wh/kg"),
            add(FINDINGS, {"text": "Solid cells come in 2030", "confidence": 0.3}),
            add(TODOS, "Find the density of sodium cells"),
            add("working_memory.pending_questions", "Who makes separators?"),
        ],
        author="agent:planner",
    )
    opened.apply([update("working_memory.hypothesis", "LFP will do")], author="ann", source_kind="user")
    return opened


def updater_of(map: ContextMap, server: StandIn, **changed: Any) -> Updater:
    options = {name: changed.pop(name) for name in ("reviewer", "language", "author", "record") if name in changed}
    return Updater(map, llm_of(server), settings=UpdaterSettings(**changed), **options)


@pytest.fixture
def updater(battery: ContextMap, server: StandIn) -> Updater:
    return updater_of(battery, server)
