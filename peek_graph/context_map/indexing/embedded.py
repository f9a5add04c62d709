"""What is embedded of an entry: one text, of any kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_TITLED: Final = ("section", "document")


def embedded_text(kind: str, props: Mapping[str, Any]) -> str:
    """The text whose vector an entry has; '' if it says nothing. ``props`` are the node's: title, text, who, when.

    Title and heading path of a section, and who said it and when, say what a text is about; neighbours stay out, which
    made it worse.
    """
    text = _text(props.get("text"))
    if kind in _TITLED:
        title = _text(props.get("title"))
        return f"{title}\n{text}" if title and text else title or text
    if not text:
        return ""
    who, when = spoken(props)
    said = f"{who}: {text}" if who and not text.casefold().startswith(who.casefold()) else text
    return f"[{when}] {said}" if when else said


def spoken(props: Mapping[str, Any]) -> tuple[str, str]:
    """Who said it and when, as far as somebody wrote that down; a number, as a year, is as good as a text."""
    return _text(props.get("who")), _text(props.get("when"))


def _text(value: Any) -> str:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return value.strip() if isinstance(value, str) else str(value) if is_number else ""
