"""Lines of the loop's own that a model sees between outside texts; whole prompts are templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class LoopWords:
    """One language."""

    cut: str
    earlier: str
    no_calls_left: str
    tool_failed: str
    empty_result: str
    go_on: str
    no_answer: str
    no_end: str
    opened: str
    switched: str
    closed: str
    answered: str
    phase_begins: str


WORDS: Final[Mapping[Literal["en", "zh"], LoopWords]] = {
    "en": LoopWords(
        cut="[cut here: {missing:,} of {whole:,} characters are not shown]",
        earlier="[{number} earlier messages are not shown; what is new in them is in the map]",
        no_calls_left="There are no calls left in this step. Answer now with what you have; go on in the next step.",
        tool_failed="The tool {name} failed: {error}",
        empty_result="(the tool gave nothing back)",
        go_on="Go on with what is open, the most important first.",
        no_answer="the model said nothing",
        no_end="no answer after {calls} calls of tools",
        opened="Phase {key} is open, and what you do is recorded in it.",
        switched="Phase {key} is the one at work now.",
        closed="Phase {key} is closed. Its summary: {summary}",
        answered="thought about: {input}",
        phase_begins="The phase {title} is at work. Say DONE: yes when it is done. The task: {task}",
    ),
    "zh": LoopWords(
        cut="[此处截断：全文 {whole:,} 字符，有 {missing:,} 字符未显示]",
        earlier="[更早的 {number} 条消息未显示；其中的新内容在地图里]",
        no_calls_left="本步骤的工具调用次数已用完。请用已有的信息立即作答，其余留到下一步。",
        tool_failed="工具 {name} 失败：{error}",
        empty_result="（工具没有返回内容）",
        go_on="继续处理未完成的事项，最重要的优先。",
        no_answer="模型没有回答",
        no_end="调用工具 {calls} 次后仍没有答案",
        opened="阶段 {key} 已打开，你的行动会记录在其中。",
        switched="当前阶段是 {key}。",
        closed="阶段 {key} 已结束。摘要：{summary}",
        answered="思考：{input}",
        phase_begins="当前阶段是“{title}”。该阶段完成后，在“完成”中写“是”。任务：{task}",
    ),
}
