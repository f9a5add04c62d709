import json

from peek_graph.graph.own_words import own_words

HAND = {"title": "CATL", "summary": "Sodium", "key_points": ["cheap", " "], "interpretation": "", "source_uri": None}
READ = {"title": "A", "summary": "S", "key_points": ["p"], "interpretation": "", "source_uri": "a.pdf"}


def test_a_document_of_operations_says_what_was_written() -> None:
    assert own_words(HAND) == {"text": "Sodium\ncheap", "unsearched": None}
    assert own_words({"title": "only"}) == {"text": None, "unsearched": None}


def test_a_source_speaks_through_its_sections() -> None:
    assert own_words(READ) == {"text": None, "unsearched": "yes"}
    assert own_words({**READ, "written": ["note"]}) == {"text": None, "unsearched": "yes"}


def test_what_somebody_wrote_about_a_source_is_found_and_nothing_else() -> None:
    written = {**READ, "interpretation": "doubtful", "written": ["interpretation"]}
    assert own_words(written) == {"text": "doubtful", "unsearched": None}
    assert own_words({**READ, "written": ["title"]}) == {"text": None, "unsearched": None}


def test_key_points_of_any_shape() -> None:
    kept = json.dumps({"key_points": ["a", {"claim": "b", "n": 2}, None, ["c"]], "summary": 7})
    assert own_words({"other_fields": kept})["text"] == "7\na\nclaim: b\nn: 2\nc"
    for broken in ("{", "[1]", "7", 7):
        assert own_words({"other_fields": broken})["text"] is None
