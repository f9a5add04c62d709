"""A summary and key points without a model: sentences of the source itself, and the same ones every time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from peek_graph.sources.outline import Section
from peek_graph.sources.sentences import sentences

_LOOKED_AT = 24_000  # characters; what a document is about is said early
_PER_SECTION = 2_400
_SUMMARY = 400
_POINTS, _POINT = 5, 200
_WORD = re.compile(r"[^\W\d_]{3,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
_WRAPPED = re.compile(
    r"(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])\s*[\r\n]\s*(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])"
)
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\((?:[^()\s]|\([^()\s]*\)){0,500}(?: +\"[^\"]*\")?\)")
_MARK = re.compile(r"\*\*|__|(?<!\w)[*_`]|[*_`](?!\w)|^(?:[-*+>•#]+|\d{1,3}[.)])\s+|^#+\s*")


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    words: frozenset[str]
    section: int
    order: int
    first: bool  # in its section


def extracts(text: str, sections: Sequence[Section], title: str, *, marked_up: bool) -> tuple[str, tuple[str, ...]]:
    """A summary of at most 400 characters and up to 5 key points of at most 200 each.

    ``marked_up``: the text has Markdown's or reStructuredText's inline marks, which are taken off.
    """
    found = _candidates(text, sections, marked_up)
    if not found:
        start = next((block.start for section in sections for block in section.blocks), 0)
        return _shortened(" ".join(text[start : start + 2 * _SUMMARY].split()), _SUMMARY), ()
    scores = _scores(found, sections, title)
    ranked = sorted(found, key=lambda one: (-scores[one.order], one.order))
    summary = _fill(ranked, _SUMMARY)
    rest = [one for one in ranked if one not in summary and len(one.text) <= _POINT]
    points: list[_Sentence] = []
    for fresh in (True, False):  # one of each section before a second one of any
        for one in rest:
            taken = {other.section for other in points} if fresh else set()
            if len(points) < _POINTS and one not in points and one.section not in taken:
                points.append(one)
    points.sort(key=lambda one: one.order)
    joint = "" if _is_wide(summary[0].text) else " "
    return joint.join(one.text for one in summary), tuple(one.text for one in points)


def _candidates(text: str, sections: Sequence[Section], marked_up: bool) -> list[_Sentence]:
    found: list[_Sentence] = []
    seen: set[str] = set()
    left = _LOOKED_AT
    for number, section in enumerate(sections):
        here, first = min(_PER_SECTION if len(sections) > 1 else _LOOKED_AT, left), True
        for block in section.blocks:
            if block.kind not in ("text", "item") or here <= 0:
                continue
            stop = min(block.end, block.start + here)
            here -= stop - block.start
            left -= stop - block.start
            for start, end in sentences(text, block.start, stop):
                if end == stop < block.end:
                    continue  # cut off by the limit, not by its writer
                sentence = _bare(text[start:end], marked_up)
                words = _words(sentence)
                least = 10 if _is_wide(sentence) else 25
                if not least <= len(sentence) <= 320 or len(words) < 3 or sentence in seen or sentence[-1] in ":：":
                    continue
                seen.add(sentence)
                found.append(_Sentence(sentence, words, number, len(found), first))
                first = False
        if left <= 0:
            break
    return found


def _scores(found: Sequence[_Sentence], sections: Sequence[Section], title: str) -> list[float]:
    frequent = Counter(word for one in found for word in one.words)
    most = log(1 + max(frequent.values()))
    titled = _words(title)
    scores = []
    for one in found:
        topic = sum(log(1 + frequent[word]) for word in one.words if frequent[word] > 1) / (len(one.words) + 4) / most
        headed = _words(" ".join(sections[one.section].heading_path))
        overlap = len(one.words & titled) / (len(titled) + 1) + 0.5 * len(one.words & headed) / (len(headed) + 1)
        place = (0.5 if one.first else 0.0) + 1.0 / (2 + one.order)
        scores.append(topic + overlap + place)
    return scores


def _fill(ranked: Sequence[_Sentence], limit: int) -> list[_Sentence]:
    """The best sentences that fit, at most four, in the order of the source."""
    chosen: list[_Sentence] = []
    length = 0
    for one in ranked:
        if len(chosen) < 4 and length + len(one.text) + 1 <= limit:
            chosen.append(one)
            length += len(one.text) + 1
    return sorted(chosen, key=lambda one: one.order)


def _words(text: str) -> frozenset[str]:
    words: set[str] = set()
    for run in _WORD.findall(text.lower()):
        if _is_wide(run):
            words.update(run[at : at + 2] for at in range(max(len(run) - 1, 1)))
        else:
            words.add(run)
    return frozenset(words)


def _is_wide(text: str) -> bool:
    return not text.isascii() and sum("\u3040" <= character <= "\ud7a3" for character in text) * 3 > len(text)


def _bare(sentence: str, marked_up: bool) -> str:
    bare = _MARK.sub("", _LINK.sub(r"\1", sentence)) if marked_up else sentence.removeprefix("- ")
    return " ".join(_WRAPPED.sub("", bare).split())


def _shortened(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    cut = text.rfind(" ", limit // 2, limit)
    return text[: cut if cut > 0 else limit - 1].rstrip() + "…"
