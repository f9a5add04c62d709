"""All that a status says in words of its own, one table a language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from peek_graph.records import StatusLanguage

_HAN_SPEAKS: Final = 0.3  # of the words: Chinese texts are full of English terms
_LETTERS_A_WORD: Final = 5
_KANA: Final = ("HIRAGANA", "KATAKANA")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language. ``kinds`` are (one, several) for counts; ``marks`` stand in brackets behind a ref.

    ``values`` are those of fields which the map knows, as statuses; without one of its own a value stands as it is.
    ``tokens_an_operation`` is how many, about, an operation comes to in a journal.
    """

    language: StatusLanguage
    title: str
    headings: Mapping[str, str]
    kinds: Mapping[str, tuple[str, str]]
    marks: Mapping[str, str]
    now: Mapping[str, str]
    since: str
    not_shown: str
    how: str
    footer: str
    revision: str
    tokens_an_operation: int
    comma: str
    stop: str
    colon: str
    values: Mapping[str, str] = field(default_factory=dict)

    def value(self, given: str) -> str:
        """``open``, or whatever else a status may be."""
        return self.values.get(given.casefold(), given)

    def counted(self, kind: str, number: int) -> str:
        """``12 todos``."""
        one, several = self.kinds[kind]
        return (one if number == 1 else several).format(number)


ENGLISH: Final = Words(
    language="en",
    title="Context map",
    headings={
        "goal": "Goal",
        "constraint": "Constraints",
        "hypothesis": "Hypothesis",
        "submap": "Sub-maps",
        "document": "Documents",
        "finding": "Findings",
        "question": "Questions",
        "proposal": "Open proposals",
        "todo": "Todos",
        "failed": "Failed attempts",
        "action": "Last actions",
        "notice": "Notices",
        "now": "Now",
    },
    kinds={
        "submap": ("{} sub-map", "{} sub-maps"),
        "hypothesis": ("{} hypothesis", "{} hypotheses"),
        "proposal": ("{} proposal", "{} proposals"),
        "todo": ("{} todo", "{} todos"),
        "question": ("{} question", "{} questions"),
        "finding": ("{} finding", "{} findings"),
        "document": ("{} document", "{} documents"),
        "action": ("{} action", "{} actions"),
        "variable": ("{} variable", "{} variables"),
        "section": ("{} section", "{} sections"),
        "notice": ("{} notice", "{} notices"),
    },
    marks={
        "doubtful": "doubtful",
        "stale": "stale",
        "against": "contradicted by {}",
        "priority": "priority {}",
        "confidence": "confidence {}",
        "from": "from {}",
        "step": "step {}",
        "cites": "read {}",
        "ok": "ok",
        "failed": "failed",
        "by": "by {}",
        "why": "why: {}",
        "disagrees": "review: disagrees",
        "about": "about {}",
        "times": "said {} times",
        "choices": "go back to {}",
        "topic": "topic",
        "phase": "phase",
        "open": "open",
    },
    now={
        "step": "Current step: {}",
        "submap": "working in: {}",
        "todo": "task in hand: {}",
        "action": "last action: {}",
        "next": "next: {}",
        "decision": "last decision: {}",
        "files": "files in flight: {}",
    },
    since="Since revision {}, over what stands above",
    not_shown="Not shown: {}: {}.",
    how="SEARCH or OPEN: {}",
    footer="(revision {}; {}, {})",
    revision="(revision {}{})",
    tokens_an_operation=14,
    comma=", ",
    stop="; ",
    colon=": ",
)

CHINESE: Final = Words(
    language="zh",
    title="上下文地图",
    headings={
        "goal": "目标",
        "constraint": "约束",
        "hypothesis": "假设",
        "submap": "子图",
        "document": "文档",
        "finding": "发现",
        "question": "问题",
        "proposal": "待确认的提议",
        "todo": "待办",
        "failed": "失败的尝试",
        "action": "最近的行动",
        "notice": "提醒",
        "now": "当前",
    },
    kinds={
        "submap": ("{} 子图",) * 2,
        "hypothesis": ("{} 假设",) * 2,
        "proposal": ("{} 提议",) * 2,
        "todo": ("{} 待办",) * 2,
        "question": ("{} 问题",) * 2,
        "finding": ("{} 发现",) * 2,
        "document": ("{} 文档",) * 2,
        "action": ("{} 行动",) * 2,
        "variable": ("{} 变量",) * 2,
        "section": ("{} 章节",) * 2,
        "notice": ("{} 提醒",) * 2,
    },
    marks={
        "doubtful": "存疑",
        "stale": "过时",
        "against": "与 {} 矛盾",
        "priority": "优先级 {}",
        "confidence": "置信度 {}",
        "from": "依据 {}",
        "step": "步骤 {}",
        "cites": "读 {}",
        "ok": "成功",
        "failed": "失败",
        "by": "提议者 {}",
        "why": "理由：{}",
        "disagrees": "复核：不同意",
        "about": "关于 {}",
        "times": "已提 {} 次",
        "choices": "可退回 {}",
        "topic": "主题",
        "phase": "阶段",
        "open": "未完成",
    },
    now={
        "step": "步骤：{}",
        "submap": "子图：{}",
        "todo": "手头：{}",
        "action": "行动：{}",
        "next": "下一步：{}",
        "decision": "决定：{}",
        "files": "文件：{}",
    },
    since="自版本 {} 以来, 以此为准",
    not_shown="未显示：{}：{}。",
    how="SEARCH 或 OPEN: {}",
    footer="(版本 {}; {}, {})",
    revision="(版本 {}{})",
    tokens_an_operation=22,
    comma=", ",
    stop="; ",
    colon="：",
    values={
        **dict.fromkeys(("active", "current", "doing", "in_progress", "in progress", "working"), "进行中"),
        **dict.fromkeys(("done", "completed"), "已完成"),
        **dict.fromkeys(("cancelled", "dropped"), "已取消"),
        **{"open": "未完成", "pending": "待定", "blocked": "受阻", "answered": "已回答", "closed": "已关闭"},
        **{"high": "高", "medium": "中", "low": "低"},
        **{"supported": "已支持", "confirmed": "已证实", "rejected": "已否定", "refuted": "已否定"},
    },
)
WORDS: Final[Mapping[str, Words]] = {"en": ENGLISH, "zh": CHINESE}


def language_of(texts: Iterable[str]) -> StatusLanguage:
    """Chinese if the texts are in it by their scripts, else English."""
    letters = [character for text in texts for character in text[:5000] if character.isalpha()]
    names = [unicodedata.name(character, "").partition(" ")[0] for character in letters if character > "\u2e7f"]
    if any(name in _KANA for name in names):
        return "en"
    han = sum(name == "CJK" for name in names)
    words = han + (len(letters) - han) / _LETTERS_A_WORD
    return "zh" if han and han >= _HAN_SPEAKS * words else "en"
