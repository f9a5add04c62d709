import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from peek_graph.context_map import ContextMap
from peek_graph.context_map.indexing import catching_up
from peek_graph.errors import DatabaseError, EmbedderUnavailable, InvalidValue, MapNotFound
from peek_graph.graph import search as legs
from peek_graph.records import SearchResult
from peek_graph.settings import EmbeddingSettings
from tests.context_map.conftest import Project, WordEmbedder

pytestmark = pytest.mark.live

RefsOf = Callable[[ContextMap, str], list[str]]


@pytest.fixture
def opened(project: Project) -> ContextMap:
    project.write(
        "solid.md",
        "# Solid electrolytes\n\n## Density\n\nEnergy density is up to 450 Wh/kg.\n\n"
        "## Nord\n\nNORD forecast EBITDA.\n",
    )
    project.write(
        "code.md",
        "# Code\n\n## C++\n\nUse C++ and node:fs with tb-42.\n\n## Paths\n\nSee causes/solutions and a && b.\n",
    )
    project.write(
        "zh.md", "# 电池\n\n## 固态电池\n\n固态电池的能量密度可达四百瓦时每千克。锂\n\n## 钠\n\n钠离子电池成本较低。\n"
    )
    project.write(
        "fa.md",
        "# فارسی\n\n## باتری\n\nباتری حالت جامد ایمن است.\n\n## ja\n\n全固体電池は安全です。リチウムイオン\n\n"
        "## ko\n\n전고체 배터리는 안전하다.\n",
    )
    made = project.map()
    made.add(["."])
    return made


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("causes/solutions", "causes/solutions"),
        ("C++", "C++"),
        ("node:", "node:fs"),
        ("tb-", "tb-42"),
        ("a && b", "a && b"),
        ("EBITDA forecast", "EBITDA"),
        ("NORD", "NORD"),
        ('"energy density" what?', "450"),
        ("energy*", "450"),
        ("densities of energies", "450"),
        ("能量密度", "四百瓦时"),
        ("密度", "四百瓦时"),
        ("钠", "钠离子"),
        ("锂", "四百瓦时"),
        ("باتری", "ایمن"),
        ("固体電池", "全固体"),
        ("リチウム", "リチウム"),
        ("배터리", "전고체"),
        (" ".join(f"word{n}" for n in range(2000)) + " EBITDA", None),
        ("EBITDA " + " ".join(f"word{n}" for n in range(200)), "EBITDA"),
    ],
)
def test_full_text_finds_by_words_of_any_script(
    project: Project, opened: ContextMap, query: str, found: str | None
) -> None:
    settings = project.settings.model_copy(update={"embedding": EmbeddingSettings(model="none")})
    with ContextMap.open(opened.name, settings=settings) as by_text:
        result = by_text.search(query, k=20)
    if found is None:
        assert "left out" in result.missing["text"]
    else:
        assert found in result.hits[0].text


@pytest.mark.parametrize(
    "query", ["", " \t\n", "\u200b\u200d", "``", "?", "***", "\\", "(", '"', "!!!", "\0", "\ud800"]
)
def test_a_query_without_a_word_finds_nothing_and_says_so(opened: ContextMap, query: str) -> None:
    result = opened.search(query)
    assert not result.hits
    assert "no word" in result.missing["query"]


def test_stop_words_alone_find_nothing_in_full_text(opened: ContextMap) -> None:
    result = opened.search("the of and")
    assert not [hit for hit in result.hits if "text" in hit.legs]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(['"', "(", "AND", "NOT", "*", "a:", "\\", "/", "[1 TO", "~2", "^9", "{", "电"])).map(
        " ".join
    )
)
def test_no_string_is_an_exception(opened: ContextMap, query: str) -> None:
    result = opened.search(query, k=3)
    assert isinstance(result, SearchResult)
    # A leg that broke would be named here, and the test would have shown nothing.
    assert all("no word" in reason or "left out" in reason for reason in result.missing.values())


def test_a_long_query_of_many_scripts_loses_no_leg(opened: ContextMap) -> None:
    text = "".join(chr(0x4E00 + n) for n in range(400)) + " ".join(f" w{n}" for n in range(400)) + " density 能量密度"
    result = opened.search(text, k=3)
    assert set(result.missing) == {"text"}
    assert "left out" in result.missing["text"]


def test_vectors_that_are_not_there_are_said(project: Project, opened: ContextMap) -> None:
    assert "vector" not in opened.search("density").missing
    project.rows("MATCH (s:Entry {map_uid: $uid, ref: 'D1§1'}) SET s.vector_pending = true", uid=opened.uid)
    project.embedder.down = True
    missing = opened.search("density").missing["vector"]
    assert "1 entries" in missing or "nobody answers" in missing
    project.embedder.down = False
    assert not opened.search("density").missing


def test_an_embedder_that_cannot_even_say_its_dimensions_is_said(project: Project) -> None:
    class Down(WordEmbedder):
        @property
        def dimensions(self) -> int:
            raise EmbedderUnavailable("nobody answers", "start it")

        @dimensions.setter
        def dimensions(self, value: int) -> None: ...

    project.write("a.md", "# A\n\nzirconium\n")
    made = project.map(embedder=Down())
    assert "nobody answers" in made.add(["."]).missing["vector"]
    result = made.search("zirconium")
    assert [hit.legs for hit in result.hits] == [("text",)]
    assert "1 entries have no vector" in result.missing["vector"]
    assert "nobody answers" in result.missing["vector"]


def test_a_megabyte_is_a_query(opened: ContextMap) -> None:
    result = opened.search("density " * 130_000, k=3)
    assert result.hits
    assert "left out" in result.missing["text"]


@pytest.mark.parametrize("k", [0, -1, 10**6])
def test_k_has_bounds(opened: ContextMap, k: int) -> None:
    with pytest.raises(InvalidValue, match="k is"):
        opened.search("x", k=k)


def test_a_hit_says_all_about_itself(opened: ContextMap) -> None:
    hit = opened.search("energy density", k=1).hits[0]
    assert hit.kind == "section"
    assert hit.title == "Solid electrolytes › Density"
    assert hit.path == f"documents.solid.sections[{hit.ref}]"
    assert (hit.pointer or "").startswith("solid.md#line=")
    assert set(hit.legs) == {"text", "vector"}
    assert hit.score > 0
    assert hit.flags == ()


def test_the_neighbourhood_is_found_in_full_text_and_is_not_embedded(project: Project) -> None:
    project.write("talk.md", "# Talk\n\n## One\n\nWhat about zirconium?\n\n## Two\n\nIt is rare.\n")
    made = project.map()
    made.add(["."])
    assert [hit.title for hit in made.search("zirconium").hits if "text" in hit.legs] == ["Talk › One", "Talk › Two"]
    assert not any("zirconium" in text and "rare" in text for text in project.embedder.texts)


def test_a_map_sees_its_own_entries_only(project: Project, opened: ContextMap) -> None:
    project.write("secret/one.md", "# Secret\n\nThe password of energy density is swordfish.\n")
    other = project.map()
    other.add(["secret"])
    assert not [hit for hit in opened.search("swordfish password energy density", k=50).hits if "swordfish" in hit.text]
    assert [hit.text for hit in other.search("energy density").hits] == ["The password of energy density is swordfish."]


def test_other_maps_take_no_places_from_this_one(project: Project, opened: ContextMap) -> None:
    rng = random.Random(1)
    words = ["energy", "density", "solid", "cell", "battery", "forecast", "of", "kilogram"]
    for number in range(40):
        text = "\n\n".join(f"## H{n}\n\n" + " ".join(rng.choices(words, k=12)) for n in range(20))
        project.write(f"noise/{number}.md", f"# N\n\n{text}\n")
    before = opened.search("energy density", k=5)
    project.map().add(["noise"])
    after = opened.search("energy density", k=5)
    assert [hit.ref for hit in after.hits] == [hit.ref for hit in before.hits]
    assert "vector" in after.hits[0].legs


def test_foreign_nodes_are_not_read_and_not_changed(project: Project, opened: ContextMap) -> None:
    project.rows(
        "CREATE (:Entry:Foreign {title: 'energy density', text: 'energy density', embedding: [0.0], test: $t})",
        t=opened.uid,
    )
    project.rows("CREATE (:Map:Foreign {name: $name, test: $t})", name=opened.name, t=opened.uid)
    try:
        assert len(opened.search("energy density", k=50).hits) == len(
            {h.ref for h in opened.search("energy density", k=50).hits}
        )
        assert all(hit.ref for hit in opened.search("energy density", k=50).hits)
        with ContextMap.open(opened.name, settings=project.settings, embedder=WordEmbedder()) as again:
            assert again.uid == opened.uid
        left = project.rows("MATCH (n:Foreign {test: $t}) RETURN n.title AS title ORDER BY title", t=opened.uid)
        assert left == [{"title": "energy density"}, {"title": None}]
    finally:
        project.rows("MATCH (n:Foreign {test: $t}) DETACH DELETE n", t=opened.uid)


def test_one_bad_vector_in_the_graph_costs_nothing_else(project: Project, opened: ContextMap) -> None:
    refs = [hit.ref for hit in opened.search("energy density", k=3).hits]
    for bad in ("[]", "[0.0, 0.0]", "null", "'text'"):
        project.rows(
            f"MATCH (s:Entry {{map_uid: $uid, ref: $ref}}) SET s.embedding = {bad}", uid=opened.uid, ref=refs[0]
        )
        result = opened.search("energy density", k=50)
        assert "vector" not in {hit.ref: hit.legs for hit in result.hits}[refs[0]]
        assert not result.missing


def test_an_index_that_is_not_ready_costs_its_leg(
    project: Project, opened: ContextMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = legs.search_vectors

    def not_ready(*arguments: object) -> legs.Ranked:
        raise DatabaseError("Index `peek_graph_vectors` is not ready yet.", "try again")

    monkeypatch.setattr(legs, "search_vectors", not_ready)
    result = opened.search("density")
    assert "not ready" in result.missing["vector"]
    assert result.hits[0].legs == ("text",)
    monkeypatch.setattr(legs, "search_vectors", whole)
    assert not opened.search("density").missing


def test_scores_never_rise_so_that_who_sorts_by_them_gets_the_same_order(project: Project) -> None:
    made = project.map()
    names = ["Tea", "Coffee", "Harbour", "North", "River", "Stone"]
    titles = [f"{one} {other} Report" for one, other in pairwise(names)]
    operations = [{"op": "add", "path": f"documents.d{n}", "value": {"title": t}} for n, t in enumerate(titles)]
    texts = [f"The {one} says more than the {other} of {word}" for one, other in pairwise(titles) for word in names]
    operations += [{"op": "add", "path": "working_memory.findings", "value": text} for text in texts]
    made.apply(operations)
    for title in titles:
        scores = [hit.score for hit in made.search(f"{title} of stone", k=20).hits]
        assert scores == sorted(scores, reverse=True)


def test_an_archive_of_a_map_that_is_gone_is_an_error(project: Project) -> None:
    made = project.map()
    project.rows("MATCH (m:Map {uid: $uid}) DETACH DELETE m", uid=made.uid)
    with pytest.raises(MapNotFound):
        made.search("cells", archived=True)


def test_a_reason_is_said_once(project: Project) -> None:
    made = project.map()
    made.apply([{"op": "add", "path": "working_memory.findings", "value": "cells"}])
    made.search("cells")
    project.embedder.down = True
    made.apply([{"op": "add", "path": "working_memory.findings", "value": "more cells"}])
    assert made.search("cells").missing["vector"].count("nobody answers") == 1


def test_a_search_does_not_wait_for_a_writer_that_does_not_finish(
    project: Project, opened: ContextMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catching_up, "PATIENCE", 0.5)
    opened.apply([{"op": "add", "path": "working_memory.findings", "value": "density of a late finding"}])
    db = opened._handle.db
    with db.driver.session(database=db.database) as session, session.begin_transaction() as held:
        held.run("MATCH (m:Map {uid: $uid}) SET m.changed_at = m.changed_at", uid=opened.uid).consume()
        result = opened.search("density")
        held.rollback()
    assert {"graph", "vector"} <= set(result.missing)
    assert result.hits
    assert not opened.search("density").missing
