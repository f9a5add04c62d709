"""A text read character by character, with quoted parts in it, and errors that say where."""

from __future__ import annotations

import re

from peek_graph.errors import PathError

UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_HEX = re.compile("[0-9A-Fa-f]{4}")
_ESCAPES = {"\\": "\\", "'": "'", '"': '"', "/": "/", "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Cursor:
    """One pass over ``text`` without the blanks around it; ``at`` is the character it stands on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = len(text.rstrip())
        self.at = len(text) - len(text.lstrip())

    @property
    def next(self) -> str:
        """The character it stands on; '' at the end."""
        return self.text[self.at] if self.at < self.end else ""

    @property
    def at_quote(self) -> bool:
        """Whether a quoted part begins here."""
        return self.next in ("'", '"')

    @property
    def found(self) -> str:
        """What stands here, for an error."""
        return shown(self.next) if self.next else "the end"

    def skip_blanks(self) -> None:
        """Go on to the next character that is none."""
        while self.next.isspace():
            self.at += 1

    def error(self, what: str, hint: str, at: int | None = None) -> PathError:
        """The error that ``what`` stands here, or at ``at``."""
        at = self.at if at is None else at
        return PathError(f"not a path of the view: at character {at} stands {what}", hint, position=at)

    def quoted(self) -> str:
        """The text between the quote that stands here and the same one after it, with escapes as JSON has them."""
        start, quote = self.at, self.next
        self.at += 1
        characters: list[str] = []
        while self.next and self.next != quote:
            if self.next == "\\":
                characters.append(self._escape())
            else:
                characters.append(self.next)
                self.at += 1
        if not self.next:
            raise self.error("a quote that is not closed", f"close it with {quote}; inside, write \\{quote}", start)
        self.at += 1
        return "".join(characters)

    def _escape(self) -> str:
        start = self.at
        letter = self.text[start + 1 : start + 2]
        if letter in _ESCAPES:
            self.at += 2
            return _ESCAPES[letter]
        unit = self._unit(start)
        if unit is None:
            hint = r"known are \\ \' \" \n \t \u4e2d; double it to mean itself"
            raise self.error("a backslash without meaning", hint, start)
        self.at += 6
        low = self._unit(self.at)
        if 0xD800 <= unit < 0xDC00 and low is not None and 0xDC00 <= low < 0xE000:
            self.at += 6
            return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        if UNSTORABLE.match(chr(unit)):
            raise self.error(f"{shown(chr(unit))}, which no key can have", "remove it", start)
        return chr(unit)

    def _unit(self, at: int) -> int | None:
        digits = self.text[at + 2 : at + 6]
        return int(digits, 16) if self.text[at : at + 2] == "\\u" and _HEX.fullmatch(digits) else None


def shown(character: str) -> str:
    """A character as a person can read it in an error."""
    return repr(character) if character.isprintable() else f"U+{ord(character):04X}"
