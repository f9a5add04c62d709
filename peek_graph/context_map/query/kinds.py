"""The names under which agents speak of kinds of entries, and of lists of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from peek_graph.context_map.view.places import PARTS
from peek_graph.graph.states import LABELS

PLURALS: Final[Mapping[str, str]] = {
    **{kind: f"{kind}s" for kind in LABELS},
    "hypothesis": "hypotheses",
    "submap": "sub-maps",
    "proposal": "proposals",
}
"""The names of lists, as answers give them and requests may: those of entries, and two that are none."""

_CHINESE: Final = {
    "constraint": "约束 限制 約束",
    "document": "文档 文件 资料 文檔",
    "section": "章节 段落 章節",
    "action": "行动 操作 动作 行動",
    "todo": "待办 待办事项 任务 待辦 任務",
    "question": "问题 待解问题 問題",
    "hypothesis": "假设 假說 假設",
    "finding": "发现 结论 發現",
    "variable": "变量 變量 變數",
    "notice": "提醒 通知 提示",
    "submap": "子图 子地图 子圖",
    "proposal": "提案 提议 提議",
}
_OTHERS: Final = {
    **{"task": "todo", "tasks": "todo", "phases": "submap", "topics": "submap", "sources": "document"},
    **{"reminder": "notice", "reminders": "notice"},
}


def _folded(word: str) -> str:
    return "".join(character for character in word.casefold() if character not in " _-")


_WORDS: Final[Mapping[str, str]] = {
    **{_folded(kind): kind for kind in PLURALS},
    **{_folded(plural): kind for kind, plural in PLURALS.items()},
    **{_folded(name): kind for group in PARTS.values() for name, kind in group.items()},
    **{word: kind for kind, words in _CHINESE.items() for word in words.split()},
    **_OTHERS,
}


def kind_of_word(word: str) -> str | None:
    """The kind that a word means, in the singular or plural, as the view names its list, or in Chinese."""
    return _WORDS.get(_folded(word.strip()))
