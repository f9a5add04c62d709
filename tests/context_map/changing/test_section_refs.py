"""Refs of sections are paths as they stand: the dots in them part no steps."""

from __future__ import annotations

import pytest

from peek_graph.context_map.view.paths import parse_path
from peek_graph.errors import PathError


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("D3§2.3", "[D3§2.3]"),
        (" d3#2.3 ", "[D3§2.3]"),
        ("D3§0", "[D3§0]"),
        ("D3§2.3-4.text", "[D3§2.3-4].text"),
        ("D3§2.3[0]", "[D3§2.3][0]"),
        ("[D3§2.3]", "[D3§2.3]"),
    ],
)
def test_read_as_one_step(text: str, canonical: str) -> None:
    assert parse_path(text).text == canonical
    assert parse_path(canonical).text == canonical


@pytest.mark.parametrize("text", ["D3§", "T3§1", "D3§a", "D3§1x", "D0§1", "D3§1§2"])
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(PathError):
        parse_path(text)
