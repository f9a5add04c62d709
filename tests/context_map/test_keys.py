import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.keys import as_key, document_keys


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Solid State (2024)", "solid_state_2024"),
        ("固态电池 综述", "固态电池_综述"),
        ("a'b\"c`d.e", "a_b_c_d_e"),
        ("...", "document"),
        ("x" * 300, "x" * 80),
    ],
)
def test_a_key_is_words_of_any_script(text: str, key: str) -> None:
    assert as_key(text) == key


@given(st.text(max_size=120))
def test_a_key_never_needs_quotes_in_a_path(text: str) -> None:
    key = as_key(text)
    assert key
    assert len(key) <= 80
    assert all(character == "_" or character.isalnum() for character in key)


def test_keys_go_from_readable_to_certain() -> None:
    assert document_keys("papers/index.html", "D7", "f00") == ["index", "papers_index", "index_d7", "index_f00"]
    assert document_keys("index.html", "D7", "f00") == ["index", "index_index", "index_d7", "index_f00"]
