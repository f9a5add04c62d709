"""Paths of settings: what they cover, and which of them would cover nothing."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.context_map.changing.protection import Protection
from peek_graph.context_map.view.paths import parse_path
from peek_graph.errors import SettingsError


@pytest.mark.parametrize(
    ("pattern", "path", "covered"),
    [
        ("documents", "documents.a.title", True),
        ("documents.*.title", "documents.a.title", True),
        ("documents[*].title", "documents['a.b'].title", True),
        ("$.documents.*.title", "documents.a.summary", False),
        ("documents.*.title", "sub_maps.m.documents.a.title", False),
        ("sub_maps.*.documents", "sub_maps.m.documents.a", True),
        ("working_memory.findings", "working_memory.findings[F3].text", True),
        ("documents.a", "documents.ab", False),
        ("documents.a", "documents", False),
        ("$", "anything.at.all", True),
    ],
)
def test_what_a_path_covers(pattern: str, path: str, covered: bool) -> None:
    assert Protection([pattern]).covers(parse_path(path)) == covered


def test_what_is_below_counts_where_all_of_it_goes() -> None:
    protection = Protection(["documents.*.title"])
    assert protection.covers(parse_path("documents.a"), below=True)
    assert not protection.covers(parse_path("documents.a"))
    assert not protection.covers(parse_path("sub_maps.a"), below=True)


@pytest.mark.parametrize(
    "pattern", ["", "a..b", "*", "documents.**", "working_memory.todo_list[0]", "documents[D3]", "[T1]"]
)
def test_one_that_would_protect_nothing_is_an_error(pattern: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Protection([pattern])
    assert repr(pattern) in caught.value.message
    assert "documents.*" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("pattern", "path", "before", "after", "covered"),
    [
        ("documents.*.meta.owner", "documents.d", {"meta": {"owner": "a"}}, {"meta": {"owner": "b"}}, True),
        ("documents.*.meta.owner", "documents.d", {"meta": {"owner": "a"}}, {"meta": {}}, True),
        ("documents.*.meta.owner", "documents.d", {"meta": {"owner": "a"}}, {"meta": "b"}, True),
        ("documents.*.meta.owner", "documents.d", {}, {"meta": {"owner": None}}, True),
        ("documents.*.meta.owner", "documents.d", {"meta": {"owner": "a"}}, {"meta": {"owner": "a", "x": 1}}, False),
        ("documents.*.meta.owner", "documents.d", {"title": "a"}, {"title": "b"}, False),
        ("documents.*.meta.owner", "documents.d", {}, {"meta": {"x": 1}}, False),
        ("documents.*.points.*.n", "documents.d", {"points": [{"n": 1}]}, {"points": [{"n": True}]}, True),
        ("documents.*.points.*.n", "documents.d", {"points": [{"n": 1}]}, {"points": [{"n": 1}, {"m": 1}]}, False),
        ("working_memory.variables.v.limit", "working_memory.variables.v", {"limit": 1}, 5, True),
        ("working_memory.variables.v.limit", "working_memory.variables.v", 1, 5, False),
        ("working_memory.variables.v", "working_memory.variables.v", 1, 5, True),
    ],
)
def test_a_change_counts_however_deep_in_it_the_protected_lies(
    pattern: str, path: str, before: Any, after: Any, covered: bool
) -> None:
    assert Protection([pattern]).covers_change(parse_path(path), before, after) == covered
