"""From a JSON value to the operations in it: lists, wrappers, calls of tools, nothing at all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from peek_graph.agent.answers.operations import excerpt_of, has_form, in_form, op_named
from peek_graph.agent.answers.parsing import Parsed, parse
from peek_graph.agent.answers.records import Problem, ProblemCode, Unsure

Kind = Literal[
    "operations",  # a list or wrapper of them, also an empty one
    "one",  # a single one, bare
    "call",  # the call of a tool with them
    "schema",
    "other",
]

_WRAPPERS: Final = frozenset(
    (
        *("operations", "ops", "operation", "changes", "updates", "edits", "actions", "patch", "patches", "items"),
        *("context_map_updates", "update_context_map", "context_map_operations"),
        *("result", "results", "output", "answer", "final_answer", "response", "data", "json", "final"),
        *("操作", "操作列表", "更新", "结果", "输出", "答案"),
    )
)
_ANALYSES: Final = frozenset(
    ("analysis", "thought", "thoughts", "thinking", "reasoning", "explanation", "rationale", "分析", "思考", "推理")
)
_NAMES: Final = frozenset(("name", "tool", "tool_name", "function", "function_name", "action", "recipient_name"))
_ARGUMENTS: Final = frozenset(("arguments", "args", "parameters", "params", "input", "tool_input", "action_input"))
_CALLS: Final = frozenset(("tool_calls", "tool_call", "function_call", "function", "calls", "tool_uses"))
_SCHEMA: Final = frozenset(
    ("$schema", "$defs", "$ref", "properties", "enum", "anyof", "oneof", "additionalproperties", "json_schema")
)
_NUMBERED: Final = re.compile(r"(?:op|operation|item|操作)?[ _-]?[0-9]{1,4}", re.IGNORECASE)
# Texts of JSON in JSON, as arguments of a call are: no server nests more.
_LAYERS: Final = 3


@dataclass(slots=True)
class Reading:
    """The operations that a value has, as ``kind``; ``lost``: some of them were not understood."""

    kind: Kind = "other"
    operations: list[dict[str, Any]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    analysis: str = ""

    @property
    def answers(self) -> bool:
        """Whether it is an answer at all, be it a bad one."""
        return self.kind in ("operations", "one", "call")


def read_value(parsed: Parsed, *, layer: int = 0) -> Reading:
    """What a value says; what no bracket closed in it gives no operation."""
    code: ProblemCode = "cut" if parsed.state == "cut" else "broken"
    return _Reader(parsed.opened, code, layer).read(parsed.value)


@dataclass(slots=True)
class _Reader:
    opened: frozenset[int]
    code: ProblemCode
    layer: int

    def read(self, value: Any) -> Reading:
        if isinstance(value, list):
            return self._list(value)
        if isinstance(value, dict):
            return self._dictionary(value)
        if isinstance(value, str) and self.layer < _LAYERS:
            return self._text(value)
        return Reading()

    def _text(self, text: str) -> Reading:
        """JSON in a text; only if it is all of it, and whole."""
        start = len(text) - len(text.lstrip())
        if text[start : start + 1] not in ("{", "["):
            return Reading()
        parsed = parse(text, start)
        if text[parsed.end :].strip() or parsed.state != "whole":
            cut = Problem("JSON in a text, which cannot be read", excerpt_of(text), "broken")
            return Reading("call", problems=[cut]) if parsed.keyed else Reading()
        return read_value(parsed, layer=self.layer + 1)

    def _list(self, items: list[Any]) -> Reading:
        read = [self.read(item) for item in items]
        if items and not any(one.answers for one in read):
            # As schemas are, in a list; a list of anything else is no answer.
            kinds = {one.kind for one in read}
            return Reading("schema" if kinds == {"schema"} else "other", problems=_problems(read))
        made = Reading("operations", problems=[])
        for item, one in zip(items, read, strict=True):
            made.operations += one.operations
            made.problems += one.problems
            made.analysis = made.analysis or one.analysis
            if not one.answers:
                made.problems.append(_stray(item, one))
        return made

    def _dictionary(self, item: Mapping[str, Any]) -> Reading:
        if not item:
            return Reading("operations")
        formed = has_form(item) and not any(isinstance(value, (dict, list)) for value in _under(item, _OP_KEYS))
        if not formed and (found := self._nested(item)) is not None:
            return found
        if id(item) in self.opened:
            # What is only begun can become anything.
            reason = "its end is missing" if self.code == "cut" else "it cannot be read to its end"
            return Reading("one", problems=[Problem(reason, excerpt_of(item), self.code)])
        if _is_schema(item):
            return Reading("schema")
        if formed:
            form = in_form(item)
            return Reading("one", problems=[form]) if isinstance(form, Problem) else Reading("one", [form])
        if any(op_named(value) for value in _under(item, _OP_KEYS)):
            return Reading("one", problems=[Problem("an operation without a path", excerpt_of(item), "not_operations")])
        return Reading(analysis=_analysis(item))

    def _nested(self, item: Mapping[str, Any]) -> Reading | None:
        """The operations that stand somewhere under a key; None if there are none, and none were meant."""
        for way in (self._call, self._wrapped, self._keyed_by_op, self._numbered):
            if (reading := way(item)) is not None:
                reading.analysis = reading.analysis or _analysis(item)
                return reading
        return None

    def _call(self, item: Mapping[str, Any]) -> Reading | None:
        named = any(isinstance(value, str) for value in _under(item, _NAMES))
        if named and (arguments := _under(item, _ARGUMENTS)) and len(arguments) == 1:
            reading = self.read(arguments[0])
            reading.kind = "call" if reading.answers else reading.kind
            return reading if reading.answers else None
        for calls in _under(item, _CALLS):
            if isinstance(calls, (list, dict)) and calls:
                reading = self.read(calls)
                if reading.answers:
                    reading.kind = "call"
                    return reading
        return None

    def _wrapped(self, item: Mapping[str, Any]) -> Reading | None:
        read: list[tuple[str, Reading]] = []
        for key, value in item.items():
            if _folded(key) not in _WRAPPERS:
                continue
            if isinstance(value, Unsure):
                read.append((key, Reading("operations", problems=[value.problem()])))
            elif value is None or (isinstance(value, str) and value.strip() in ("", "[]")):
                read.append((key, Reading("operations")))
            elif (reading := self.read(value)).answers:
                reading.kind = "operations"
                read.append((key, reading))
        said = [(key, reading) for key, reading in read if reading.operations or reading.problems] or read[:1]
        if len(said) > 1:
            keys = " and ".join(repr(key) for key, _ in said)
            return Reading("operations", problems=[Problem(f"operations in {keys}", excerpt_of(item), "ambiguous")])
        return said[0][1] if said else None

    def _keyed_by_op(self, item: Mapping[str, Any]) -> Reading | None:
        """{"add": {"path": …, "value": …}}; with more than one key, nobody knows their order."""
        keys = [key for key in item if _folded(key) not in _ANALYSES]
        if len(keys) != 1 or op_named(keys[0]) is None:
            return None
        inner = item[keys[0]]
        items = inner if isinstance(inner, list) else [inner]
        if not items or not all(isinstance(one, dict) and "path" in one and not has_form(one) for one in items):
            return None
        if any(id(one) in self.opened for one in items):
            return None
        return self._list([{"op": keys[0], **one} for one in items])

    def _numbered(self, item: Mapping[str, Any]) -> Reading | None:
        if not all(isinstance(value, dict) and _NUMBERED.fullmatch(key.strip()) for key, value in item.items()):
            return None
        reading = self._list(list(item.values()))
        return reading if reading.answers else None


_OP_KEYS: Final = frozenset(("op", "operation", "action", "type", "操作"))


def _stray(item: Any, reading: Reading) -> Problem:
    if isinstance(item, Unsure):
        return item.problem()
    if reading.kind == "schema":
        return Problem("the schema, and no operation", excerpt_of(item), "schema")
    return Problem("it is no operation", excerpt_of(item), "not_operations")


def _problems(read: list[Reading]) -> list[Problem]:
    return [problem for one in read for problem in one.problems]


def _under(item: Mapping[str, Any], keys: frozenset[str]) -> list[Any]:
    return [value for key, value in item.items() if _folded(key) in keys]


def _folded(key: str) -> str:
    return key.strip().casefold().replace(" ", "_").replace("-", "_")


def _analysis(item: Mapping[str, Any]) -> str:
    return next((value for value in _under(item, _ANALYSES) if isinstance(value, str)), "")


def _is_schema(item: Mapping[str, Any]) -> bool:
    """A schema: one of its words, or keys of an operation with the description of a value for each."""
    if item.get("type") in ("object", "array") and not has_form(item):
        return True
    return any(_folded(key) in _SCHEMA for key in item) or (
        has_form(item) and any(_describes(value) for value in _under(item, _OP_KEYS | {"path"}))
    )


def _describes(value: Any) -> bool:
    return isinstance(value, dict) and not {"type", "enum", "description", "const"}.isdisjoint(value)
