"""Reads a step's answer: its parts under their names, in whatever form a model gives them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

Part = Literal["analysis", "decision", "output", "next", "outcome", "done"]

_NAMES: Final[Mapping[str, Part]] = {
    **dict.fromkeys(("analysis", "thought", "reasoning", "分析", "思考", "推理"), "analysis"),
    **dict.fromkeys(("decision", "key decision", "key_decision", "决定", "决策", "關鍵決定", "决断"), "decision"),
    **dict.fromkeys(("output", "answer", "final answer", "输出", "回答", "答案", "輸出"), "output"),
    **dict.fromkeys(
        ("next", "next step", "next steps", "next_step_triggers", "next step triggers", "下一步", "后续", "接下来"),
        "next",
    ),
    **dict.fromkeys(("outcome", "result status", "结果", "成败"), "outcome"),
    **dict.fromkeys(("done", "finished", "task done", "完成", "是否完成"), "done"),
}
_LAST: Final = frozenset({"next", "outcome", "done"})
_WORDS: Final = "|".join(re.sub("[ _]", "[ _]", name) for name in sorted(_NAMES, key=len, reverse=True))
# A name at a line's beginning, in any markup; without a colon it has to stand alone and marked.
_HEAD: Final = re.compile(
    rf"^[ \t]{{0,8}}(?P<mark>(?:[#>*_`【\[「-]|\d{{1,2}}[.)、]){{0,8}})[ \t]{{0,4}}(?P<mark2>[#*_`【\[「]{{0,4}})"
    rf"(?P<name>{_WORDS})[ \t]{{0,4}}(?P<close>[*_`】\]」]{{0,4}})"
    rf"[ \t]{{0,4}}(?:(?P<colon>[:：])[ \t]{{0,4}}[*_`]{{0,4}}|(?P<end>$))",
    re.IGNORECASE | re.MULTILINE,
)
_ANSWER: Final = re.compile(r"^[ \t*_`#]*Answer[*_`]*[ \t]*[:：][*_`]*", re.IGNORECASE | re.MULTILINE)
_THINK_ENDS: Final = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_FENCE: Final = re.compile(r"^\s*```[a-zA-Z]*\s*\n(.*?)\n?```\s*$", re.DOTALL)
# The first word decides; where it is none of these, what is said after it, but for what is denied.
_OK: Final = re.compile(
    r"\W*(?:ok(?:ay)?\b|success|succeed|passed\b|done\b|fine\b|成功(?!率)|正常|完成|通过)", re.IGNORECASE
)
_FAILED: Final = re.compile(
    r"fail|error|unsuccess|not ok|not (?:a )?success|失败|失敗|错误|未成功|不成功|没有?成功", re.IGNORECASE
)
_SUCCEEDED: Final = re.compile(r"\bok\b|success|成功|正常", re.IGNORECASE)
_NO_FAILURE: Final = re.compile(
    r"\b(?:no|not|non|never|nothing|without|zero|0|any|neither)[\s-]+(?:\w+[\s-]+)?(?:fail|error)\w*"
    r"(?:\s+(?:or|nor|and)\s+(?:fail|error)\w*)*|(?:没有?|无|未|并?非)(?:任何|出现|发生|发现)*(?:失败|错误|失敗)",
    re.IGNORECASE,
)
_YES: Final = re.compile(r"\W*(?:yes\b|true\b|done\b|finished\b|completed?\b|1\b|是|已|完成|对)", re.IGNORECASE)
_DENIES: Final = re.compile(
    r"\b(?:no|not|never|un\w*finished|incomplete|yet|but|except|until|unless|only|part(?:ly|ially)?|almost|nearly|remain\w*)\b"
    r"|n't\b|不|没|未|否|尚|还|但|除了|部分|几乎|剩",
    re.IGNORECASE,
)
_NO_MORE: Final = re.compile(
    r"\b(?:no|not any|without)\s+(?:further|more|other|additional|open|remaining)\b[^.;,]*"
    r"|\bnothing\s+(?:else|more|(?:is\s+)?left|remains)\b[^.;,]*|(?:没有?|无)(?:其[他它]|更多|剩余|遗留)[^。；，]*|无需|不需要|不用",
    re.IGNORECASE,
)
_NOTHING: Final = frozenset({"", "none", "nothing", "n/a", "-", "无", "没有", "null"})


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a step said; ``outcome`` is None if it did not say."""

    analysis: str = ""
    decision: str = ""
    output: str = ""
    next: str = ""
    outcome: Literal["ok", "failed"] | None = None
    done: bool = False


def read_step(text: str) -> Spoken:
    """The parts of an answer; one without any is all output."""
    said = without_thinking(text)
    fenced = _FENCE.match(said)
    inner = fenced[1].strip() if fenced else said
    parts = _from_json(inner)
    if parts is None:
        parts = _from_headings(_answered(inner))
    if not parts:
        return Spoken(output=said)
    if not parts.get("output"):
        parts["output"] = parts.get("", "") or _whole_but_last(inner, parts)
    return Spoken(
        analysis=parts.get("analysis", ""),
        decision=parts.get("decision", ""),
        output=parts["output"],
        next="" if parts.get("next", "").strip(" .。").casefold() in _NOTHING else parts["next"],
        outcome=_outcome(parts.get("outcome", "")),
        done=_done(parts.get("done", "")),
    )


def without_thinking(text: str) -> str:
    """``text`` without what a model thought aloud before it; a thought that never ends is all there is, and stays."""
    bare = _THINK_ENDS.split(text)[-1].strip()
    return (bare or text).strip().removeprefix("<think>").removeprefix("<thinking>").strip()


def _from_json(text: str) -> dict[str, str] | None:
    start, end = text.find("{"), text.rfind("}")
    # Only an answer that is an object: one that has some JSON in it may mean it as its output.
    if start != 0 or end != len(text) - 1:
        return None
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    found: dict[str, str] = {
        _NAMES[key.casefold().strip()]: _text(item) for key, item in value.items() if key.casefold().strip() in _NAMES
    }
    return found or None


def _answered(text: str) -> str:
    """Without the frame of ReAct, where the parts that were asked for are in it."""
    found = _ANSWER.search(text)
    return text[found.end() :] if found and _HEAD.search(text, found.end()) else text


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "\n".join(value)
    return json.dumps(value, ensure_ascii=False)


def _from_headings(text: str) -> dict[str, str]:
    chosen: dict[str, re.Match[str]] = {}
    for found in _HEAD.finditer(text):
        if found["end"] is not None and not (found["mark"] or found["mark2"] or found["name"].isupper()):
            continue  # a line that happens to be such a word
        part: str = _NAMES[" ".join(found["name"].casefold().replace("_", " ").split())] if found["name"] else "output"
        # What is asked for last is found last: the output itself may have lines that begin so.
        if part in _LAST or part not in chosen:
            chosen[part] = found
    places = sorted((found.start(), found.end(), part) for part, found in chosen.items())
    parts: dict[str, str] = {}
    for number, (_, begin, part) in enumerate(places):
        end = places[number + 1][0] if number + 1 < len(places) else len(text)
        parts[part] = text[begin:end].strip()
    if places and (before := text[: places[0][0]].strip()):
        parts[""] = before
    return parts


def _whole_but_last(text: str, parts: Mapping[str, str]) -> str:
    """Where no output is named: what was decided or analysed is all that can be shown."""
    return parts.get("decision") or parts.get("analysis") or ("" if set(parts) & _LAST else text)


def _outcome(text: str) -> Literal["ok", "failed"] | None:
    first = _first_line(text)
    if _OK.match(first):
        return "ok"
    said = _NO_FAILURE.sub(" ok ", first)
    if _FAILED.search(said):
        return "failed"
    return "ok" if _SUCCEEDED.search(said) else None


def _done(text: str) -> bool:
    """Only a plain yes is one: going on costs a step, stopping the work."""
    first = _first_line(text)
    return bool(_YES.match(first)) and not _DENIES.search(_NO_MORE.sub(" ", first))


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0]
