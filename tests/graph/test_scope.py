"""Filters become required terms of full text, from words alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.graph.lucene import terms_of
from peek_graph.graph.scope import Scope, lucene_query

_SECTIONS = Scope("m1", ("section",))


def test_the_scope_is_required_and_scores_nothing() -> None:
    query = lucene_query(_SECTIONS, ["a", "b"])
    assert query.startswith("+map_uid:m1^0 +kind:(section)^0 -unsearched:yes +(")
    assert "context:(a b)" in query


def test_without_terms_it_is_all_of_the_scope() -> None:
    assert lucene_query(_SECTIONS) == "+map_uid:m1^0 +kind:(section)^0 -unsearched:yes"


@pytest.mark.parametrize(
    ("scope", "clause"),
    [
        (Scope("m1", ("todo",), places=("p1", "p2")), "+(parent_uid:(p1 p2) place_uid:(p1 p2))^0"),
        (Scope("m1", ("todo",), statuses=("in_progress",)), '+status:("in_progress")^0'),
        (Scope("m1", ("todo",), author="user:ann"), '+author:"user:ann"^0'),
    ],
)
def test_each_filter_that_full_text_knows(scope: Scope, clause: str) -> None:
    assert clause in lucene_query(scope, ["a"])


def test_open_is_what_has_no_other_status() -> None:
    query = lucene_query(Scope("m1", ("todo",), statuses=("open", "done")), ["a"])
    assert "+status" not in query
    assert "-status:(pending doing in_progress blocked completed cancelled dropped answered)" in query


@given(st.text(max_size=100), st.text(max_size=100), st.text(max_size=100))
def test_nothing_that_is_written_outside_becomes_syntax(text: str, author: str, status: str) -> None:
    terms = terms_of(text)
    query = lucene_query(Scope("m1", ("todo",), author=author, statuses=(status,)), terms.mixed)
    plain = re.sub(r'"[^"\\]*"', "p", query)
    assert '"' not in plain
    assert "\\" not in plain
    fields = re.findall(r"(\w+):", plain)
    assert set(fields) <= {"map_uid", "kind", "unsearched", "author", "status", "context", "title", "text"}


def test_what_is_compared_whole_is_asked_for_as_it_was_written() -> None:
    assert 'author:"Zoe\u0308 🤖 (ﬁ)"' in lucene_query(Scope("m1", ("todo",), author="Zoe\u0308 🤖 (ﬁ)"))


@pytest.mark.parametrize("author", ['a" OR map_uid:"m2', "a\\", "!!!", "", "x" * 1000])
def test_what_cannot_be_a_phrase_is_left_to_the_filter(author: str) -> None:
    assert "author" not in lucene_query(Scope("m1", ("todo",), author=author))


@pytest.mark.parametrize("terms", [0, 1, 300])
@pytest.mark.parametrize("places", [1, 30, 150, 5000])
@pytest.mark.parametrize("statuses", [0, 1, 3000])
def test_no_query_has_more_clauses_than_lucene_takes(terms: int, places: int, statuses: int) -> None:
    scope = Scope(
        "m1",
        ("section", "todo"),
        tuple(f"p{n}" for n in range(places)),
        tuple(f"s{n}" for n in range(statuses)) or None,
        author="a b",
    )
    query = lucene_query(scope, [f"w{n}" for n in range(terms)])
    assert len(re.findall(r"\w+", re.sub(r"\w+:|\^[\d.]+", " ", query))) < 1024
    assert 'author:"a b"' in query
    assert ("place_uid:(p0" in query) == (places < 40 or (places == 150 and terms < 300))
