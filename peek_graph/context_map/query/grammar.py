"""Reads requests: forgiving about everything but what is asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from peek_graph.context_map.history.refs import as_ref
from peek_graph.context_map.query.keywords import is_other_command, kind_of_keyword, kind_of_typo, leading_keyword
from peek_graph.context_map.query.unwrapping import unquoted, unwrapped
from peek_graph.records import RequestKind

LONGEST_REQUEST: Final = 20_000
MOST_REQUESTS: Final = 5

GRAMMAR: Final = """\
Requests, one a line:
GET_CURRENT_STATUS [: sub-map]
SEARCH: words, "a phrase" [in:market kind:finding,section status:open source:D3 author:agent:name \
confidence:0.7 since:12 until:20 archived:yes from:6]
OPEN: a sub-map (market.prices) [todos], a ref (T12, D3§2.3, P1), documents, todos, findings … [after T40 | page 2]
READ: a ref or pointer (D3§2.3, notes.md#line=10,42) [from 4000]
Anything else is searched for."""

# One for one, so that places in the text stay what they are.
_USUAL: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, ord("∶"): ord(":")}
_BEFORE: Final = re.compile(r"(?:\d{1,3}[.)、]\s|[\s\-*•·–—>#|+]|[\"'“”„‘’「『«‹`_(\[【])*")
_WORD: Final = r"[A-Za-z]+(?:[ _\-]+[A-Za-z]+){0,4}|[\u4e00-\u9fff]{1,8}"
_COLON: Final = re.compile(rf"({_WORD})[\s*_`\"'”’」』»)\]】]*(?::|->|=>|→|=(?!=))[\s*_`:]*")
_INSIDE: Final = re.compile(r"(?<![A-Za-z_])(?:GET_CURRENT_STATUS|(?:SEARCH|OPEN|READ)\s*(?::|->))")
_REACT: Final = re.compile(
    r"^[\s*_`]*action[\s*_`]*:[\s*_`]*([^\n]{1,60}?)\s*\n[\s*_`]*action[ _]input[\s*_`]*:", re.IGNORECASE | re.MULTILINE
)
_CLOSING: Final[Mapping[str, set[str]]] = {
    **{sign: {sign} for sign in "\"'`"},
    **{"*": set(), "”": set("“”„"), "’": set("‘‚’"), "」": {"「"}, "』": {"『"}, "»": {"«"}, "›": {"‹"}},
}
_BETWEEN: Final = re.compile(r"\s*(?:[,，、;；&]|\band\b|和)\s*|\s+(?=[A-Za-z][0-9])")
_PHRASE: Final = ('"', "“", "«", "「", "『", "＂")
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}

Sureness = Literal["keyword", "words", "none"]


@dataclass(frozen=True, slots=True)
class Request:
    """One request.

    ``sure`` says what the kind was taken from: a keyword marked as one, words that may as well begin a search, or
    nothing. ``whole`` is what to search for if the rest turns out to be no target; ``word`` what stood for a keyword.
    """

    kind: RequestKind
    argument: str
    sure: Sureness
    whole: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Requests:
    """The requests of one text; ``more`` counts those that are not answered, ``cut`` the characters not read."""

    requests: tuple[Request, ...]
    more: int = 0
    cut: int = 0


def read_requests(text: str) -> Requests:
    """The requests in whatever a model sent; one of kind 'grammar' where it asks for nothing."""
    cut = max(0, len(text) - LONGEST_REQUEST)
    text = unwrapped(text[:LONGEST_REQUEST])
    text = _REACT.sub(lambda found: f"{found[1]}:" if kind_of_keyword(found[1]) else "", text)
    lines = [line for line in text.splitlines() if line.strip()]
    marked = _marked(lines) or _refs(lines) or [_unmarked(lines)]
    distinct = list(dict.fromkeys(each for request in marked for each in _apart(request)))
    return Requests(tuple(distinct[:MOST_REQUESTS]), max(0, len(distinct) - MOST_REQUESTS), cut)


def says_something(text: str) -> bool:
    """Whether there is a letter or a number in it."""
    return any(unicodedata.category(character)[0] in "LN" for character in text)


def usual(text: str) -> str:
    """Full-width letters, digits and signs as their usual forms, each in its place."""
    return text.translate(_USUAL)


def _marked(lines: list[str]) -> list[Request]:
    """The requests of lines with a keyword that is marked as one; what stands on other lines is talk around them."""
    found: list[Request] = []
    for number, line in enumerate(lines):
        request = _read_line(line) or _read_inside(line)
        if request is None:
            continue
        if not request.argument and request.kind in ("search", "open", "read") and number + 1 < len(lines):
            following = lines[number + 1]
            if _read_line(following) is None and _read_inside(following) is None:
                request = _request(request.kind, following, "keyword", f"{line} {following}")
        found.append(request)
    return found


def _apart(request: Request) -> list[Request]:
    """One request for each of several refs: ``OPEN: T12, T13``."""
    parts = [part for part in _BETWEEN.split(request.argument) if part]
    if request.kind not in ("open", "read", "search") or len(parts) < 2 or not all(as_ref(usual(p)) for p in parts):
        return [request]
    if request.kind == "search" and request.sure != "none":
        return [request]
    return [replace(request, argument=part, whole=part) for part in parts]


def _refs(lines: list[str]) -> list[Request]:
    """The requests of several lines that are refs and nothing else."""
    bare = [_bare(line) for line in lines]
    refs = len(bare) > 1 and all(as_ref(usual(line)) for line in bare)
    return [Request("search", line, "none", line) for line in bare] if refs else []


def _unmarked(lines: list[str]) -> Request:
    text = "\n".join(lines)
    if not says_something(text):
        return Request("grammar", "", "none", "")
    if len(lines) == 1 and (found := leading_keyword(_after_decoration(lines[0]))):
        kind, word, rest = found
        return _request(kind, rest.lstrip(" \t_-"), "words", _bare(lines[0]), word)
    whole = _bare(lines[0]) if len(lines) == 1 else text.strip()
    return Request("search", whole, "none", whole)


def _read_line(line: str) -> Request | None:
    """A line that begins with a keyword and a sign after it, or is one."""
    start = _BEFORE.match(line).end()  # type: ignore[union-attr] # it matches the empty text
    rest = line[start:]
    plain = usual(rest)
    if found := _COLON.match(plain):
        word, argument = found[1], rest[found.end() :]
        if kind := kind_of_keyword(word):
            return _request(kind, argument, "keyword", line.strip())
        if plain[found.end(1) :].lstrip(" *_`").startswith(":"):
            return _other(word, argument, rest)
        return None
    found_word = leading_keyword(plain)
    if found_word is None:
        return None
    kind, word, after = found_word
    after = rest[len(rest) - len(after) :]
    argument = after.strip(" \t*_`.。!！?？,，;；\"'”’」』»)】")
    if not argument:
        return _request(kind, "", "keyword", line.strip())
    closing = _BRACKETS.get(argument[0])
    inside = after.strip()
    if closing and inside.endswith(closing) and (inside[0] == "(" or word[0].isupper()):
        return _request(kind, unquoted(inside[1:-1]), "keyword", line.strip())
    if word.isupper() and word.isascii():
        return _request(kind, after, "keyword", line.strip())
    return None


def _read_inside(line: str) -> Request | None:
    """A keyword in capitals after other words: ``Action Input: SEARCH: energy``."""
    found = _INSIDE.search(usual(line))
    return _read_line(line[found.start() :]) if found else None


def _other(word: str, argument: str, rest: str) -> Request | None:
    """What stands before a colon and is no keyword: a slip of one, another command, or a word of a search."""
    word = word.strip()
    if word.isupper() and word.isascii() and len(word) > 3 and (kind := kind_of_typo(word)):
        return _request(kind, argument, "words", _bare(rest))
    named = "_" in word or word.isupper() or not word.isascii() or bool(re.fullmatch(r"\W*[A-Za-z]\d+\S*", argument))
    if is_other_command(word) and named:
        return Request("grammar", "", "keyword", _bare(rest), word)
    return None


def _request(kind: RequestKind, argument: str, sure: Sureness, whole: str, word: str = "") -> Request:
    given, argument = argument.strip(), unquoted(argument)
    # The end of what was opened before the keyword: **SEARCH: energy**, - "OPEN: T12"
    while argument and argument[-1] in _CLOSING and not _CLOSING[argument[-1]] & set(argument[:-1]):
        argument = argument[:-1].rstrip()
    if kind == "search" and given[:1] in _PHRASE and given[1:-1].strip() == argument and argument:
        argument = f'"{argument}"'  # words that are searched for are a phrase in quotes
    return Request(kind, argument, sure, whole, word)


def _after_decoration(line: str) -> str:
    return line[_BEFORE.match(line).end() :]  # type: ignore[union-attr] # it matches the empty text


def _bare(line: str) -> str:
    """A line without the mark of a list in front of it and quotes around it."""
    return unquoted(re.sub(r"^\s*(?:[-*•·>]+\s+|\d{1,3}[.)、]\s+)", "", line))
