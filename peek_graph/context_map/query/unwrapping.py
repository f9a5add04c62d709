"""Takes a request out of what models wrap it in: code fences, quotes, tags, JSON, a call, thoughts before it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from peek_graph.context_map.query.keywords import folded, kind_of_keyword

_PAIRS: Final[Mapping[str, str]] = {
    '"': '"',
    "'": "'",
    "`": "`",
    "“": "”",
    "”": "”",
    "„": "“",
    "‘": "’",
    "‚": "‘",
    "«": "»",
    "»": "«",
    "‹": "›",
    "「": "」",
    "『": "』",
    "《": "》",
    "〈": "〉",
    "＂": "＂",
    "＇": "＇",
}
_THOUGHTS: Final = re.compile(r"<(think|thinking|thought)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE: Final = re.compile(r"^\s*(?:```+|~~~+)[^\n`]*$", re.MULTILINE)
_CALL: Final = re.compile(r"(?:[\w.]*\.)?a?query_context_map\s*\((.*)\)\s*;?", re.DOTALL | re.IGNORECASE)
_NAMED: Final = re.compile(r"\s*(?:request|query|input)\s*=\s*", re.IGNORECASE)
_OBJECT: Final = re.compile(r"\{\s*\"")
_ACTIONS: Final = ("action", "command", "op", "operation", "tool", "toolname", "name", "function", "kind", "type")
_ARGUMENTS: Final = (
    *("input", "actioninput", "toolinput", "arguments", "args", "argument", "parameters", "params", "kwargs"),
    *("query", "q", "text", "target", "value", "ref", "path", "pointer", "focus"),
)
_TAG: Final = re.compile(
    r"<(/?)(tools?|tool[_-]?(?:call|use|input)|functions?|function[_-]?calls?|calls?|invoke|actions?|action[_-]?input"
    r"|requests?|query|input|parameters?|arguments?|args|command)(?:\s[^<>\n]{0,200})?/?>",
    re.IGNORECASE,
)
_ANY_TAG: Final = re.compile(r"<([A-Za-z][\w:.\-]{0,60})(?:\s[^<>]{0,200})?>(.*)</\1\s*>", re.DOTALL)
# No model nests more.
_DEEPEST: Final = 4
_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2060\ufeff\ud800-\udfff]")


def unwrapped(text: str) -> str:
    """The request in ``text``, or the requests, a line each; a text that is wrapped in nothing stays as it is."""
    text = _UNSEEN.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _THOUGHTS.sub("\n", text)
    for _ in range(_DEEPEST):
        before = text
        if "```" in text or "~~~" in text:
            text = _FENCE.sub("", text)
        text = unquoted(_untagged(text))
        if call := _CALL.fullmatch(text):
            text = unquoted(_NAMED.sub("", call[1], count=1))
        text = _from_json(text) or text
        if text == before:
            break
    return text


def unquoted(text: str) -> str:
    """``text`` without the blanks and quotes around it, of whatever kind they are."""
    text = text.strip()
    # What is quoted inside too, as in "a" and "b", is not one quoted text.
    while len(text) > 1 and _PAIRS.get(text[0]) == text[-1] and not {text[0], text[-1]} & set(text[1:-1]):
        text = text[1:-1].strip()
    return text


def _untagged(text: str) -> str:
    """``text`` without the tags around all of it, or around a call in it; ``<search>x</search>`` is a search."""
    found = _ANY_TAG.fullmatch(text.strip())
    if found and f"</{found[1]}" not in found[2]:
        inner = found[2].strip()
        return f"{found[1]}: {inner}" if kind_of_keyword(found[1]) and not _TAG.match(text.strip()) else inner
    signs = {(sign[1], sign[2].casefold()) for sign in _TAG.finditer(text)}
    last = len(text.rstrip())

    def stripped(sign: re.Match[str]) -> str:
        name = sign[2].casefold()
        both = {("", name), ("/", name)} <= signs
        # A sign alone is one only where nothing follows it: `SEARCH: energy</tool>`.
        return "\n" if both or (sign[1] and sign.end() == last) else sign[0]

    return _TAG.sub(stripped, text) if signs else text


def _from_json(text: str) -> str | None:
    """The request in JSON, which may have words around it; None if there is none in it."""
    start = 0
    if text[:1] not in ("{", "[", '"'):
        found = _OBJECT.search(text)
        if found is None:
            return None
        start = found.start()
    try:
        value: Any
        value, end = json.JSONDecoder(strict=False).raw_decode(text, start)
        # Words that only begin with something quoted or in brackets are no JSON: "solid" electrolytes, [1] energy
        return _said(value, 0) if isinstance(value, dict) or not text[end:].strip() else None
    except (ValueError, RecursionError):
        return None


def _said(value: Any, depth: int) -> str | None:
    if depth > _DEEPEST or isinstance(value, bool):
        return None
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, list):
        parts = [_said(item, depth + 1) for item in value]
        return "\n".join(part for part in parts if part) or None
    if not isinstance(value, dict):
        return None
    return _of_object({folded(name): item for name, item in value.items()}, depth)


def _of_object(fields: dict[str, Any], depth: int) -> str | None:
    if request := _said(fields.get("request"), depth + 1):
        return request
    argument = next((said for name in _ARGUMENTS if (said := _said(fields.get(name), depth + 1))), None)
    action: str | None = next((fields[name] for name in _ACTIONS if isinstance(fields.get(name), str)), None)
    if action is not None and kind_of_keyword(action):
        return f"{action}: {argument or ''}"
    if argument is not None:
        return argument
    if action is not None and (kind_of_keyword(action.partition(":")[0]) or action.partition(":")[1]):
        return action
    for name, item in fields.items():
        if kind_of_keyword(name):
            return f"{name}: {_said(item, depth + 1) or ''}"
    return None
