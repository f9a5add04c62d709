"""A map as an agent's would be after some days, and a model whose every word a test decides."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from llama_index.llms.openai_like import OpenAILike

from peek_graph.context_map import ContextMap
from peek_graph.graph.database import Database
from peek_graph.settings import Connection, EmbeddingSettings, load_settings
from tests.context_map.conftest import Project, WordEmbedder, project  # noqa: F401 # pytest finds fixtures by name
from tests.openai_server.stand_in import StandIn

CELLS = """# Solid electrolytes

Sulfide electrolytes raise the energy density of cells.

## Interfaces

Dendrites grow through the separator at high current.
"""
PRICES = """# Lithium prices

The price of lithium carbonate fell to 10 dollars in autumn.
"""


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


@pytest.fixture
def battery(project: Project) -> ContextMap:  # noqa: F811
    """A map of the test's own: see `filled`."""
    return filled(project)


@pytest.fixture(scope="session")
def library(
    database: Database, neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ContextMap]:
    """The same map for all that only read it."""
    folder = tmp_path_factory.mktemp("library")
    place = neo4j_connection
    settings = load_settings(
        folder,
        uri=place.uri,
        user=place.user,
        password=place.password,
        database=place.database,
        embedding=EmbeddingSettings(cache=False),
    )
    shared = Project(folder, settings, WordEmbedder())
    try:
        opened = filled(shared)
        before = opened.log(1)[0].number
        yield opened
        assert opened.log(1)[0].number == before, "a test has changed the map of all"
    finally:
        for made in shared.made:
            database.driver.execute_query(
                "MATCH (n) WHERE n.map_uid = $uid OR (n:Map AND n.uid = $uid) DETACH DELETE n",
                uid=made.uid,
                database_=database.database,
            )
            made.close()


def filled(project: Project) -> ContextMap:  # noqa: F811
    """D1 (cells) in `chemistry`, D2 (prices) in `market`, todos T1 to T4, findings F1 to F3."""
    opened = project.map(goal="Choose a cell chemistry", constraints=["No cobalt"])
    opened.add_submap("chemistry", title="Cell chemistry", summary="Electrolytes, dendrites and energy density.")
    opened.add_submap("market", title="Market", summary="What lithium and cells cost.")
    opened.add_submap("survey", title="Survey", kind="phase", parent="market")
    opened.add(project.write("cells.md", CELLS), submap="chemistry")
    opened.add(project.write("prices.md", PRICES), submap="market")
    sulfides = "MATCH (s:Section {map_uid: $uid}) WHERE s.text CONTAINS 'Sulfide' RETURN s.ref AS ref"
    section = project.rows(sulfides, uid=opened.uid)[0]["ref"]
    market, survey = "sub_maps.market.working_memory", "sub_maps.market.sub_maps.survey.working_memory"
    opened.apply(
        [
            add(f"{survey}.todo_list", {"text": "Ask three makers for prices", "priority": 1}),
            add(f"{market}.todo_list", "Read the annual report of the market leader"),
            add("working_memory.todo_list", "Write the summary"),
            add(f"{survey}.todo_list", {"text": "Sign the contract", "status": "done"}),
        ]
    )
    opened.note("finding", "Sulfide cells hold more energy", submap="chemistry", sources=[section], author="agent:lab")
    opened.note("finding", "We should plan for sulfide cells", sources=["F1"], confidence=0.3)
    opened.note("finding", "Lithium carbonate is cheap now", submap="market", author="agent:desk")
    return opened


@pytest.fixture(autouse=True)
def event_loop_of_llama_index() -> Iterator[None]:
    """Its synchronous calls of asynchronous parts take the thread's event loop; one that they make, they leave."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    asyncio.set_event_loop(None)
    loop.close()


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn() as server:
        yield server
        assert server.left == 0, "the model was asked less often than the script has answers"


@pytest.fixture
def llm(server: StandIn) -> OpenAILike:
    return model_at(server)


def model_at(server: StandIn, **options: object) -> OpenAILike:
    given = {"is_chat_model": True, "is_function_calling_model": True, "max_retries": 0, "timeout": 10.0} | options
    return OpenAILike(model="stand-in", api_base=server.url, api_key="any", context_window=32_000, **given)  # type: ignore[arg-type]
