"""Values of the view: plain JSON, kept exactly or refused with the place and the reason."""

from __future__ import annotations

import json
import math
import re
from datetime import date, datetime, time
from typing import Any, Final, TypeAlias

from peek_graph.records.changes import RejectionCode

JSON: TypeAlias = Any
"""None, bool, int, float, str, or a list or dict of them."""

DEEPEST: Final = 32
LONGEST_TEXT: Final = 200_000
LONGEST_VALUE: Final = 1_000_000
# Python itself refuses to write longer ones as text.
MOST_BITS: Final = 13_000
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class ValueRefused(ValueError):
    """What cannot be kept or done: the reason says where, ``expected`` what would be taken, ``hint`` what to do."""

    def __init__(
        self, code: RejectionCode, reason: str, expected: str | None = None, *, hint: str | None = None
    ) -> None:
        wanted = f"expected: {expected}" if expected else None
        super().__init__("; ".join(filter(None, (reason, wanted, hint))))
        self.code: RejectionCode = code
        self.reason = reason
        self.expected = expected
        self.hint = hint


def check_json(
    value: Any, *, what: str, depth: int = DEEPEST, text: int = LONGEST_TEXT, total: int = LONGEST_VALUE
) -> JSON:
    """An equal value of plain JSON types; ``what`` names it in the ValueRefused of one that is none.

    Tuples become lists, dates and times ISO 8601 text. Nothing else is converted. ``depth`` counts nested lists and
    dictionaries, ``text`` the characters of one text, ``total`` those of the whole value as JSON.
    """
    checked = _Check(what, depth, text, total).plain(value, "", ())
    # The walk counts at least a character for each value, so what is written here is within bounds.
    length = len(compact(checked))
    if length > total:
        raise ValueRefused("too_large", f"{what} has {length} characters as JSON", f"at most {total}")
    return checked


def compact(value: JSON) -> str:
    """A value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def same(one: JSON, other: JSON) -> bool:
    """Whether two values are the same JSON: 1, 1.0 and true differ, and 0.0 and -0.0; not the order of keys."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and (repr(one) == repr(other) if isinstance(one, float) else bool(one == other))


def merged(value: JSON, part: JSON) -> JSON:
    """``part`` in place of ``value``; where both are dictionaries, key by key, the rest of ``value`` staying."""
    if not (isinstance(value, dict) and isinstance(part, dict)):
        return part
    return {**value, **{key: merged(value.get(key), item) for key, item in part.items()}}


def kind_of(value: Any) -> str:
    """What a value is, in JSON's words."""
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a text", list: "a list", dict: "a dictionary"}
    return next((name for cls, name in names.items() if isinstance(value, cls)), f"of type {type(value).__name__}")


def storable(text: str, place: str) -> str:
    """``text``, unless it has what a database or JSON cannot carry."""
    if found := _UNSTORABLE.search(text):
        name = "NUL" if found[0] == "\0" else "half of a surrogate pair"
        raise ValueRefused("wrong_type", f"{place} has {name} at character {found.start()}; remove it")
    return text


class _Check:
    """One walk over a value; ``_left`` are the characters that it may still have."""

    def __init__(self, what: str, depth: int, text: int, total: int) -> None:
        self._what, self._depth, self._text, self._total = what, depth, text, total
        self._left = total

    def plain(self, value: Any, place: str, around: tuple[int, ...]) -> JSON:
        """``value`` at ``place`` in plain types; ``around`` are the ids of the containers it is in."""
        self._spend(1)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return self._string(str.__str__(value), f"{self._what}{place}")
        if isinstance(value, int):
            if value.bit_length() > MOST_BITS:
                digits = int(value.bit_length() * math.log10(2)) + 1
                raise ValueRefused(
                    "too_large",
                    f"{self._what}{place} is a number of about {digits} digits",
                    "a smaller number, or its digits as text",
                )
            return int(value)
        if isinstance(value, float):
            if not math.isfinite(value):
                raise ValueRefused("wrong_type", f"{self._what}{place} is {value}", "a finite number, null or text")
            return float(value)
        if isinstance(value, (datetime, date, time)):
            return value.isoformat()
        if isinstance(value, (list, tuple, dict)):
            return self._container(value, place, around)
        raise ValueRefused(
            "wrong_type",
            f"{self._what}{place} is of type {type(value).__name__}, which JSON does not have",
            "text, a number, true, false, null, a list or a dictionary",
        )

    def _container(self, value: Any, place: str, around: tuple[int, ...]) -> JSON:
        if id(value) in around:
            raise ValueRefused("wrong_type", f"{self._what}{place} contains itself", "a value that ends")
        if len(around) == self._depth:
            raise ValueRefused(
                "too_large",
                f"{self._what}{place} is nested deeper than {self._depth} lists and dictionaries",
                "a flatter value, or the inner part as text",
            )
        around = (*around, id(value))
        if not isinstance(value, dict):
            return [self.plain(item, f"{place}[{i}]", around) for i, item in enumerate(value)]
        plain: dict[str, JSON] = {}
        for key, item in value.items():
            if not isinstance(key, str):
                raise ValueRefused(
                    "wrong_type",
                    f"{self._what}{place} has the key {key!r:.60} of type {type(key).__name__}",
                    "keys that are text",
                )
            key = self._string(str.__str__(key), f"a key of {self._what}{place}")
            plain[key] = self.plain(item, f"{place}{_step(key)}", around)
        return plain

    def _string(self, text: str, place: str) -> str:
        if len(text) > self._text:
            raise ValueRefused(
                "too_large",
                f"{place} has {len(text)} characters",
                f"at most {self._text}: a long text is added as a file, and cited",
            )
        self._spend(len(text))
        return storable(text, place)

    def _spend(self, characters: int) -> None:
        self._left -= characters
        if self._left < 0:
            raise ValueRefused(
                "too_large", f"{self._what} has more than {self._total} characters as JSON", f"at most {self._total}"
            )


def _step(key: str) -> str:
    return f".{key}" if key.isidentifier() else f"[{key[:60]!r}]"
