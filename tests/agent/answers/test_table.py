"""Answers as models give them, and what must come out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from peek_graph.agent.answers import read_answer

TODO = {"op": "add", "path": "working_memory.todo_list", "value": "read D3"}
ZH = {"op": "add", "path": "working_memory.findings", "value": "能量密度为 250 Wh/kg"}
GONE = {"op": "delete", "path": "working_memory.todo_list[T1]"}
A, Z, G = (json.dumps(one, ensure_ascii=False) for one in (TODO, ZH, GONE))
BOTH = f"[{A}, {Z}]"


def add(value: Any, path: str = "p") -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


WHOLE: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("bare list", BOTH, [TODO, ZH]),
    ("fence", f"```json\n{BOTH}\n```", [TODO, ZH]),
    ("fence of tildes", f"~~~\n{BOTH}\n~~~", [TODO, ZH]),
    ("unclosed fence", f"```\n{BOTH}", [TODO, ZH]),
    ("one line in backticks", f"`{BOTH}`", [TODO, ZH]),
    ("two fences, one operation each", f"```json\n{A}\n```\n```json\n{Z}\n```", [TODO, ZH]),
    ("numbered steps", f"1. Add a todo:\n```json\n{A}\n```\n2. Note it:\n```json\n{Z}\n```", [TODO, ZH]),
    ("chatter", f"Sure! Here are the operations:\n\n{BOTH}\n\nLet me know if you need more.", [TODO, ZH]),
    ("chatter, Chinese", f"好的，以下是操作：\n{BOTH}\n希望对你有帮助！", [TODO, ZH]),
    ("brackets in the chatter", f"As [1] and {{energy}} say [see (2)]:\n{BOTH}", [TODO, ZH]),
    ("a link in the chatter", f"See [the paper](http://x.org/[1]).\n{BOTH}", [TODO, ZH]),
    ("a check box", f"- [ ] look\n- [x] write\n{BOTH}", [TODO, ZH]),
    ("think", f"<think>Maybe [{G}]? No.</think>\n{BOTH}", [TODO, ZH]),
    ("think with attributes", f'<THINKING type="x">[{G}]</THINKING>{BOTH}', [TODO, ZH]),
    ("thoughts begun in the prompt", f"Maybe [{G}]?\n</think>\n\n{BOTH}", [TODO, ZH]),
    ("thoughts of Mistral's", f"[THINK]{G}[/THINK]{BOTH}", [TODO, ZH]),
    (
        "channels",
        f"<|channel|>analysis<|message|>{G}<|end|><|start|>assistant<|channel|>final<|message|>{BOTH}",
        [TODO, ZH],
    ),
    ("a tag in a text", json.dumps([add("the <think> tag, and </think>")]), [add("the <think> tag, and </think>")]),
    ("trailing commas", '[{"op":"add","path":"p","value":[1,2,],},]', [add([1, 2])]),
    (
        "single quotes, Python",
        "[{'op': 'add', 'path': 'p', 'value': {'a': True, 'b': None, 'c': (1, 2)}}]",
        [add({"a": True, "b": None, "c": [1, 2]})],
    ),
    ("a tuple around", "({'op': 'add', 'path': 'p', 'value': 1},)", [add(1)]),
    ("escaped apostrophe", r"[{'op':'add','path':'p','value':'it\'s'}]", [add("it's")]),
    ("escaped apostrophe in double quotes", r'[{"op":"add","path":"p","value":"it\'s"}]', [add("it's")]),
    ("keys without quotes", '{op: "add", path: "p", value: {max_words: 3}}', [add({"max_words": 3})]),
    (
        "comments",
        '[ // two "of" them\n{"op":"add", # it\'s\n"path":"p", /* , */ "value":"http://x#y"}]',
        [add("http://x#y")],
    ),
    ("raw line ends", '[{"op":"add","path":"p","value":"one\ntwo\tthree"}]', [add("one\ntwo\tthree")]),
    ("typographic quotes", "[{“op”: “add”, “path”: “p”, “value”: “x”}]", [add("x")]),
    ("both turned the same way", "[{”op”: ”add”, ”path”: ”p”, ”value”: ”x”}]", [add("x")]),
    ("typographic quotes in a text", '[{"op":"add","path":"p","value":"他说“是”"}]', [add("他说“是”")]),
    ("full-width punctuation", '［｛"op"："add"，"path"："p"，"value"："是，的"｝］', [add("是，的")]),
    ("byte order mark and NUL", f"\ufeff\0{BOTH}\0", [TODO, ZH]),
    ("equal keys twice", '[{"op":"add","op":"add","path":"p","value":1}]', [add(1)]),
    ("missing comma between objects", f"[{A} {Z}]", [TODO, ZH]),
    ("a bracket too many", f"{BOTH}]", [TODO, ZH]),
    ("numbers in other spelling", '[{"op":"add","path":"p","value":[+1, .5, 2.]}]', [add([1, 0.5, 2.0])]),
    ("one object", A, [TODO]),
    ("list in a list", f"[[{A}], [{Z}]]", [TODO, ZH]),
    ("wrapped", f'{{"analysis": "new", "operations": {BOTH}}}', [TODO, ZH]),
    ("wrapped twice", f'{{"result": {{"operations": {BOTH}}}}}', [TODO, ZH]),
    ("wrapped, Chinese", f'{{"分析": "新", "操作": {BOTH}}}', [TODO, ZH]),
    ("lines", f"{A}\n{Z}\n", [TODO, ZH]),
    ("lines with commas", f"{A},\n{Z}", [TODO, ZH]),
    ("numbered keys", f'{{"operation_1": {A}, "operation_2": {Z}}}', [TODO, ZH]),
    ("a call", json.dumps({"name": "update_context_map", "arguments": json.dumps({"operations": [TODO]})}), [TODO]),
    ("a call, arguments as object", json.dumps({"name": "f", "parameters": {"operations": [TODO]}}), [TODO]),
    ("calls", json.dumps({"tool_calls": [{"type": "function", "function": {"name": "f", "arguments": A}}]}), [TODO]),
    (
        "tagged calls",
        f'<tool_call>{{"name":"f","arguments":{A}}}</tool_call>\n<tool_call>{{"name":"f","arguments":{Z}}}</tool_call>',
        [TODO, ZH],
    ),
    ("ReAct", f'Thought: note it\nAction: update_context_map\nAction Input: {{"operations": {BOTH}}}', [TODO, ZH]),
    ("Python call", f"update_context_map(operations={BOTH})", [TODO, ZH]),
    ("JSON in a text", json.dumps(BOTH), [TODO, ZH]),
    ("op as object", f'{{"operation": {A}}}', [TODO]),
    ("op as key", '{"add": {"path": "p", "value": 1}}', [add(1)]),
    ("other keys", '{"operation":"insert","target":"p","content":1,"rationale":"r"}', [{**add(1), "reason": "r"}]),
    ("other keys, capitals", '{"Action":"ADD","Location":"p","New Value":1}', [add(1)]),
    ("keys, Chinese", '{"操作":"新增","路径":"p","值":1,"理由":"新"}', [{**add(1), "reason": "新"}]),
    ("a word of its own", '{"op":"add","type":"todo","path":"p","value":1}', [{**add(1), "type": "todo"}]),
    (
        "empty keys of a schema",
        '{"op":"delete","path":"p","value":null,"to":"","relation":null}',
        [{"op": "delete", "path": "p"}],
    ),
    (
        "JSON Patch, end of list",
        '[{"op":"add","path":"/working_memory/todo_list/-","value":1}]',
        [add(1, "working_memory.todo_list")],
    ),
    (
        "JSON Patch, position",
        '[{"op":"remove","path":"/working_memory/todo_list/2"}]',
        [{"op": "delete", "path": "working_memory.todo_list[2]"}],
    ),
    (
        "JSON Patch, escaped",
        '[{"op":"replace","path":"/documents/a~1b/summary","value":"s"}]',
        [{"op": "update", "path": "documents['a/b'].summary", "value": "s"}],
    ),
    (
        "JSON Patch, move",
        '[{"op":"move","from":"/working_memory/todo_list/0","path":"/sub_maps/x"}]',
        [{"op": "move", "path": "working_memory.todo_list[0]", "to": "sub_maps.x"}],
    ),
    (
        "link by source and target",
        '{"op":"link","source":"F1","target":"D3","relation":"supported_by"}',
        [{"op": "link", "path": "F1", "to": "D3", "relation": "supported_by"}],
    ),
    ("final one marked", f"Draft:\n[{G}]\n\nFinal answer:\n{BOTH}", [TODO, ZH]),
    ("final one marked, Chinese", f"初稿：\n[{G}]\n最终答案：\n```json\n{BOTH}\n```", [TODO, ZH]),
    ("the same twice", f"{BOTH}\nI repeat:\n{BOTH}", [TODO, ZH]),
    (
        "the schema, then it",
        f'{{"type":"object","properties":{{"operations":{{"type":"array"}}}}}}\n{BOTH}',
        [TODO, ZH],
    ),
    ("an aside with nothing", f"If there were nothing new, [] would do. But:\n{BOTH}", [TODO, ZH]),
    ("lone surrogate", '[{"op":"add","path":"p","value":"\\ud800"}]', [add("\ud800")]),
    ("a pair of surrogates", '[{"op":"add","path":"p","value":"\\ud83d\\ude00"}]', [add("😀")]),
]

NOTHING = [
    "[]",
    "{}",
    '{"operations": []}',
    '{"analysis":"nothing new","operations":[]}',
    "```json\n[]\n```",
    "There is nothing new: []",
    "没有新信息。\n[]",
    '{"result": {"operations": null}}',
    "<think>hm</think>[]",
]

LATEX = [
    (r"\alpha and \(x\) at 5\%", r"\alpha and \(x\) at 5\%"),
    (r"\frac{a}{b}, \beta, \bar x", r"\frac{a}{b}, \beta, \bar x"),
    (r"\theta \times \rho \rightarrow \nabla \neq", r"\theta \times \rho \rightarrow \nabla \neq"),
    (r"\text{V}", r"\text{V}"),
    (r"$\nu$ and $\tau_0$", r"$\nu$ and $\tau_0$"),
    (r"\\alpha", r"\alpha"),
    (r"\underline{x} \u03b1", r"\underline{x} α"),
    (r"line\nnote\tto: \"x\"", 'line\nnote\tto: "x"'),
    (r"one\nu is", "one\nu is"),
    (r"C:\data\x41", r"C:\dataA"),
]

REFUSED = [
    ("empty", "", "empty"),
    ("blank fence", "```json\n```", "empty"),
    ("only thoughts", f"<think>[{A}]</think>", "thoughts"),
    ("unclosed thoughts", f"<think>so [{A}]", "thoughts"),
    ("refusal", "I'm sorry, I cannot help with that.", "no_json"),
    ("refusal, Chinese", "抱歉，我无法回答。", "no_json"),
    ("prose", "Add a todo [1] to the list.", "no_json"),
    ("the schema", '{"type":"object","properties":{"operations":{"type":"array","items":{}}}}', "schema"),
    ("its inner schema", '{"op":{"type":"string","enum":["add"]},"path":{"type":"string"}}', "schema"),
    ("unclear op", '{"op":"upsert","path":"p","value":1}', "unknown_op"),
    ("merge", '[{"op":"merge","path":"p","value":1}]', "unknown_op"),
    ("choice of ops", '[{"op":"add|update|delete","path":"…","value":"…"}]', "unknown_op"),
    ("two ops", '{"operation":"add","action":"delete","path":"p"}', "ambiguous"),
    ("two values", '{"op":"add","path":"p","content":1,"data":2}', "ambiguous"),
    ("duplicate keys that differ", '[{"op":"add","path":"p","value":1,"value":2}]', "ambiguous"),
    ("two wrappers", f'{{"operations":[{A}],"updates":[{G}]}}', "ambiguous"),
    ("two answers", f"[{A}]\nor\n[{G}]", "ambiguous"),
    ("the first is the final one", f"Final:\n[{A}]\nDraft:\n[{G}]", "ambiguous"),
    ("not the final one", f"Draft:\n[{A}]\nThis is not the final one:\n[{G}]", "ambiguous"),
    ("denied", f"I would not add {A}.", "ambiguous"),
    ("denied, Chinese", f"不要执行 {A}", "ambiguous"),
    ("NaN", '[{"op":"add","path":"p","value":NaN}]', "no_json_value"),
    ("Infinity, deep", '[{"op":"add","path":"p","value":{"a":[-Infinity]}}]', "no_json_value"),
    ("a bare word", '[{"op":"add","path":"p","value":yes}]', "no_json_value"),
    ("leading zero", '[{"op":"add","path":"p","value":007}]', "no_json_value"),
    ("too large a number", '[{"op":"add","path":"p","value":1e999}]', "no_json_value"),
    ("quotes in quotes", '[{"op":"add","path":"p","value":"he said "yes" to it"}]', "broken"),
    (
        "an operation in a broken text",
        '[{"op":"add","path":"p","value":"he "{"op":"delete","path":"D1"}" wrote"}]',
        "broken",
    ),
    ("an apostrophe", "[{'op':'add','path':'p','value':'it's here'}]", "broken"),
    ("LaTeX or a line", r'[{"op":"add","path":"p","value":"\alpha\nu"}]', "ambiguous"),
    ("other JSON", '{"energy": 250}', "not_operations"),
    ("analysis alone", '{"analysis": "nothing new"}', "not_operations"),
    ("cut in the first", '[{"op":"add","path":"p","value":"half of a val', "cut"),
    ("cut number", '{"op":"add","path":"p","value":12', "cut"),
    ("cut after key", '{"operations": [{"op":', "cut"),
]


@pytest.mark.parametrize(("text", "operations"), [row[1:] for row in WHOLE], ids=[row[0] for row in WHOLE])
def test_what_is_certain_is_understood(text: str, operations: list[dict[str, Any]]) -> None:
    read = read_answer(text)
    assert (list(read.operations), read.problems, read.whole) == (operations, (), True)


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_to_do_is_an_answer(text: str) -> None:
    read = read_answer(text)
    assert (read.operations, read.problems, read.whole) == ((), (), True)


@pytest.mark.parametrize(("written", "meant"), LATEX)
def test_backslashes_are_those_that_were_meant(written: str, meant: str) -> None:
    assert read_answer(f'[{{"op":"add","path":"p","value":"{written}"}}]').operations == (add(meant),)


@pytest.mark.parametrize(("text", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_not_certain_is_reported(text: str, code: str) -> None:
    read = read_answer(text)
    assert read.operations == ()
    assert code in [problem.code for problem in read.problems]
    assert all(problem.reason and problem.excerpt.isprintable() for problem in read.problems)


@pytest.mark.parametrize("end", range(len(BOTH)))
def test_a_cut_answer_has_what_was_whole(end: int) -> None:
    read = read_answer(BOTH[:end])
    whole = [TODO] if len(A) < end else []
    whole += [ZH] if end > len(A) + 2 + len(Z) else []
    assert list(read.operations) == whole
    assert not read.whole or (end == 0 and read.problems)


def test_good_ones_beside_a_bad_one_are_kept() -> None:
    read = read_answer(f'[{A}, {{"op":"upsert","path":"p"}}, 7, {Z}]')
    assert read.operations == (TODO, ZH)
    assert [problem.code for problem in read.problems] == ["unknown_op", "not_operations"]
    read = read_answer(f'[{A}, {{"op":"add","path":"p","value":"a "b" c"}}, {G}]')
    assert (read.operations, [problem.code for problem in read.problems]) == ((TODO,), ["broken"])


def test_an_example_of_the_prompt_is_no_answer() -> None:
    prompt = f"Answer like this:\n```json\n{BOTH}\n```\nor, if nothing is new:\n[]"
    read = read_answer(f"```json\n{BOTH}\n```", examples=[prompt])
    assert (read.operations, [problem.code for problem in read.problems]) == ((), ["example"])
    assert read_answer("[]", examples=[prompt]).problems == ()
    read = read_answer(f"{BOTH}\nAnd now mine:\n[{G}]", examples=[prompt])
    assert read.operations == (GONE,)
    read = read_answer(f"[{Z}, {G}]", examples=[prompt])
    assert (read.operations, [problem.code for problem in read.problems]) == ((GONE,), ["example"])


def test_analysis_is_what_was_said_beside() -> None:
    assert read_answer(f'{{"analysis": "confirms F1", "operations": [{A}]}}').analysis == "confirms F1"
    assert read_answer(f"It confirms F1.\n```json\n[{A}]\n```").analysis == "It confirms F1."
