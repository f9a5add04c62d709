from typing import Any

import pytest

from peek_graph.context_map.view.fields import merge, parse_value, set_field, shown
from peek_graph.context_map.view.json_values import ValueRefused

WHOLE = {
    "max_words": 3000,
    "min_words": 0,
    "min_citations": 3,
    "must_mention": ["cobalt", "镍"],
    "never_mention": ["lead"],
    "dates_from": "2020-02-29",
    "dates_to": "2024-12-31",
    "python": "checks.units",
    "on": ["report"],
}


@pytest.mark.parametrize("check", [None, WHOLE, {"min_words": 5, "max_words": 5}, {"on": ["a"]}])
def test_a_check_is_kept_as_it_is_given(check: Any) -> None:
    assert shown(parse_value("constraint", {"text": "a", "check": check})) == {"text": "a", "check": check}


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ({"max_wrds": 3000}, ("no 'max_wrds'", "max_words?")),
        ({"zzz": 3000}, ("no 'zzz'", "must_mention, never_mention")),
        ({"max_words": -1}, ("max_words is -1", "whole number from 1")),
        ({"max_words": 0}, ("max_words is 0",)),
        ({"max_words": True}, ("a boolean",)),
        ({"max_words": 3.5}, ("3.5",)),
        ({"max_words": "3000"}, ("'3000'",)),
        ({"min_citations": -2}, ("min_citations is -2", "from 0")),
        ({"min_words": 10, "max_words": 9}, ("min_words is 10", "above check.max_words, 9")),
        ({"dates_from": "2024-01-02", "dates_to": "2024-01-01"}, ("dates_from", "above")),
        ({"dates_from": "2023-02-29"}, ("no calendar", "2024-12-31")),
        ({"dates_to": "2024"}, ("'2024'", "a date such as")),
        ({"dates_to": "2024-01-01T10:00:00"}, ("a date such as",)),
        ({"must_mention": []}, ("an empty list", "1 to 100 texts")),
        ({"must_mention": "cobalt"}, ("'cobalt'", "a list")),
        ({"never_mention": ["a", " "]}, ("never_mention[1]", "not blank")),
        ({"on": [3]}, ("on[0] is 3",)),
        ({"python": ""}, ("python is ''",)),
        ({}, ("empty", "max_words")),
        ([], ("an empty list", "a dictionary")),
        ("short", ("'short'", "a dictionary")),
    ],
)
def test_what_cannot_be_checked_is_refused_with_the_reason(check: Any, words: tuple[str, ...]) -> None:
    for attempt in (
        lambda: parse_value("constraint", {"text": "a", "check": check}),
        lambda: set_field(parse_value("constraint", "a"), "check", check),
    ):
        with pytest.raises(ValueRefused) as refused:
            attempt()
        assert refused.value.code == "wrong_type"
        assert all(word in str(refused.value) for word in words), str(refused.value)


def test_a_part_of_a_check_is_merged_and_looked_at_as_a_whole() -> None:
    value = merge(parse_value("constraint", {"text": "a", "check": {"max_words": 9}}), {"check": {"min_words": 3}})
    assert shown(value) == {"text": "a", "check": {"max_words": 9, "min_words": 3}}
    with pytest.raises(ValueRefused, match="min_words"):
        merge(value, {"check": {"min_words": 10}})


def test_other_kinds_may_have_a_field_of_that_name() -> None:
    assert shown(parse_value("todo", {"text": "a", "check": "the mail"})) == {"text": "a", "check": "the mail"}
