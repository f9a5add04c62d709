import click
import pytest

from peek_graph.cli.arguments import as_ref, as_revision, read_checks


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("D3§2.3", "D3§2.3"),
        ("d3/2.3", "D3§2.3"),
        (" D3#2.3-1 ", "D3§2.3-1"),
        ("f7", "F7"),
        ("sub_maps.market", "sub_maps.market"),
        ("working_memory.todo_list[T12]", "working_memory.todo_list[T12]"),
        ("documents['a/b']", "documents['a/b']"),
    ],
)
def test_refs_in_every_spelling_and_paths_as_they_are(typed: str, meant: str) -> None:
    assert as_ref(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("12", 12),
        (" 8 ", 8),
        ("before-chapter-2", "before-chapter-2"),
        ("第一章", "第一章"),
        ("١٢", "١٢"),
        ("-1", -1),
        ("--1", "--1"),
    ],
)
def test_a_number_is_a_revision_and_other_text_a_snapshot(typed: str, meant: int | str) -> None:
    assert as_revision(typed) == meant


@pytest.mark.parametrize("typed", ["", "  ", "9" * 19, "9" * 5000])
def test_what_can_be_no_revision_is_wrong_usage(typed: str) -> None:
    with pytest.raises(click.BadParameter):
        as_revision(typed)


def test_an_empty_ref_is_wrong_usage() -> None:
    with pytest.raises(click.BadParameter):
        as_ref(" ")


def test_checks_are_numbers_lists_and_texts_by_their_names() -> None:
    given = ["max_words = 3000", "must_mention=a, b", "must_mention=c、d", "python=units", "dates_to=2024-01-01", "x=1"]
    assert read_checks(given) == {
        "max_words": 3000,
        "must_mention": ["a", "b", "c", "d"],
        "python": "units",
        "dates_to": "2024-01-01",
        "x": "1",
    }
    assert read_checks(()) is None


@pytest.mark.parametrize("given", [["max_words"], ["=3"], ["max_words=1", "max_words=2"]])
def test_a_check_needs_a_name_and_a_value_once(given: list[str]) -> None:
    with pytest.raises(click.UsageError):
        read_checks(given)
