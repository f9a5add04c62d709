"""Recognises what the map itself said before: it is no new information, however often it comes back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from peek_graph.context_map.status.words import WORDS
from peek_graph.records import Hit, SourceKind
from peek_graph.sources.sentences import sentences

TextsOf = Callable[[Sequence[str]], Mapping[str, str]]
"""What the entries of some refs say."""

# How a line begins that a status, a search or an opened entry wrote: `- F12 [market] (…): …`, `3. D1§2 section …`.
_ENTRY: Final = re.compile(r"^\s*(?:[-*•]|\d{1,3}\.)\s+([A-Z]\d+(?:§[\d.]+)?)(?=[\s:（(\[→]|$)")
_TITLE: Final = re.compile(
    rf"^\s*# (?:{'|'.join(re.escape(words.title + words.colon.rstrip()) for words in WORDS.values())})"
)
# Both the line below a status and the one below what came since begin so.
_ENDING: Final = re.compile(
    rf"^\s*(?:{'|'.join(re.escape(words.footer.partition('{')[0]) for words in WORDS.values())})\d+"
)
_FRAME: Final = re.compile(
    r"^\s*(?:OPEN (?:the map\b|\S+(?: \S+)? ?[(:]|[A-Z]\d+ [a-z]+\b)|READ [A-Z]\d+\b"
    r"|SEARCH [“\"].*(?:hits?\b|nothing found)|\+\d+(?: or)? more: (?:SEARCH|OPEN|READ):)"
)
_OPENED: Final = re.compile(r"^\s*(?:OPEN|READ) ([A-Z]\d+(?:§[\d.]+)?)")
_QUOTED: Final = re.compile(r"^\s+“.*”$|^> ")
# A source's words may become a finding, and an action is written before its output is observed.
_NOT_SAID: Final = ("section", "action")
_RUN: Final = 5
_FEW: Final = 3
_SHORTEST: Final = 20
_MOST_REFS: Final = 200
_WORDS: Final = re.compile(r"[^\W_]+")


def without_recalled(text: str, source_kind: SourceKind, hits: Sequence[Hit], texts_of: TextsOf) -> str:
    """The text without what the map said: statuses, and lines in its form that say what the entry of their ref says.

    Of an agent's own words, sentences that stand in an entry as they are go too. A tool or a page that says what an
    entry says is another source for it, and what an agent quotes from a source, or did itself, may be a finding: there
    only the form counts. Of what a user writes nothing goes but whole statuses.
    """
    lines = _without_statuses(text.split("\n"))
    kept = "\n".join(lines).strip()
    if source_kind == "user":
        return kept
    kept = _without_lines(lines, texts_of)
    if source_kind != "agent":
        return kept
    known = [runs for hit in hits if hit.kind not in _NOT_SAID and (runs := _runs(f"{hit.title} {hit.text}"))]
    return _without_sentences(kept, known) if known else kept


def _without_statuses(lines: Sequence[str]) -> list[str]:
    """Without what stands between the title of a status and its last line."""
    kept = list(lines)
    for start in reversed([number for number, line in enumerate(lines) if _TITLE.match(line)]):
        # One that begins after it is gone already.
        endings = [number for number, line in enumerate(kept) if number > start and _ENDING.match(line)]
        if endings:
            del kept[start : endings[-1] + 1]
    return kept


def _without_lines(lines: Sequence[str], texts_of: TextsOf) -> str:
    """Without the lines of an answer of the map: those of entries, and what stands around them."""
    heads = {number: found[1] for number, line in enumerate(lines) if (found := _ENTRY.match(line))}
    frames = {number for number, line in enumerate(lines) if _FRAME.match(line)}
    if not heads and not frames:
        return "\n".join(lines).strip()
    opened = [
        ref for number in frames for ref in re.findall(r"^\s*(?:OPEN|READ) ([A-Z]\d+(?:§[\d.]+)?)", lines[number])
    ]
    said = texts_of(list(dict.fromkeys([*heads.values(), *opened]))[:_MOST_REFS])
    ours = {number for number, ref in heads.items() if ref in said and _tells(lines, number, said[ref])}
    found_nothing = any("nothing found" in lines[number] for number in frames)
    if not ours and not found_nothing and not any(ref in said for ref in opened):
        return "\n".join(lines).strip()
    gone = ours | frames
    for number in sorted(gone):
        following = number + 1
        while following < len(lines) and _QUOTED.match(lines[following]):
            gone = gone | {following}
            following += 1
    return "\n".join(line for number, line in enumerate(lines) if number not in gone).strip()


def _tells(lines: Sequence[str], number: int, text: str) -> bool:
    """Whether a line, or the quoted one below it, says what the entry says, or the beginning of it."""
    following = lines[number + 1] if number + 1 < len(lines) and _QUOTED.match(lines[number + 1]) else ""
    said, entry = _words(f"{lines[number]} {following}"), _words(text)
    if len(entry) < _FEW:
        return bool(entry) and said[-len(entry) :] == entry
    # Of a long text a status shows the beginning, of a title what fits; three words in a row are no chance by a ref.
    return any(run in set(_in_rows(said, _FEW)) for run in _in_rows(entry, _FEW))


def _without_sentences(text: str, known: Sequence[frozenset[tuple[str, ...]]]) -> str:
    kept: list[str] = []
    last = 0
    for start, end in sentences(text, 0, len(text)):
        if _is_known(text[start:end], known):
            kept.append(text[last:start])
            last = end
    return "".join((*kept, text[last:])).strip() if kept else text


def _is_known(sentence: str, known: Iterable[frozenset[tuple[str, ...]]]) -> bool:
    """Whether all of it stands in one entry: one word more or less, or another number, and it is new."""
    runs = _runs(sentence)
    if len("".join(sentence.split())) < _SHORTEST or not runs:
        return False
    return any(runs <= said for said in known)


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(_in_rows(_words(text), _RUN))


def _in_rows(words: Sequence[str], length: int) -> Iterable[tuple[str, ...]]:
    return zip(*(words[start:] for start in range(length)), strict=False)


def _words(text: str) -> list[str]:
    words: list[str] = []
    for word in _WORDS.findall(unicodedata.normalize("NFKC", text).casefold()):
        # Han and kana are written without blanks: each character counts.
        words += list(word) if any("\u2e80" <= character <= "\u9fff" for character in word) else [word]
    return words
