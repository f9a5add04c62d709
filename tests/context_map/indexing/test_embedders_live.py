"""A few short entries do not decide for good which embedder a map has."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.context_map.indexing import embedders
from peek_graph.context_map.indexing.catching_up import catch_up
from peek_graph.embedding.registry import CHINESE, ENGLISH
from peek_graph.settings import EmbeddingSettings
from tests.context_map.conftest import Project, WordEmbedder
from tests.context_map.invariants import assert_whole

pytestmark = pytest.mark.live

HAN = "固态电解质的离子电导率与界面稳定性决定全固态电池的寿命。"


@pytest.fixture
def auto(project: Project, monkeypatch: pytest.MonkeyPatch) -> ContextMap:
    made: dict[str, WordEmbedder] = {}

    def make(name: str, _: Any) -> WordEmbedder:
        return made.setdefault(name, WordEmbedder(name, 64 if name == ENGLISH else 32))

    monkeypatch.setattr(embedders, "make_embedder", make)
    settings = project.settings.model_copy(update={"embedding": EmbeddingSettings(model="auto", cache=False)})
    return project.map(settings=settings, embedder=None)


def state(opened: ContextMap) -> tuple[str | None, bool]:
    found = opened._handle.vector_state()
    return found.embedder, found.tentative


def lengths(project: Project, opened: ContextMap) -> set[int]:
    rows = project.rows("MATCH (e:Entry {map_uid: $uid}) RETURN size(e.embedding) AS n", uid=opened.uid)
    return {row["n"] for row in rows if row["n"]}


def test_more_texts_of_another_language_choose_again(project: Project, auto: ContextMap) -> None:
    auto.note("todo", "Ask the supplier for prices")
    catch_up(auto._handle, auto._vectors, 64)
    assert (state(auto), lengths(project, auto)) == ((ENGLISH, True), {64})
    project.write("solid.md", "# 固态\n\n" + "\n\n".join(f"{HAN * 10}{n}" for n in range(30)))
    auto.add(["."])
    assert (state(auto), lengths(project, auto)) == ((CHINESE, False), {32})
    assert_whole(project, auto)


def test_more_texts_of_the_same_settle_it(project: Project, auto: ContextMap) -> None:
    auto.note("todo", "Ask the supplier for prices")
    catch_up(auto._handle, auto._vectors, 64)
    project.write("solid.md", "# Solid\n\n" + "\n\n".join(f"Electrolytes conduct. {n} " * 20 for n in range(30)))
    auto.add(["."])
    assert (state(auto), lengths(project, auto)) == ((ENGLISH, False), {64})


def test_what_was_settled_stays_whatever_comes(project: Project, auto: ContextMap) -> None:
    project.write("solid.md", "# Solid\n\n" + "\n\n".join(f"Electrolytes conduct. {n} " * 20 for n in range(30)))
    auto.add(["."])
    assert state(auto) == (ENGLISH, False)
    project.write("zh.md", "# 固态\n\n" + "\n\n".join(f"{HAN * 10}{n}" for n in range(90)))
    auto.add(["."])
    assert state(auto) == (ENGLISH, False)
