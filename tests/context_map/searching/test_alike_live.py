from __future__ import annotations

import pytest

from peek_graph.errors import InvalidValue
from peek_graph.settings import EmbeddingSettings
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live

SAID = ["Sodium cells reach 140 Wh/kg", "LFP cells contain no cobalt at all", "铁锂电池完全不含钴"]


@pytest.mark.parametrize("model", ["words", "none"])
def test_it_is_found_and_numbers_tell_apart(project: Project, model: str) -> None:
    settings = project.settings.model_copy(update={"embedding": EmbeddingSettings(model=model)})
    map = project.map(settings=settings, embedder=project.embedder if model == "words" else None)
    map.apply([{"op": "add", "path": "working_memory.findings", "value": text} for text in SAID])
    map.search("cells", 1)
    same, other, far, none = map.alike(
        ["LFP cells contain no cobalt at all.", "Sodium cells reach 160 Wh/kg", "Prices fall", "铁锂电池完全不含钴"]
    )
    assert (same[0].ref, same[0].same, same[0].near) == ("F2", True, True)
    assert not other[0].near
    assert other[0].ref == "F1"
    assert not any(one.near for one in far)
    assert none[0].same


def test_only_live_entries_of_that_kind_and_map(project: Project) -> None:
    map, other = project.map(), project.map()
    other.apply([{"op": "add", "path": "working_memory.findings", "value": SAID[0]}])
    map.apply([{"op": "add", "path": "working_memory.todo_list", "value": SAID[0]}])
    for one in (map, other):
        one.search("cells", 1)
    assert map.alike(SAID[0]) == [[]]
    assert [one.ref for one in map.alike(SAID[0], "todo")[0]] == ["T1"]
    map.archive("T1")
    assert map.alike(SAID[0], "todo") == [[]]
    assert map.alike([]) == []
    with pytest.raises(InvalidValue, match="kind"):
        map.alike("x", "thing")


def test_an_embedder_that_is_down_costs_the_vectors_only(project: Project) -> None:
    map = project.map()
    map.apply([{"op": "add", "path": "working_memory.findings", "value": text} for text in SAID])
    map.search("cells", 1)
    project.embedder.down = True
    assert map.alike(SAID[1])[0][0].same
