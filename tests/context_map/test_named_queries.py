"""What may stand in a folder of somebody's own queries."""

from __future__ import annotations

from pathlib import Path

import pytest

from peek_graph.context_map.named_queries import check_params, find_query, list_queries
from peek_graph.errors import QueryError

BUILT_IN = {"list_open_todos", "list_stale_entries", "trace_to_sources"}


def query(name: str, body: str, params: str = "map_uid", mode: str = "read") -> str:
    return f"// name: {name}({params})\n// mode: {mode}\n// Says what it does.\n// Returns: x.\n{body}\n"


def test_what_comes_with_it_says_what_it_does() -> None:
    infos = {info.name: info for info in list_queries(None)}
    assert set(infos) == BUILT_IN
    assert infos["trace_to_sources"].params == ("refs",)
    assert infos["list_open_todos"].params == ()
    assert infos["list_open_todos"].description.startswith("Open todos by phase.")


def test_a_folder_adds_its_own(tmp_path: Path) -> None:
    (tmp_path / "b.cypher").write_text(query("find_it", "RETURN $map_uid AS x, $word AS y", "word, map_uid"))
    (tmp_path / "a.cypher").write_text(query("count_all", "RETURN $map_uid AS x"))
    (tmp_path / "notes.txt").write_text("no query")
    (tmp_path / "folder.cypher").mkdir()
    names = [info.name for info in list_queries(tmp_path)]
    assert set(names[:3]) == BUILT_IN
    assert names[3:] == ["count_all", "find_it"]
    found = next(info for info in list_queries(str(tmp_path)) if info.name == "find_it")
    assert found.params == ("word",)
    assert found.description == "Says what it does.\nReturns: x."
    assert found.file.endswith("b.cypher")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (query("a", "RETURN 1 AS x", ""), r"own.cypher:1: a does not use \$map_uid"),
        (query("a", "MATCH (n) WHERE n.x = '$map_uid' RETURN n AS x", ""), r"own.cypher:1: a does not use \$map_uid"),
        (query("a", "MATCH (n) WHERE n.x = '$map_uid' RETURN n AS x"), "own.cypher:1: a declares map_uid without"),
        (query("a", "MATCH (m:Map {uid: $map_uid}) DELETE m", mode="write"), "own.cypher:1: a has mode write"),
        (query("a", "RETURN $map_uid AS x, $y AS y"), r"own.cypher:1: a uses \$y"),
        (query("list_open_todos", "RETURN $map_uid AS x"), "list_open_todos.*named.cypher"),
        (query("a", "RETURN $map_uid AS x") * 2, "already at line 1"),
        ("RETURN 1", "own.cypher:1"),
    ],
)
def test_a_query_that_may_not_be_is_refused_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "own.cypher").write_text(text)
    with pytest.raises(QueryError, match=says) as caught:
        list_queries(tmp_path)
    assert caught.value.hint


def test_folders_and_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="there is no folder"):
        list_queries(tmp_path / "nowhere")
    (tmp_path / "own.cypher").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(QueryError, match=r"own\.cypher cannot be read"):
        find_query("list_open_todos", tmp_path)


@pytest.mark.parametrize(
    ("name", "near"),
    [("list_open_todo", "list_open_todos"), ("stale", "list_stale_entries"), ("想", "trace_to_sources"), ("", "trace")],
)
def test_an_unknown_name_is_told_the_nearest(name: str, near: str) -> None:
    with pytest.raises(QueryError, match=f"no query '{name}'") as caught:
        find_query(name, None)
    assert near in str(caught.value.hint)


def test_parameters_are_those_that_it_takes() -> None:
    query = find_query("trace_to_sources", None)
    check_params(query, {"refs": ["F1"]})
    with pytest.raises(QueryError, match="'refs' of trace_to_sources is missing"):
        check_params(query, {})
    for extra in ("map_uid", "other"):
        with pytest.raises(QueryError, match=f"no parameter '{extra}'") as caught:
            check_params(query, {"refs": [], extra: "x"})
        assert caught.value.hint == "trace_to_sources takes refs"
