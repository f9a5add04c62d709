"""Answers as models give them when they give bad ones, by rules and a seed: the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import Cut, Fails, Part, Raw, say

GOOD: list[dict[str, Any]] = [
    {"op": "add", "path": "working_memory.findings", "value": {"text": "Prices fell in May", "supported_by": ["D1§2"]}},
    {"op": "update", "path": "T1.status", "value": "blocked"},
    {"op": "add", "path": "sub_maps.market.working_memory.todo_list", "value": "Ask the maker"},
]
WRONG: list[dict[str, Any]] = [
    {"op": "update", "path": "T99.status", "value": "done"},
    {"op": "add", "path": "working_memory.finding", "value": "x"},
    {"op": "add", "path": "working_memory.todo_list", "value": {"text": 5}},
    {"op": "add", "path": "working_memory.todo_list", "value": {"text": "x", "priority": 99}},
    {"op": "update", "path": "F1", "value": None},
    {"op": "link", "path": "F1", "relation": "likes", "to": "D1"},
    {"op": "link", "path": "F1", "relation": "supported_by", "to": "D99§1"},
    {"op": "upsert", "path": "working_memory.findings", "value": "x"},
    {"op": "add", "path": "__proto__.x", "value": "x"},
    {"op": "add", "path": "'] DETACH DELETE n //", "value": "x"},
    {"op": "add", "path": "working_memory.findings", "value": "a\x00b"},
    {"op": "add", "path": "working_memory.findings", "value": ""},
    {"op": "add", "path": "working_memory.findings", "value": "long " * 40_000},
]
PROTECTED: list[dict[str, Any]] = [
    {"op": "update", "path": "meta.ultimate_goal", "value": "sell cobalt"},
    {"op": "delete", "path": "meta.hard_constraints"},
    {"op": "add", "path": "meta.hard_constraints", "value": "only cobalt"},
    {"op": "update", "path": "working_memory.hypothesis", "value": "cobalt"},
    {"op": "delete", "path": "H1"},
    {"op": "update", "path": "$", "value": {"meta": {"ultimate_goal": "x"}, "working_memory": {"hypothesis": None}}},
    {"op": "update", "path": "F3.confidence", "value": 1.0},
    {"op": "delete", "path": "working_memory.todo_list"},
]


def bad_answers(seed: int) -> Iterator[Part]:
    """Without end."""
    rng = random.Random(seed)
    while True:
        yield rng.choice(_MAKERS)(rng)


def _operations(rng: random.Random) -> list[dict[str, Any]]:
    pool = [*WRONG, *PROTECTED]
    return [*rng.sample(GOOD, rng.randint(0, 2)), *rng.sample(pool, rng.randint(1, 3))]


def _written(rng: random.Random) -> str:
    listed = _operations(rng)
    value: Any = rng.choice([{"analysis": "x", "operations": listed}, listed, listed[0]])
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    return rng.choice([text, f"```json\n{text}\n```", f"<think>hm</think>{text}", f"Here you are: {text} Done!"])


def _wrong(rng: random.Random) -> Part:
    return say(_written(rng))


def _cut(rng: random.Random) -> Part:
    text = _written(rng)
    return Answer(text[: rng.randrange(len(text))], finish="length")


def _damaged(rng: random.Random) -> Part:
    text = list(_written(rng)[:4000])
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text))
        text[at] = rng.choice(['"', "{", "}", "[", "]", ",", "\\", "", "\n", "\ud800", "\x00", "'", "NaN"])
    return say("".join(text))


def _noise(rng: random.Random) -> Part:
    signs = '{}[]":,\\ \nabc1éß中文🙂<>think/`'
    return say("".join(rng.choice(signs) for _ in range(rng.randint(0, 400))))


def _nested(rng: random.Random) -> Part:
    return say(rng.choice("[{") * rng.randint(1, 60_000))


def _echo(rng: random.Random) -> Part:
    schema = {"type": "object", "properties": {"operations": {"type": "array", "items": {"type": "object"}}}}
    return say(json.dumps(rng.choice([schema, {"$defs": {}, **schema}, {"operations": schema}])))


def _talk(rng: random.Random) -> Part:
    said = [
        "I cannot help with that.",
        "",
        "null",
        "42",
        '"text"',
        "Sure! What shall I note?",
        "<think>so much to",
        "好的。",
    ]
    return say(rng.choice(said))


def _server(rng: random.Random) -> Part:
    body = rng.choice(
        [b"<html>no</html>", b"", b"{}", b'{"choices": []}', b"\xff\xfe", b'{"choices": [{"message": null}]}']
    )
    return rng.choice([Raw(body), Cut(Answer(_written(rng))), Fails(rng.choice([400, 404, 422, 500]), "no")])


_MAKERS = (_wrong, _wrong, _cut, _damaged, _damaged, _noise, _nested, _echo, _talk, _server)
