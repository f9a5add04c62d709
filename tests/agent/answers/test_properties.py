"""Whatever stands in an answer: what is harmless changes nothing, and nothing is made up."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peek_graph.agent.answers import json_in, read_answer
from peek_graph.agent.answers.parsing import parse

# A backspace or form feed before a letter is taken for LaTeX's \beta and \frac, and of a line that begins with "u"
# after LaTeX nobody can tell: these alone are not read as JSON has them.
TEXTS = st.text(
    st.characters(exclude_characters="\b\f\r\t\n\\$", exclude_categories=["Cs"]), max_size=30
) | st.sampled_from(
    [
        "a\nb",
        "a\tb",
        "```json\n[]\n```",
        "<think>no</think>",
        "// no",
        'it\'s "so"',
        "“是”，对：｛｝",
        "]}",
        "\\alpha",
        "C:\\x",
    ]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
OPERATIONS = st.lists(
    st.fixed_dictionaries(
        {"op": st.sampled_from(["add", "update"]), "path": TEXTS.filter(lambda text: text[:1] != "/"), "value": VALUES}
    )
    | st.fixed_dictionaries({"op": st.just("delete"), "path": TEXTS.filter(lambda text: text[:1] != "/")}),
    min_size=1,
    max_size=4,
)
WRITTEN: list[Callable[[Any], str]] = [
    lambda value: json.dumps(value),
    lambda value: json.dumps(value, ensure_ascii=False, indent=2),
    lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
    lambda value: json.dumps({"analysis": "new", "operations": value}),
    lambda value: json.dumps({"result": {"operations": value}}),
    lambda value: json.dumps({"name": "update_context_map", "arguments": json.dumps({"operations": value})}),
    lambda value: json.dumps(value).removesuffix("]") + ",]",
    lambda value: "[ // two\n" + json.dumps(value)[1:-1] + " /* end */ ]",
    lambda value: "[" + json.dumps(value) + "]",
    lambda value: json.dumps(json.dumps(value)),
]
AROUND: list[Callable[[str], str]] = [
    lambda text: f"\ufeff{text}\n",
    lambda text: f"```json\n{text}\n```",
    lambda text: f"Here you are:\n{text}\nDone.",
    lambda text: f'<think>Or [1]? Or {{"op": "delete", "path": "T1"}}?</think>\n{text}',
    lambda text: f"先想一下 [1]。\n</think>\n{text}",
]


@settings(max_examples=400, deadline=None)
@given(OPERATIONS, st.sampled_from(WRITTEN), st.lists(st.sampled_from(AROUND), max_size=2, unique=True))
def test_what_is_harmless_changes_nothing(
    operations: list[dict[str, Any]], write: Callable[[Any], str], around: list[Callable[[str], str]]
) -> None:
    text = write(operations)
    if text.startswith('"'):
        around = []  # quotes count only around all of it
    for wrap in around:
        text = wrap(text)
    read = read_answer(text)
    assert read.problems == ()
    assert json.dumps(read.operations, sort_keys=True) == json.dumps(operations, sort_keys=True)
    assert read.whole


@settings(max_examples=300, deadline=None)
@given(VALUES.map(lambda value: [value]) | st.dictionaries(TEXTS, VALUES))
def test_json_is_read_as_it_is(value: Any) -> None:
    text = json.dumps(value)
    parsed = parse(text, 0)
    assert (parsed.state, parsed.end) == ("whole", len(text))
    assert json.dumps(parsed.value) == text


PIECES = [
    *(
        "[",
        "]",
        "{",
        "}",
        '"',
        "'",
        ",",
        ":",
        "\\",
        "\n",
        "```",
        "<think>",
        "</think>",
        "“",
        "”",
        "：",
        "//",
        "/*",
        "#",
    ),
    *('"op"', '"add"', '"path"', '"p"', '"value"', "op", "add", "delete", "NaN", "True", "12", "...", "(", ")", "[]"),
    *('{"op":"add","path":"p","value":1}', "Final:", "\0", "\ud800", '{"operations":', "\\nu", "\\u00"),
]


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=60))
def test_no_text_raises_and_nothing_is_made_up(text: str) -> None:
    read = read_answer(text)
    json_in(text)
    assert read.operations or read.problems or re.search(r"\[\s*|\{", text)
    for operation in read.operations:
        for leaf in leaves(operation):
            assert leaf in text or leaf in ("add", "update", "delete", "move", "link", "unlink", "op", "path", "value")


@settings(max_examples=200, deadline=None)
@given(OPERATIONS, st.data())
def test_a_cut_answer_has_a_beginning_of_it(operations: list[dict[str, Any]], data: st.DataObject) -> None:
    text = json.dumps(operations)
    read = read_answer(text[: data.draw(st.integers(0, len(text) - 1))])
    assert json.dumps(read.operations, sort_keys=True) == json.dumps(operations[: len(read.operations)], sort_keys=True)
    assert not read.whole or read.problems


def leaves(value: Any) -> list[str]:
    """Words of a value: those of texts with escapes are not to be compared letter by letter."""
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in [*leaves(key), *leaves(item)]]
    if isinstance(value, list):
        return [leaf for item in value for leaf in leaves(item)]
    return re.findall(r"[A-Za-z]{3,}", value) if isinstance(value, str) else []


ONE = '{"op":"add","path":"p","value":"x"}'
HARD = {
    **{
        "[": "[",
        "{": '{"a":',
        "[{": "[{ ",
        "texts": '["',
        "apostrophes": "['a ",
        "comments": "[/*",
        "to the end": "[//",
    },
    **{"numbers": "[1,", "closed": "[1],", "empty": "{}", "lines": ONE + "\n", "fences": "```", "thoughts": "<think>"},
    **{"ends of thoughts": "</think>", "typographic": "[“", "prose": "the [1] is {good}. ", "LaTeX": "\\nu $\\alpha "},
    **{"spaces": " ", "NUL": "\0", "quotes": '"', "backslashes": "\\"},
}


@pytest.mark.parametrize("piece", HARD.values(), ids=HARD)
def test_time_grows_as_the_text_does(piece: str) -> None:
    """By what is read, not by the clock: 100,000 characters would take hours if it did not."""
    for text in (piece * (100_000 // len(piece)), f'["{piece * (30_000 // len(piece))}"]', f"[{piece * 30_000}"):
        read = read_answer(text[:100_000])
        assert len(read.operations) <= 20_000


def test_a_megabyte_of_operations_is_read() -> None:
    text = "[" + ",".join([ONE] * 10_000) + "]"
    assert len(read_answer(text).operations) == 10_000
