"""Reads paths of the view: dotted, JSONPath, list positions, refs and quoted keys."""

from __future__ import annotations

import re
from typing import Final

from peek_graph.context_map.view.cursor import UNSTORABLE, Cursor, shown
from peek_graph.context_map.view.nearest import nearest
from peek_graph.context_map.view.steps import Path, Step, format_path
from peek_graph.errors import PathError
from peek_graph.graph.states import LETTERS

__all__ = ["Path", "Step", "format_path", "nearest", "parse_path"]

LONGEST_PATH: Final = 2_000
MOST_STEPS: Final = 64

_EXAMPLE = (
    "write it as documents.ref_1.summary, working_memory.todo_list[2], working_memory.todo_list[T12] or $['a key']"
)
_INDEX = re.compile(r"-?[0-9]+")
_MOST_DIGITS = 9
_REF = re.compile(r"([A-Za-z])([1-9][0-9]{0,8})(?:[§#]([0-9]{1,9}(?:\.[0-9]{1,9}){0,9}(?:-[0-9]{1,9})?))?")
# As refs of sections are written everywhere else; the dots in them part no steps.
_SECTION = re.compile(r"[A-Za-z][1-9][0-9]{0,8}[§#][0-9]{1,9}(?:\.[0-9]{1,9}){0,9}(?:-[0-9]{1,9})?(?![\w§#-])")
_LETTERS = "".join(sorted(LETTERS.values()))
_MANY = {
    "*": "a wildcard",
    ":": "a range",
    ",": "a list of several",
    "?": "a filter",
    "(": "an expression",
    "@": "an expression",
}


def parse_path(text: str) -> Path:
    """The path that ``text`` is; PathError says what stands at which character. Blanks around it do not count."""
    if not isinstance(text, str):
        raise PathError(f"the path is of type {type(text).__name__}, not text", _EXAMPLE)
    if len(text) > LONGEST_PATH:
        raise PathError(
            f"the path has {len(text)} characters; at most {LONGEST_PATH} are allowed",
            "name an element by its ref: [T12]",
            position=LONGEST_PATH,
        )
    path = Path.of(_steps(Cursor(text)))
    if len(path.text) > LONGEST_PATH:
        raise PathError(
            f"the path has {len(path.text)} characters when every special one in it is written out; "
            f"at most {LONGEST_PATH} are allowed",
            "use keys of plain words",
            position=len(text),
        )
    return path


def _steps(cursor: Cursor) -> list[Step]:
    if found := UNSTORABLE.search(cursor.text):
        raise cursor.error(f"{shown(found[0])}, which no key can have", "remove it", found.start())
    if not cursor.next:
        raise PathError("the path is blank", f"`$` is the whole view; {_EXAMPLE}")
    steps: list[Step] = []
    first = cursor.next != "$"
    if not first:
        cursor.at += 1
    while cursor.next:
        if len(steps) == MOST_STEPS:
            raise cursor.error(f"step {MOST_STEPS + 1}", f"a path has at most {MOST_STEPS}; name the entry by its ref")
        steps.append(_step(cursor, first=first))
        first = False
    return steps


def _step(cursor: Cursor, *, first: bool) -> Step:
    """The next step; ``first``: nothing stands before it, so that a key needs no dot."""
    if cursor.next == "[":
        return _bracket(cursor)
    if cursor.next == "." and not first:
        cursor.at += 1
        if cursor.next == ".":
            raise cursor.error("'..', a search", "one element must be named; give every step to it", cursor.at - 1)
        if cursor.next == "[":
            return _bracket(cursor)
    elif not first:
        raise cursor.error(f"{cursor.found} where '.' or '[' must follow", _hint_for_key(cursor))
    start = cursor.at
    if cursor.at_quote:
        return Step(cursor.quoted(), "key", start)
    if first and (section := _SECTION.match(cursor.text, start, cursor.end)):
        cursor.at = section.end()
        return _unquoted(cursor, section[0], start)
    while cursor.next and _is_plain(cursor.next):
        cursor.at += 1
    if cursor.at == start:
        if cursor.next in _MANY:
            raise _many(cursor)
        raise cursor.error(f"{cursor.found} where a key must stand", _hint_for_key(cursor))
    return Step(cursor.text[start : cursor.at], "key", start)


def _bracket(cursor: Cursor) -> Step:
    start = cursor.at
    cursor.at += 1
    cursor.skip_blanks()
    if cursor.at_quote:
        step = Step(cursor.quoted(), "key", start)
        cursor.skip_blanks()
        if cursor.next in _MANY:
            raise _many(cursor)
        if cursor.next != "]":
            raise cursor.error(f"{cursor.found} where ']' must stand", "close the bracket after the key")
        cursor.at += 1
        return step
    close = cursor.text.find("]", cursor.at, cursor.end)
    if close < 0:
        raise cursor.error("'[', which no ']' closes", "close the bracket", start)
    step = _unquoted(cursor, cursor.text[cursor.at : close].rstrip(), start)
    cursor.at = close + 1
    return step


def _unquoted(cursor: Cursor, content: str, start: int) -> Step:
    """A position or a ref; everything else in brackets needs quotes."""
    if _INDEX.fullmatch(content):
        if len(content.lstrip("-")) > _MOST_DIGITS:
            raise cursor.error(f"a position of {len(content)} digits", "no list is that long; use a ref")
        return Step(int(content), "index", start)
    if found := _REF.fullmatch(content):
        letter, number, section = found[1].upper(), found[2], found[3]
        if letter in _LETTERS and (section is None or letter == LETTERS["document"]):
            return Step(f"{letter}{number}" + (f"§{section}" if section else ""), "ref", start)
        raise cursor.error(
            f"{content[:40]!r}, a ref of no kind",
            f"refs are a letter of {_LETTERS} and a number, sections D3§2.3; a key in brackets needs quotes",
        )
    for offset, character in enumerate(content):
        if character in _MANY:
            cursor.at += offset
            raise _many(cursor)
    if not content:
        raise cursor.error("']' with nothing before it", "give a position, a ref or a quoted key")
    raise cursor.error(
        f"{content[:40]!r} in brackets, neither a position nor a ref", "put quotes around a key: ['a key']"
    )


def _hint_for_key(cursor: Cursor) -> str:
    if not cursor.next or cursor.next in ".[]":
        return _EXAMPLE
    return "a key with anything but letters, digits, _ and - goes in quotes: documents['a key']"


def _many(cursor: Cursor) -> PathError:
    return cursor.error(f"{cursor.found}, {_MANY[cursor.next]}", "one element must be named; use a ref or a position")


def _is_plain(character: str) -> bool:
    return character == "-" or character.isalnum() or f"a{character}".isidentifier()
