from typing import Any

import pytest

from peek_graph.context_map.indexing.embedded import embedded_text
from peek_graph.context_map.indexing.flags import of_changed, of_new


@pytest.mark.parametrize(
    ("kind", "props", "expected"),
    [
        ("section", {"title": "A › B", "text": "x"}, "A › B\nx"),
        ("section", {"title": "", "text": "x"}, "x"),
        ("document", {"title": "A"}, "A"),
        ("todo", {"text": "buy", "who": None}, "buy"),
        ("finding", {"text": "I moved", "who": "Ann", "when": "8 May 2023"}, "[8 May 2023] Ann: I moved"),
        ("finding", {"text": "ann: I moved", "who": "Ann", "when": 2023}, "[2023] ann: I moved"),
        ("action", {"text": "read", "who": {"name": "x"}, "when": True}, "read"),
        ("finding", {"text": " ", "who": "Ann", "when": "now"}, ""),
        ("hypothesis", {}, ""),
        ("variable", {"text": 7}, "7"),
    ],
)
def test_what_is_embedded(kind: str, props: dict[str, Any], expected: str) -> None:
    assert embedded_text(kind, props) == expected


OLD = {"text": "a", "priority": 1, "who": "Ann"}
ANEW = {"vector_pending": True, "embedding": None, "vector_error": None}


def test_what_is_neither_embedded_nor_linked_asks_for_nothing() -> None:
    assert of_changed("todo", OLD, {**OLD, "priority": 2, "status": "done", "position": 3.0}) == {}


def test_another_text_asks_for_vector_and_links() -> None:
    assert of_changed("todo", OLD, {**OLD, "text": "b"}) == {**ANEW, "links_pending": True}
    assert of_changed("finding", OLD, {**OLD, "who": "Bob"}) == {**ANEW, "links_pending": True}
    assert of_changed("document", {"key": "k"}, {"key": "k", "aliases": ["x"]}) == {
        "text": None,
        "unsearched": None,
        "links_pending": True,
    }


def test_a_source_asks_for_a_vector_when_it_has_words_of_its_own() -> None:
    source = {"source_uri": "a.md", "title": "A", "summary": "S"}
    assert of_new("document", source) == {"text": None, "unsearched": "yes"}
    own = {**source, "summary": "mine", "written": ["summary"]}
    assert of_changed("document", source, own) == {
        "text": "mine",
        "unsearched": None,
        **ANEW,
        "links_pending": True,
    }
    back = of_changed("document", own, source)
    assert (back["unsearched"], back["vector_pending"], back["text"]) == ("yes", None, None)
    touched = {**source, "source_hash": "other", "mtime": 2.0}
    assert of_changed("document", source, touched) == {"text": None, "unsearched": "yes"}
