"""Operations as they are handed in, read into a form that can be relied on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from peek_graph.context_map.view.json_values import JSON, ValueRefused, check_json, kind_of
from peek_graph.context_map.view.paths import Path, nearest, parse_path
from peek_graph.errors import OperationError, PathError
from peek_graph.graph.states import LINKS
from peek_graph.records import Verdict

MOST_OPERATIONS: Final = 10_000
# What each operation takes beside op, path and reason.
_TAKES: Final[Mapping[str, tuple[str, ...]]] = {
    "add": ("value",),
    "update": ("value",),
    "delete": (),
    "move": ("to",),
    "link": ("relation", "to"),
    "unlink": ("relation", "to"),
}
_SHORT: Final = 200


@dataclass(frozen=True, slots=True)
class Operation:
    """One atomic edit; ``relation`` and ``to`` are those of link, unlink and move."""

    op: str
    path: Path
    value: JSON = None
    to: str = ""
    relation: str = ""
    reason: str = ""

    def as_dict(self) -> dict[str, JSON]:
        """The form in which it was handed in."""
        form: dict[str, JSON] = {"op": self.op, "path": str(self.path)}
        form |= {name: getattr(self, name) for name in _TAKES[self.op]}
        return form | ({"reason": self.reason} if self.reason else {})


def read_operations(given: Any) -> list[Operation | Verdict]:
    """An operation, or the verdict that refuses it, for each of a batch; OperationError if it is no batch at all."""
    if isinstance(given, Mapping):
        given = given["operations"] if set(given) == {"operations"} else [given]
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise OperationError(
            f"the batch is of type {type(given).__name__}", 'give a list of {"op": "add", "path": "…", "value": …}'
        )
    items = list(given)
    if len(items) > MOST_OPERATIONS:
        raise OperationError(f"the batch has {len(items)} operations", f"at most {MOST_OPERATIONS}: send it in parts")
    return [_read(item) for item in items]


def request_hash(given: Sequence[Operation | Verdict]) -> str:
    """What two batches of one request must share: all but the order of keys in dictionaries."""
    forms = [item.as_dict() if isinstance(item, Operation) else [item.op, item.path] for item in given]
    return hashlib.sha256(json.dumps(forms, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def _read(item: Any) -> Operation | Verdict:
    if not isinstance(item, Mapping):
        return Verdict(
            "", "", "rejected", None, f"an operation is a dictionary, this is {_written(item):.80}", "bad_operation"
        )
    op, path = item.get("op"), item.get("path")
    try:
        return _parse(item, op, path)
    except ValueRefused as error:
        return Verdict(_shown(op), _shown(path), "rejected", None, str(error), error.code)
    except PathError as error:
        reason = error.whole
        return Verdict(_shown(op), _shown(path), "rejected", None, reason, "bad_path")


def _parse(item: Mapping[Any, Any], op: Any, path: Any) -> Operation:
    if not isinstance(op, str) or op not in _TAKES:
        raise ValueRefused("bad_operation", f"op is {_written(op):.60}", f"one of {', '.join(_TAKES)}")
    takes = _TAKES[op]
    unknown = [str(key) for key in item if key not in ("op", "path", "reason", *takes)]
    if unknown:
        near = nearest(unknown[0], (*takes, "path", "reason"))
        raise ValueRefused(
            "bad_operation",
            f"{op} takes no {unknown[0][:60]!r}",
            f"{near[0]}" if near else f"only {', '.join(('op', 'path', 'reason', *takes))}",
        )
    for name in ("path", *takes):
        if name not in item:
            raise ValueRefused("bad_operation", f"{op} lacks {name!r}", f"op, path, {', '.join(takes)}".rstrip(", "))
    texts = {name: _text(item, name) for name in ("to", "relation", "reason") if name in item}
    if "relation" in takes and texts["relation"] not in LINKS:
        raise ValueRefused("bad_operation", f"relation is {texts['relation'][:60]!r}", f"one of {', '.join(LINKS)}")
    value = check_json(item["value"], what="value") if "value" in takes else None
    return Operation(op, _parsed(path) if isinstance(path, str) else parse_path(path), value, **texts)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Path:
    """Batches repeat the paths of lists."""
    return parse_path(text)


def _text(item: Mapping[Any, Any], name: str) -> str:
    value = check_json(item[name], what=name)
    if not isinstance(value, str):
        raise ValueRefused("bad_operation", f"{name} is {_written(value):.60}", "a text")
    return value


def _written(value: Any) -> str:
    """A value as Python writes it; it refuses to write numbers of many thousand digits."""
    try:
        return repr(value)
    except ValueError:
        return kind_of(value)


def _shown(value: Any) -> str:
    """What was given as ``op`` or ``path``, in a length and form that a verdict can carry."""
    text = value if isinstance(value, str) else "" if value is None else _written(value)
    return text[:_SHORT].encode(errors="replace").decode()
