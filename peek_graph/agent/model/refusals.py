"""What an error of a model's class or server means: not in this form, not at all, or not now."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

Meaning = Literal[
    "form",  # it does not take the form that was asked for
    "maybe_form",  # it may be that: without it will show
    "refused",  # it would be refused again
    "busy",  # later it may be taken
    "broken",  # an answer came, and is none
]

_FORM: Final = re.compile(
    r"response_?format|json_?\s?(?:schema|object|mode)|\bschema|structured|guided|grammar|\btool|function.?call|\bformat\b",
    re.IGNORECASE,
)
_ELSE: Final = re.compile(
    r"context|too (?:long|large|many tokens)|max(?:imum)?_?\s?(?:tokens|length)"
    r"|\bmodel\b.{0,120}\b(?:not found|not exist|doesn.t exist|unknown|invalid|not available)"
    r"|(?:unknown|invalid|no such|not a valid) model|api.?key|quota|billing|temperature|content (?:policy|filter)",
    re.IGNORECASE | re.DOTALL,
)
_NOT_TAKEN: Final = re.compile(r"argument|parameter|keyword|not support|unsupported", re.IGNORECASE)
_ABOUT_REQUEST: Final = frozenset((400, 404, 405, 415, 422, 501))
_LATER: Final = frozenset((408, 409, 425, 429))
_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 20.0


def meaning_of(error: Exception) -> Meaning:
    """What an error says about the request that it came of."""
    status = status_of(error)
    message = str(error)
    if status is None:
        return _meaning_by_class(error)
    if status in _ABOUT_REQUEST:
        if _FORM.search(message):
            return "form"
        return "refused" if status == 404 or _ELSE.search(message) else "maybe_form"
    if status in _LATER or status >= 500:
        return "refused" if "insufficient_quota" in message else "busy"
    return "refused" if status >= 400 else "broken"


def status_of(error: Exception) -> int | None:
    """The HTTP status that an error carries, of whatever client it is."""
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def pause_after(error: Exception, attempt: int) -> float:
    """Seconds until the next try: what the server asks for, else longer each time."""
    headers: Mapping[str, Any] = getattr(getattr(error, "response", None), "headers", None) or {}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return min(max(float(headers[name]) * unit, 0.0), _LONGEST_PAUSE)
        except (KeyError, ValueError):
            continue  # none, or a date
    return float(min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE))


def _meaning_by_class(error: Exception) -> Meaning:
    names = {cls.__name__ for cls in type(error).__mro__}
    if isinstance(error, (ConnectionError, TimeoutError)) or names & {"APIConnectionError", "TransportError"}:
        return "busy"
    # What comes of reading an answer that is none, with `choices` empty, null, or no JSON at all.
    if "JSONDecodeError" in names:
        return "broken"
    if isinstance(error, NotImplementedError):
        return "form"
    if isinstance(error, TypeError):
        return "form" if _NOT_TAKEN.search(str(error)) else "broken"
    return "maybe_form" if isinstance(error, ValueError) else "broken"
