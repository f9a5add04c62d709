"""Which sources are one, by whatever spelling."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.context_map.changing.speaker import Speaker
from peek_graph.settings import ConfidenceSettings


def source_of(source: str, kind: Any) -> str | None:
    return Speaker("bot", source, kind, ConfidenceSettings()).independent_source


@pytest.mark.parametrize(
    ("kind", "spellings"),
    [
        (
            "document",
            ["a.pdf", "./a.pdf", "document:a.pdf", "document: ./x/../a.pdf#page=2", "A.PDF§3", "a.pdf ", ".\\a.pdf"],
        ),
        ("document", ["file:///x/a.pdf", "/x/a.pdf", "document:/x//a.pdf", "//x/a.pdf"]),
        ("web", ["https://a.example/x", "web:https://A.example/x/#top", "ｗｅｂ:https://a.example/x＃y"]),
        ("agent", ["", "a", "agent:b"]),
    ],
)
def test_spellings_of_one_source(kind: str, spellings: list[str]) -> None:
    found = {source_of(spelling, kind) for spelling in spellings}
    assert len(found) == 1
    assert found != {None}


@pytest.mark.parametrize("kind", ["tool", "document", "web"])
@pytest.mark.parametrize("source", ["", " ", "#page=2", "web:", "tool: ", "\u200b"])
def test_what_names_no_source(kind: str, source: str) -> None:
    assert source_of(source, kind) is None


def test_others_stay_apart() -> None:
    sources = ["a.pdf", "x/a.pdf", "../a.pdf", "b.pdf", "https://a.example/x", "https://a.example/y", "a/user:b", "a/b"]
    assert len({source_of(source, "web") for source in sources}) == len(sources)
