"""Whatever is written over whatever stood there: the graph says what the source says, and nothing of before is lost."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from peek_graph.context_map import ContextMap
from peek_graph.context_map.indexing.contexts import neighbourhood
from peek_graph.context_map.writing import write_source
from peek_graph.records import ParsedSource, Passage
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live

# Few texts and headings, so that they are moved, renamed, doubled and brought back again and again.
_edit = st.lists(
    st.tuples(st.sampled_from(["a", "b", "c", "电池", "node:fs"]), st.sampled_from("XYZ"), st.integers(0, 3)),
    max_size=7,
)
_edits = st.lists(_edit, min_size=1, max_size=6)


def source(number: int, edit: list[tuple[str, str, int]]) -> ParsedSource:
    passages = tuple(
        Passage((n,), 1, (heading,), text, f"line={line},{line + 1}", hashlib.sha256(text.encode()).hexdigest())
        for n, (text, heading, line) in enumerate(edit, 1)
    )
    return ParsedSource("a.md", "A", "text/markdown", f"hash {number}", number, 0.0, "", (), passages)


def check_live(project: Project, opened: ContextMap, expected: ParsedSource) -> None:
    rows = project.rows(
        "MATCH (d:Entry:Document {map_uid: $uid})-[h:HAS_SECTION]->(s:Entry) WHERE h.until IS NULL "
        "RETURN s.text AS text, s.heading_path AS path, s.pointer AS pointer, s.context AS context, s.ref AS ref, "
        "h.position AS position, [(s)-[n:NEXT]->(t) WHERE n.until IS NULL | t.ref] AS next ORDER BY h.position",
        uid=opened.uid,
    )
    texts = [p.text for p in expected.passages]
    assert [(r["text"], tuple(r["path"]), r["pointer"]) for r in rows] == [
        (p.text, p.heading_path, f"a.md#{p.fragment}") for p in expected.passages
    ]
    assert [r["position"] for r in rows] == list(range(len(rows)))
    titles = [" › ".join(("A", *p.heading_path)) for p in expected.passages]
    assert [r["context"] for r in rows] == [neighbourhood(texts, n, titles[n]) for n in range(len(texts))]
    refs = [r["ref"] for r in rows]
    assert len(set(refs)) == len(refs)
    assert [r["next"] for r in rows] == [[ref] for ref in refs[1:]] + ([[]] if refs else [])
    assert opened._handle.row().sections == len(rows)


def check_history(project: Project, opened: ContextMap, written: dict[int, ParsedSource]) -> None:
    """The texts as they were at each revision, from versions and ended places alone."""
    for number, expected in written.items():
        rows = project.rows(
            "MATCH (d:Document {map_uid: $uid})-[h:HAS_SECTION]->(s:Section) "
            "WHERE h.since <= $n AND coalesce(h.until, 1000000) > $n "
            "MATCH (s)-[:PREVIOUS*0..]->(v) WHERE v.since <= $n AND coalesce(v.until, 1000000) > $n "
            "RETURN v.text AS text, v.heading_path AS path, h.pointer AS pointer ORDER BY h.position",
            uid=opened.uid,
            n=number,
        )
        assert [(r["text"], tuple(r["path"]), r["pointer"]) for r in rows] == [
            (p.text, p.heading_path, f"a.md#{p.fragment}") for p in expected.passages
        ], f"at revision {number}"


def run(project: Project, edits: list[list[tuple[str, str, int]]]) -> None:
    opened = project.map()
    written: dict[int, ParsedSource] = {}
    for number, edit in enumerate(edits):
        parsed = source(number, edit)
        done = write_source(opened._handle, parsed, submap=None)
        assert done.revision is not None
        written[done.revision] = parsed
        check_live(project, opened, parsed)
    check_history(project, opened, written)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_edits)
def test_any_series_of_edits(project: Project, edits: list[list[tuple[str, str, int]]]) -> None:
    run(project, edits)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_edits)
def test_any_series_of_edits_many_times(project: Project, edits: list[list[tuple[str, str, int]]]) -> None:
    run(project, edits)
