from collections.abc import Iterator
from typing import Any

import pytest

from peek_graph.graph.database import Database
from peek_graph.graph.queries import Query, cypher_dir, load_queries

FILES = sorted(file.stem for file in cypher_dir().glob("*.cypher"))
QUERIES = [query for name in FILES for query in load_queries(name).values() if query.mode != "schema"]
# `db.index.…` and the like: what they read does not show in the plan, and is bounded by their arguments.
SCANS = ("AllNodesScan", "NodeByLabelScan", "UnionNodeByLabelsScan", "DirectedAllRelationshipsScan")


@pytest.mark.live
@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.file}-{query.name}")
def test_no_query_reads_more_than_its_indexes_give(database: Database, query: Query) -> None:
    """A map's read must not cost what the other maps, or foreign nodes of the same label, hold."""
    text = query.text
    if text.startswith("CYPHER 25"):
        if not database.supports_vector_filter:
            pytest.skip("this server has no Cypher 25 search")
        explained = text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    elif text.startswith("SHOW"):
        pytest.skip("SHOW reads no nodes")
    else:
        explained = f"EXPLAIN {text}"
    with database.driver.session(database=database.database) as session:
        plan = session.run(explained).consume().plan  # without values, so that no types are inferred from them
    assert plan is not None
    assert [name for name in operators(plan) if name in SCANS] == []


def operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].split("@")[0]
    for child in plan.get("children", ()):
        yield from operators(child)
