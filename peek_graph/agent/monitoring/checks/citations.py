"""What a text cites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_CODE: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
_IMAGE: Final = re.compile(r"!\[[^\]\n]{0,300}\]\([^)\n]{0,2000}\)")
# A line of the list of sources: what follows the number says where it is, and is no citation of its own.
_LISTED: Final = re.compile(r"^[ \t]*[\[【]\^?([0-9]{1,3})[\]】]:?[ \t].*$", re.MULTILINE)
_LINK: Final = re.compile(r"\[[^\[\]\n]{0,300}\]\(\s*<?([^)\s>]{1,2000})>?[^)\n]{0,300}\)")
_URL: Final = re.compile(r"https?://[^\s<>\"'）】”」]+[^\s<>\"'）】”」.,;:!?)\]]", re.IGNORECASE)
_DOI: Final = re.compile(r"\b10\.[0-9]{4,9}/[^\s<>\"）】,;]*[^\s<>\"）】,;.)\]]", re.IGNORECASE)
_ARXIV: Final = re.compile(r"\barxiv:\s?([0-9]{4}\.[0-9]{4,5})", re.IGNORECASE)
_REF: Final = r"[ACDFHQTV][0-9]{1,7}(?:§[0-9]+(?:\.[0-9]+)*)?"
_IN_BRACKETS: Final = re.compile(rf"[\[【]\s*({_REF}(?:\s*[,;，；、]\s*{_REF})*)\s*[\]】]")
_ONE_REF: Final = re.compile(_REF)
# Outside of brackets only what cannot be much else: documents, their sections, findings.
_BARE_REF: Final = re.compile(
    r"(?<![\w§./-])(?:D[0-9]{1,7}§[0-9]+(?:\.[0-9]+)*|[DF][0-9]{1,7})(?![\w§]|\.\w)", re.ASCII
)
_NUMBERS: Final = re.compile(r"[\[【]\^?([0-9]{1,3}(?:\s*[,;–，、-]\s*\^?[0-9]{1,3})*)[\]】]")
_SPAN: Final = re.compile(r"([0-9]{1,3})(?:\s*[–-]\s*([0-9]{1,3}))?")
_YEAR: Final = r"(?:1[5-9]|20)[0-9]{2}[a-z]?"
_NAME: Final = r"[^\W\d_][\w.'’-]{0,40}"
_IN_PARENTHESES: Final = re.compile(rf"[(（]([^()（）\n]{{2,200}}?{_YEAR}(?![0-9])[^()（）\n]{{0,60}})[)）]")
_AUTHOR_YEAR: Final = re.compile(rf"(.{{1,150}}?)[,，\s]\s*({_YEAR})(?:[,，:：].*)?\s*")
_NARRATIVE: Final = re.compile(rf"[(（]({_YEAR})[)）]")
_BEFORE: Final = re.compile(rf"{_NAME}(?: (?:and|&) {_NAME})?(?: et al\.?|等人?)?\s?$")
_LONGEST_NAMES: Final = 100
_TIMES: Final = """
in since by from until during of year as see e.g. published updated accessed version around before after about
spring summer autumn fall winter early mid late q1 q2 q3 q4 january february march april may june july august september
october november december jan feb mar apr jun jul aug sep sept oct nov dec
"""
_NOT_AUTHORS: Final = frozenset(_TIMES.split())
_AROUND: Final = "and et al al. und van von der den de di da del la le"
_AMONG_NAMES: Final = frozenset(_AROUND.split())
_APART: Final = re.compile(r"[\s,，&、]+")


def citations(text: str) -> frozenset[str]:
    """What is cited, each source or passage once.

    Refs of the map (``[D3§2]``, also without brackets: ``D3``, ``F12``), links, URLs, DOIs and arXiv numbers,
    ``[1]``, ``[2-4]``, ``[^1]``, ``(Author, 2020)``, ``Author (2020)``. Code and pictures cite nothing, and a line of
    the list of sources (``[1] https://…``) is what its number is, once.
    """
    text = _IMAGE.sub(" ", _CODE.sub(" ", text))
    found = {f"number {int(match[1])}" for match in _LISTED.finditer(text)}
    text = _LISTED.sub(" ", text)
    for pattern, names in (
        (_LINK, _link),
        (_URL, _link),
        (_DOI, _link),
        (_ARXIV, _arxiv),
        (_IN_BRACKETS, _refs),
        (_BARE_REF, _refs),
        (_NUMBERS, _numbers),
        (_NARRATIVE, _narrative),
        (_IN_PARENTHESES, _authors),
    ):
        for match in pattern.finditer(text):
            found.update(names(match))
        text = pattern.sub(" ", text)
    return frozenset(found)


def _link(match: re.Match[str]) -> Iterator[str]:
    address = match[match.lastindex or 0]
    if doi := _DOI.search(address):
        yield f"doi {doi[0].casefold()}"
    elif _ONE_REF.fullmatch(address):
        yield address
    elif not address.startswith("#"):  # a place in the text itself
        yield address.partition("#")[0].rstrip("/").casefold()


def _arxiv(match: re.Match[str]) -> Iterator[str]:
    yield f"arxiv {match[1]}"


def _refs(match: re.Match[str]) -> Iterator[str]:
    yield from _ONE_REF.findall(match[0])


def _numbers(match: re.Match[str]) -> Iterator[str]:
    for span in _SPAN.finditer(match[1]):
        first, last = int(span[1]), int(span[2] or span[1])
        if 0 < first <= last:
            yield from (f"number {number}" for number in range(first, last + 1))


def _narrative(match: re.Match[str]) -> Iterator[str]:
    before = match.string[max(0, match.start() - _LONGEST_NAMES) : match.start()]
    if named := _BEFORE.search(before):
        yield from _said(named[0], match[1])


def _authors(match: re.Match[str]) -> Iterator[str]:
    for part in re.split("[;；]", match[1]):
        part = re.sub(r"^\s*(?:see(?: also)?|e\.g\.,?|cf\.|参见|见)\s*", "", part)
        if named := _AUTHOR_YEAR.fullmatch(part.strip()):
            yield from _said(named[1], named[2])


def _said(author: str, year: str) -> Iterator[str]:
    words = [word for word in _APART.split(author.strip()) if word]
    # Names begin with a capital, or are of a script that has none.
    if not words or any(word[0].islower() and word not in _AMONG_NAMES for word in words):
        return
    named = [word.removesuffix("等人").removesuffix("等") for word in words if word not in _AMONG_NAMES]
    if named and named[0] and not named[0][0].isdigit() and named[0].casefold() not in _NOT_AUTHORS:
        yield f"{named[0].casefold()} {year}"
