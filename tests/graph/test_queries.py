import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.errors import QueryError
from peek_graph.graph.queries import cypher_dir, load_queries, parse_queries, used_parameters

GOOD = """// What this file is about.

// name: find_entry(map_uid, ref)
// mode: read
// One entry.
// Returns: text.
MATCH (n:Entry {map_uid: $map_uid, ref: $ref})  // not $this
RETURN n.text AS text;

// name: count_all()
// mode: read
// How many.
RETURN 'costs $5' AS a, "$b" AS b, `$c` AS c /* $d */, 'it\\'s $e' AS e
"""


def test_sections_become_queries() -> None:
    queries = parse_queries(GOOD, "good.cypher")
    assert list(queries) == ["find_entry", "count_all"]
    found = queries["find_entry"]
    assert (found.mode, found.params, found.file, found.line) == ("read", ("map_uid", "ref"), "good.cypher", 3)
    assert found.text.startswith("MATCH (n:Entry")
    assert found.text.endswith("RETURN n.text AS text")
    assert queries["count_all"].params == ()
    assert str(found) == "find_entry (good.cypher:3)"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("RETURN 1\n" + GOOD, 1, "before the first"),
        ("// name: a()\n// mode: read\n// Two.\nRETURN 1\n" * 2, 5, "already at line 1"),
        ("// name: a()\n// What.\nRETURN 1", 2, "needs `// mode:`"),
        ("// name: a()", 2, "needs `// mode:`"),
        ("// name: a()\n// mode: delete\n// What.\nRETURN 1", 2, "'delete'"),
        ("// name: a()\n// mode: read\nRETURN 1", 3, "says what it does"),
        ("// name: a()\n// mode: read\n//\nRETURN 1", 3, "says what it does"),
        ("// name: a()\n// mode: read\n// What.\n", 4, "no Cypher"),
        ("// name: a()\n// mode: read\n// What.\nRETURN $x", 1, "uses $x"),
        ("// name: a(x, y)\n// mode: read\n// What.\nRETURN $x", 1, "declares y"),
        ("// name: a(x, x)\n// mode: read\n// What.\nRETURN $x", 1, "'x'"),
        ("// name: a(x-y)\n// mode: read\n// What.\nRETURN 1", 1, "'x-y'"),
        ("// name: a\n// mode: read\n// What.\nRETURN 1", 1, "verb_noun(param"),
        ("// name: A()\n// mode: read\n// What.\nRETURN 1", 1, "verb_noun(param"),
    ],
)
def test_what_breaks_the_form_is_refused_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(QueryError, match=f"^bad.cypher:{line}: .*{re.escape(says)}"):
        parse_queries(text, "bad.cypher")


@pytest.mark.parametrize(
    ("cypher", "params"),
    [
        ("SET n:$($labels) REMOVE n:$(row.labels)", {"labels"}),
        ("MATCH (n:$any($labels)) MATCH (m:$all( $others))", {"labels", "others"}),
        ("RETURN $any, $all", {"any", "all"}),
        ("RETURN {a: $a, b: [$b]}, $c.d", {"a", "b", "c"}),
        ("RETURN 'http://x' + $a // $b", {"a"}),
        ("RETURN `a``$b` + $c", {"c"}),
        ("RETURN '\\\\' + $a", {"a"}),
        ("/* many\n $a */ RETURN $b", {"b"}),
    ],
)
def test_parameters_are_found_where_they_are_used(cypher: str, params: set[str]) -> None:
    assert used_parameters(cypher) == params


@given(st.text())
def test_no_text_in_a_literal_is_a_parameter(text: str) -> None:
    literal = text.replace("\\", "\\\\").replace("'", "\\'")
    assert used_parameters(f"RETURN '{literal}' + $real") == {"real"}
    assert used_parameters(f"RETURN `{text.replace('`', '``')}` + $real") == {"real"}


@pytest.mark.parametrize("file", sorted(cypher_dir().glob("*.cypher")), ids=lambda file: file.stem)
def test_every_file_loads(file: Path) -> None:
    assert len(load_queries(file.stem)) > 0


def test_queries_are_had_by_item_and_by_attribute() -> None:
    queries = load_queries("database")
    assert queries.ping is queries["ping"]
    assert load_queries("database") is queries
    with pytest.raises(AttributeError, match=r"database.cypher has no query 'pong'"):
        _ = queries.pong
    with pytest.raises(KeyError):
        _ = queries["pong"]


def test_a_file_that_is_not_there_is_an_error_of_ours() -> None:
    with pytest.raises(QueryError, match=r"nothing\.cypher cannot be read"):
        load_queries("nothing")
