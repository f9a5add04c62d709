"""One operation in the words of a model, brought into the form that `apply` takes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from peek_graph.agent.answers.records import Problem, Unsure, shown
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.steps import Step, format_path

# Only what can mean nothing else: "merge", "upsert" and "copy" are no such names.
_OPS: Final = {
    "add": "insert append create new push 新增 添加 增加 加入 插入 追加 创建 新建",
    "update": "set modify replace edit change 修改 更新 替换 设置 更改 变更",
    "delete": "remove archive drop 删除 移除 去除 归档",
    "move": "移动",
    "link": "connect 链接 关联 连接",
    "unlink": "disconnect 取消链接 取消关联 断开",
}
OPS: Final[Mapping[str, str]] = {name: op for op, names in _OPS.items() for name in (op, *names.split())}
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "op": ("op", "operation", "action", "type", "op_type", "operation_type", "optype", "method", "操作", "操作类型"),
    "path": ("path", "target", "location", "target_path", "json_path", "jsonpath", "路径", "目标", "位置"),
    "value": ("value", "content", "data", "new_value", "newvalue", "值", "内容", "新值"),
    "to": ("to", "to_path", "destination", "dest", "目的地"),
    "relation": ("relation", "relationship", "rel", "link_type", "关系"),
    "reason": ("reason", "reasoning", "rationale", "why", "justification", "explanation", "理由", "原因"),
}
_HOME: Final = {spelling: key for key, spellings in _KEYS.items() for spelling in spellings}
# Operations of two places, and where their keys have another meaning.
_PAIRS: Final = frozenset(("move", "link", "unlink"))
_FROM: Final = frozenset(("from", "source", "来源"))
_TARGETS: Final = frozenset(("target", "目标"))
_NEEDED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "value": ("add", "update"),
    "to": ("move", "link", "unlink"),
    "relation": ("link", "unlink"),
    "reason": (),
}
_LISTS: Final = frozenset(kind.container[-1] for kind in KINDS.values() if kind.form == "list")
_POSITION: Final = re.compile(r"-?[0-9]{1,9}")
_REF: Final = re.compile(r"[A-Z][1-9][0-9]{0,8}")


def op_named(name: Any) -> str | None:
    """The operation that a name obviously means."""
    return OPS.get(name.strip().casefold()) if isinstance(name, str) else None


def has_form(item: Mapping[str, Any]) -> bool:
    """Whether a dictionary is an operation, be it a wrong one: it has an op and a path, in whatever spelling."""
    spelled = {_HOME.get(_folded(key)) for key in item}
    return "op" in spelled and (
        "path" in spelled or any(_op_of(item) in _PAIRS and _folded(key) in _FROM for key in item)
    )


def in_form(item: Mapping[str, Any]) -> dict[str, Any] | Problem:
    """The operation, its keys and op by their right names, all else as it stands; or why it is not certain."""
    if unsure := next(unsure_in(item), None):
        return Problem(f"{unsure.reason}: {shown(unsure.excerpt):.60}", excerpt_of(item), unsure.code)
    op = _op_of(item)
    if op is None:
        named = next((item[key] for key in item if _HOME.get(_folded(key)) == "op"), None)
        return Problem(f"{excerpt_of(named):.80} is no operation", excerpt_of(item), "unknown_op")
    homes = {key: _home(key, op, item) for key in item}
    form: dict[str, Any] = {"op": op}
    taken: set[str] = set()
    for name in _KEYS:
        keys = [key for key, home in homes.items() if home == name]
        if name == "op":
            # {"op": "add", "type": "todo"}: the other one is a word of the model's own.
            keys = [key for key in keys if op_named(item[key])]
            if len({op_named(item[key]) for key in keys}) > 1:
                return Problem(f"{' and '.join(map(repr, keys))} name two operations", excerpt_of(item), "ambiguous")
            taken.update(keys)
        elif name in keys or len({_written(item[key]) for key in keys}) == 1:
            chosen = name if name in keys else keys[0]
            form[name] = item[chosen]
            taken.update(key for key in keys if _written(item[key]) == _written(item[chosen]))
        elif keys:
            return Problem(f"{' and '.join(map(repr, keys))} can both be the {name}", excerpt_of(item), "ambiguous")
    form |= {key: value for key, value in item.items() if key not in taken}
    for name in ("path", "to"):
        if isinstance(form.get(name), str):
            form[name] = _from_patch(form[name], adds=op == "add")
    # A server that holds a model to a schema may want every key: what is empty was not said.
    return {
        key: value for key, value in form.items() if not (value in (None, "") and op not in _NEEDED_BY.get(key, (op,)))
    }


def _op_of(item: Mapping[str, Any]) -> str | None:
    keys = sorted((key for key in item if _HOME.get(_folded(key)) == "op"), key=lambda k: _KEYS["op"].index(_folded(k)))
    return next((op for key in keys if (op := op_named(item[key]))), None)


def _home(key: str, op: str, item: Mapping[str, Any]) -> str | None:
    """The name that a key stands for in an operation of that kind."""
    folded = _folded(key)
    if op in _PAIRS:
        # Of two places, the target is where it leads; in JSON Patch that is the path.
        patch = op == "move" and "from" in item and "to" not in item and "path" in item
        if folded in _FROM:
            return "path" if patch or "path" not in item else None
        if folded == "path" and patch:
            return "to"
        if folded in _TARGETS:
            return "to"
    return _HOME.get(folded)


def unsure_in(value: Any) -> Iterator[Unsure]:
    """All in a value that has no certain meaning."""
    if isinstance(value, Unsure):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from unsure_in(inner)


def excerpt_of(value: Any) -> str:
    """A value in a report."""
    return shown(_written(value))


def _folded(key: str) -> str:
    return key.strip().casefold().replace(" ", "_").replace("-", "_")


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda unsure: shown(getattr(unsure, "excerpt", "?")))


def _from_patch(path: str, *, adds: bool) -> str:
    """A JSON pointer, as JSON Patch has it, as a path of the view; other paths as they are."""
    steps = path.split("/")[1:]
    if not path.startswith("/") or not all(steps):
        return path
    keys = [step.replace("~1", "/").replace("~0", "~") for step in steps]
    if keys[-1] == "-" and adds and len(keys) > 1:
        keys.pop()  # the end of the list, where all that is added goes
    return format_path([_step(key, before) for key, before in zip(keys, ["", *keys], strict=False)])


def _step(key: str, before: str) -> Step:
    if before in _LISTS and _POSITION.fullmatch(key):
        return Step(int(key), "index")
    return Step(key, "ref" if before in _LISTS and _REF.fullmatch(key) else "key")
