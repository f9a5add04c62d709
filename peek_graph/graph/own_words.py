"""What a document says in words of its own: those that somebody wrote into the map, and not its source."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

_WORDS: Final = ("summary", "key_points", "interpretation")
UNSEARCHED: Final = "yes"


def own_words(props: Mapping[str, Any]) -> dict[str, str | None]:
    """The derived ``text`` and ``unsearched`` of a document with these properties; None for what it has not.

    A document that was read from a source is found through its sections, so it is searched for itself only if somebody
    wrote its title or one of its texts.
    """
    if not props.get("source_uri"):
        return {"text": _joined(props, _WORDS), "unsearched": None}
    written = props.get("written") or ()
    text = _joined(props, [name for name in _WORDS if name in written])
    is_titled = "title" in written and bool(props.get("title"))
    return {"text": text, "unsearched": None if text or is_titled else UNSEARCHED}


def _joined(props: Mapping[str, Any], names: Iterable[str]) -> str | None:
    other = _other(props)
    values = (props[name] if props.get(name) is not None else other.get(name) for name in names)
    texts = (text for value in values for text in _texts(value))
    return "\n".join(text for text in texts if text.strip()) or None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from (f"{name}: {text}" for text in _texts(item))
    elif value is not None:
        yield value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _other(props: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that no property of the database can hold; none if they were broken by hand."""
    given = props.get("other_fields")
    try:
        loaded = json.loads(given) if isinstance(given, str) else None
    except (ValueError, RecursionError):
        return {}
    return loaded if isinstance(loaded, dict) else {}
