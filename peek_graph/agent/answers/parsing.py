"""JSON as models write it: one value, read exactly or not at all.

What has only one meaning is taken: trailing commas, comments, single and typographic quotes, keys without quotes,
Python's literals and tuples, line ends in texts, full-width punctuation. No text is ended, no value completed, no
quote moved: libraries that repair JSON do so, and end with values that nobody wrote.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from peek_graph.agent.answers.records import Unsure
from peek_graph.agent.answers.strings import unescaped
from peek_graph.context_map.view.json_values import same

MOST_NESTED: Final = 100

_BLANK: Final = re.compile(r"(?:[\s\0\ufeff\u200b\u2060]++|//[^\n]*+|#[^\n]*+|/\*.*?(?:\*/|\Z))*+", re.DOTALL)
# Where whatever wraps the JSON ends, the JSON has ended.
_AFTER: Final = re.compile(r"```|~~~|</[A-Za-z]|<\|")
_WORD: Final = re.compile(r"[^\s\0,:;\[\]{}()\"'`“”„‘’＂＇，：；｛｝［］（）/#\\<>|]++")
_KEY: Final = re.compile(r"(?!\d)[\w$][\w$.-]*+")
_NUMBER: Final = re.compile(r"[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LITERALS: Final = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "None", "NULL", "Null"), None),
}
_OPENERS: Final = {"{": "}", "｛": "}", "[": "]", "［": "]", "(": ")", "（": ")"}
_CLOSERS: Final = {"}": "}", "｝": "}", "]": "]", "］": "]", ")": ")", "）": ")"}
_INSIDE: Final = r"[^\\{0}]*+(?:\\.[^\\{0}]*+)*+"
# A text begun by one typographic quote ends at the next of its kind, whichever way that is turned.
_TEXTS: Final = {
    opening: re.compile(f"{opening}({_INSIDE.format(closing)})[{closing}]", re.DOTALL)
    for opening, closing in {'"': '"', "'": "'", "＂": "＂", "＇": "＇"}.items()
} | {
    **{opening: re.compile(f"{opening}({_INSIDE.format('“”')})[“”]", re.DOTALL) for opening in "“”„"},
    **{opening: re.compile(f"{opening}({_INSIDE.format('‘’')})[‘’]", re.DOTALL) for opening in "‘’"},
}
_DIGITS_OF_A_NUMBER: Final = 4000


@dataclass(slots=True)
class Parsed:
    """What was read from a bracket on, to ``end``.

    ``opened`` are the ids of the lists and dictionaries in ``value`` that no bracket closed: all that is in them and
    not among them is whole. ``keyed``: a key was read, so that no prose looks like it; ``quoted``: a text was;
    ``deep``: it broke because it nests too much. ``unsure``: there are `Unsure` in it.
    """

    value: Any
    end: int = 0
    state: Literal["whole", "cut", "broken"] = "whole"
    opened: frozenset[int] = frozenset()
    keyed: bool = False
    quoted: bool = False
    deep: bool = False
    unsure: bool = False


@dataclass(slots=True)
class _Frame:
    """A list or dictionary that is being read."""

    into: Any
    closer: str
    opener: str
    key: str | None = None
    earlier: Any = None  # the value that the key had before, in `twice`
    twice: bool = False
    commas: int = 0


class _Stop(Exception):
    """Reading ends here."""

    def __init__(self, state: Literal["cut", "broken"]) -> None:
        super().__init__(state)
        self.state = state


def parse(text: str, start: int) -> Parsed:
    """The list or dictionary that begins with the bracket at ``start``."""
    return _Reading(text, start).result()


@dataclass(slots=True)
class _Reading:
    text: str
    at: int
    stack: list[_Frame] = field(default_factory=list)
    parsed: Parsed = field(default_factory=lambda: Parsed(None))

    def result(self) -> Parsed:
        parsed = self.parsed
        try:
            self._open()
            parsed.value = self.stack[0].into
            while self.stack:
                self._step()
        except _Stop as stop:
            parsed.state = stop.state
            parsed.opened = frozenset(id(frame.into) for frame in self.stack)
        parsed.end = self.at
        return parsed

    def _step(self) -> None:
        """One element, or the end of the innermost list or dictionary."""
        frame = self.stack[-1]
        if (closer := _CLOSERS.get(self._next())) is not None:
            self._close(frame, closer)
            return
        if isinstance(frame.into, dict):
            self._key(frame)
        if self._next() in _OPENERS:
            self._open()
            return
        value = self._scalar()
        self._separator(frame)  # first: a text with more behind it was not ended by its quote
        self._put(frame, value)

    def _next(self) -> str:
        """The next character that is not blank and in no comment."""
        self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr] # it matches nothing, too
        if self.at >= len(self.text) or _AFTER.match(self.text, self.at):
            raise _Stop("cut")
        return self.text[self.at]

    def _open(self) -> None:
        opener = self.text[self.at]
        if len(self.stack) == MOST_NESTED:
            self.parsed.deep = True
            raise _Stop("broken")
        into: Any = {} if _OPENERS[opener] == "}" else []
        if self.stack:
            self._put(self.stack[-1], into)
        self.at += 1
        self.stack.append(_Frame(into, _OPENERS[opener], opener))

    def _close(self, frame: _Frame, closer: str) -> None:
        if closer != frame.closer:
            raise _Stop("broken")
        self.at += 1
        self.stack.pop()
        if not self.stack:
            return
        outer = self.stack[-1]
        # Python's brackets around one value are no tuple.
        single = frame.closer == ")" and len(frame.into) == 1 and not frame.commas
        self._settle(outer, frame.into[0] if single else frame.into)
        try:
            self._separator(outer, after_container=True)
        except _Stop as stop:
            if stop.state == "broken":
                self.stack.append(frame)  # with more behind it, it may not have been ended by its bracket
            raise

    def _key(self, frame: _Frame) -> None:
        if self.text[self.at] in _TEXTS:
            key = self._text()
            if isinstance(key, Unsure):
                raise _Stop("broken")
        elif (found := _KEY.match(self.text, self.at)) and found[0] not in _LITERALS:
            key, self.at = found[0], found.end()
        else:
            raise _Stop("broken")
        if self._next() not in ":：":
            raise _Stop("broken")
        self.at += 1
        self.parsed.keyed = True
        frame.key = key
        frame.twice = key in frame.into
        frame.earlier = frame.into.get(key)

    def _put(self, frame: _Frame, value: Any) -> None:
        if isinstance(value, Unsure):
            self.parsed.unsure = True
        if isinstance(frame.into, list):
            frame.into.append(value)
            return
        frame.into[frame.key] = value
        if not isinstance(value, (list, dict)):
            self._settle(frame, value)

    def _settle(self, frame: _Frame, value: Any) -> None:
        """``value`` is whole now: it is the one of its key, unless that has another one."""
        if isinstance(frame.into, list):
            frame.into[-1] = value
            return
        frame.into[frame.key] = value
        if frame.twice and (isinstance(frame.earlier, Unsure) or not same(frame.earlier, value)):
            frame.into[frame.key] = Unsure(f"two values for {frame.key!r:.60}", str(frame.key), "ambiguous")
            self.parsed.unsure = True

    def _separator(self, frame: _Frame, *, after_container: bool = False) -> None:
        after = self._next()
        if after in ",，":
            self.at += 1
            frame.commas += 1
        elif after not in _CLOSERS and not (
            # Between two brackets a comma can be missing: nothing else can be meant.
            after_container and after in "{｛" and isinstance(frame.into, list) and isinstance(frame.into[-1], dict)
        ):
            raise _Stop("broken")

    def _scalar(self) -> Any:
        if self.text[self.at] in _TEXTS:
            return self._text()
        found = _WORD.match(self.text, self.at)
        if found is None:
            raise _Stop("broken")
        if found.end() == len(self.text):
            raise _Stop("cut")  # a number may have had more digits
        self.at = found.end()
        return _LITERALS[found[0]] if found[0] in _LITERALS else _number(found[0])

    def _text(self) -> str | Unsure:
        found = _TEXTS[self.text[self.at]].match(self.text, self.at)
        if found is None:
            self.at = len(self.text)
            raise _Stop("cut")
        self.at = found.end()
        self.parsed.quoted = True
        return unescaped(found[1])


def _number(word: str) -> int | float | Unsure:
    if _NUMBER.fullmatch(word) is None or word in ("+.", "-."):
        return Unsure("neither a text in quotes nor a value of JSON", word)
    if len(word) > _DIGITS_OF_A_NUMBER:
        return Unsure(f"a number of {len(word)} digits", word)
    if re.fullmatch(r"[+-]?[0-9]+", word):
        return int(word)
    value = float(word)
    return value if math.isfinite(value) else Unsure("a number that is too large", word)
