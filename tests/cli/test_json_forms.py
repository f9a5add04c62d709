"""The forms are a promise to scripts: keys may be added, none goes away."""

from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

from peek_graph.cli.json_forms import add_form, answer_form, read_form, revision_form, search_form, status_form
from peek_graph.records import (
    AddReport,
    Answer,
    Explained,
    Hit,
    Neighbour,
    Reading,
    Refusal,
    RevisionInfo,
    SearchResult,
    SourceCounts,
    Status,
)


def test_status() -> None:
    status = Status("m", 3, "text", 10, 800, MappingProxyType({"document": 2}), "*text*", "zh")
    form = {"map": "m", "revision": 3, "text": "text", "tokens": 10, "budget": 800, "left_out": {"document": 2}}
    form |= {"markdown": "*text*", "language": "zh"}
    assert status_form(status) == form
    explained = replace(status, explained=(Explained("T1", "todo", False, "no room"),))
    reason = {"ref": "T1", "kind": "todo", "shown": False, "reason": "no room"}
    assert status_form(explained) == {**form, "explained": [reason]}


def test_search() -> None:
    hit = Hit("D3§2.3", "documents.a", "section", "Title", "text", "a.md#line=1,2", 0.5, ("text", "vector"), ("stale",))
    form = search_form(SearchResult("m", "q", (hit,), {"vector": "down"}, {"text": 0.00123456}))
    assert form == {
        "map": "m",
        "query": "q",
        "hits": [
            {
                "ref": "D3§2.3",
                "path": "documents.a",
                "kind": "section",
                "title": "Title",
                "text": "text",
                "pointer": "a.md#line=1,2",
                "score": 0.5,
                "legs": ["text", "vector"],
                "flags": ["stale"],
                "uid": "",
                "confidence": 1.0,
                "submap": None,
                "author": "",
                "source": None,
                "since": 0,
                "status": None,
                "parent": None,
                "previous": None,
                "following": None,
                "similar": [],
            }
        ],
        "missing": {"vector": "down"},
        "timings": {"text": 0.001235},
    }
    beside = replace(hit, parent=Neighbour("u3", "D3"), previous=Neighbour("u2", "D3§2.2"), similar=("D3§2.4",))
    shown = search_form(SearchResult("m", "q", (beside,)))["hits"][0]
    assert (shown["parent"], shown["previous"], shown["following"]) == ("D3", "D3§2.2", None)
    assert shown["similar"] == ["D3§2.4"]


def test_query() -> None:
    assert answer_form("OPEN: T1", Answer("m", "open", "text", 3, 1000)) == {
        "map": "m",
        "request": "OPEN: T1",
        "kind": "open",
        "text": "text",
        "tokens": 3,
        "budget": 1000,
    }


def test_add() -> None:
    refusal = Refusal("x.pdf", "needs a password", "SourceEncrypted", "unlock it")
    form = add_form(
        AddReport("m", 4, SourceCounts(1, 2, 3, 4, 5, 6), (refusal,), 7, 8, 1.23456, "bge", gone=("old.md",))
    )
    assert {"map", "revision", "sources", "refused", "sections", "embedded", "seconds"} <= set(form)
    assert form["sources"] == {"new": 1, "changed": 2, "moved": 3, "unchanged": 4, "gone": 5, "refused": 6}
    assert form["refused"][0] | {"path": "x.pdf", "reason": "needs a password"} == form["refused"][0]
    assert form["gone"] == ["old.md"]
    assert (form["map"], form["revision"], form["sections"], form["embedded"], form["seconds"]) == ("m", 4, 7, 8, 1.235)


def test_read() -> None:
    assert read_form(Reading("D1", "a.md", "text", "gone")) == {
        "ref": "D1",
        "pointer": "a.md",
        "text": "text",
        "state": "gone",
    }


def test_what_was_indexed_is_there_when_it_differs() -> None:
    assert read_form(Reading("D1§1", "a.md#line=1,2", "new", "changed", "old"))["was"] == "old"


def test_a_time_is_iso() -> None:
    form = revision_form(RevisionInfo(1, "ann", "cli", "why", datetime(2026, 11, 30, 12, tzinfo=UTC), 2))
    assert form == {
        "number": 1,
        "author": "ann",
        "source": "cli",
        "reasoning": "why",
        "at": "2026-11-30T12:00:00+00:00",
        "operations": 2,
    }
