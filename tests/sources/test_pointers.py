from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.errors import PointerError
from peek_graph.sources.pointers import Pointer, Span, parse_fragment


@pytest.mark.parametrize(
    ("fragment", "span"),
    [
        ("line=10,42", Span("line", 10, 42)),
        ("line=,3", Span("line", 0, 3)),
        ("char=120,", Span("char", 120, None)),
        ("page=5", Span("page", pages=(5, 5))),
        ("page=5,7", Span("page", pages=(5, 7))),
        ("page=5&char=120,480", Span("char", 120, 480, (5, 5))),
    ],
)
def test_fragments_of_every_kind_are_taken_apart(fragment: str, span: Span) -> None:
    assert parse_fragment(fragment) == span
    assert str(Pointer.parse(f"a b/固态.md#{fragment}")) == f"a b/固态.md#{fragment}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "names no source"),
        ("#line=1,2", "names no source"),
        ("a.md#", "'' at 6"),
        ("a.md#lines=1,2", "'lines=1,2' at 6"),
        ("a.md#line=3,3", "ends before it begins"),
        ("a.md#line=3", "one position"),
        ("a.md#page=0", "no range of pages"),
        ("a.md#page=7,5", "no range of pages"),
        ("a.md#page=1&line=1,2", "only page=…&char=…"),
        ("a.md#page=1,2&char=1,2", "counted from one page"),
        ("a.md#page=1&char=1", "'char=1' at 13 is one position"),
        ("a.md#line=１,２", "no place in a source"),
        ("a.md#line=1,99999999999999999999", "no place in a source"),
        ("a\nb.md#line=1,2", "control character at 2"),
        ("a.md#line=1,2#x", "no place in a source"),
    ],
)
def test_what_is_wrong_and_where_is_said(text: str, says: str) -> None:
    with pytest.raises(PointerError) as caught:
        Pointer.parse(text)
    assert says in caught.value.message
    assert caught.value.hint


def test_a_number_sign_in_a_files_name_is_hinted_at() -> None:
    with pytest.raises(PointerError) as caught:
        Pointer.parse("odd/a#b.md")
    assert caught.value.hint is not None
    assert "%23" in caught.value.hint
    assert str(Pointer.parse("odd/a%23b.md#line=1,2")) == "odd/a%23b.md#line=1,2"


@given(
    st.one_of(
        st.text(), st.from_regex(r"\w{1,5}#(line|char|page)=[0-9,]{0,6}(&(char|page)=[0-9,]{0,6})?", fullmatch=True)
    )
)
def test_any_text_is_a_pointer_or_a_pointer_error(text: str) -> None:
    with suppress(PointerError):
        pointer = Pointer.parse(text)
        assert str(pointer) == text
        assert Pointer.parse(str(pointer)) == pointer
