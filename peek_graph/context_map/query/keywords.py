"""The words that requests begin with, in all the ways in which models write them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from peek_graph.records import RequestKind

_WAYS: Final[Mapping[RequestKind, str]] = {
    "status": "get_current_status current_status get_status status show_status context_status 状态 当前状态 获取状态"
    " 获取当前状态 查看状态 查看当前状态 狀態 當前狀態 目前狀態 取得目前狀態",
    "search": "search search_for search_in search_map search_context find find_in lookup look_up look_for query"
    " retrieve 搜索 搜 查找 检索 查询 寻找 搜尋 檢索 查詢",
    "open": "open open_up expand show view list get browse go_to goto 打开 展开 查看 列出 浏览 打開 展開 瀏覽",
    "read": "read read_back read_from fetch quote cite_from 读取 阅读 读 读出 讀取 閱讀 讀",
    "grammar": "help usage grammar 帮助 用法 說明",
}
# Without a colon after them these are as often the first words of what is searched for.
_COMMON: Final = frozenset(
    {"find", "query", "retrieve", "expand", "show", "view", "list", "get", "fetch", "quote", "cite"}
)
# What agents ask a map to do that a query does not.
_OTHER_WORDS: Final = (
    "add append update insert delete remove write set create drop edit change modify replace put post patch save store"
    " note apply confirm reject approve archive restore prune rollback undo execute exec run call close observe sync"
    " reindex load dump export import link unlink move rename commit finish end stop think plan answer ask"
    " 删除 添加 更新 写入 修改 新增"
)
_OTHER: Final = frozenset(_OTHER_WORDS.split())
# In a script without blanks a text may begin with the letters of a keyword: only these are taken for one.
_RUN_ON: Final = ("搜索", "搜尋", "打开", "打開", "读取", "讀取")
_CANONICAL: Final = {"search": "search", "open": "open", "read": "read", "getcurrentstatus": "status"}
_LONGEST: Final = 5
_TYPED_LIKE: Final = 0.75


def folded(word: str) -> str:
    """A keyword without case, dashes and blanks: ``Get-Current Status`` is ``getcurrentstatus``."""
    return re.sub(r"[\s_\-]+", "", word).casefold()


KEYWORDS: Final[Mapping[str, RequestKind]] = {folded(way): kind for kind, ways in _WAYS.items() for way in ways.split()}


def kind_of_keyword(word: str) -> RequestKind | None:
    """What a word before a colon asks for; None if it is no keyword."""
    return KEYWORDS.get(folded(word))


def kind_of_typo(word: str) -> RequestKind | None:
    """What a word in capitals before a colon was meant to be: ``SERACH``."""
    word = folded(word)
    near = difflib.get_close_matches(word, _CANONICAL, 1, _TYPED_LIKE)
    return KEYWORDS[near[0]] if near and abs(len(near[0]) - len(word)) <= 1 else None


def is_other_command(word: str) -> bool:
    """Whether a word before a colon asks for something, but nothing that a query does."""
    first = re.split(r"[\s_\-]+", word.strip().casefold(), maxsplit=1)[0]
    return first in _OTHER


def leading_keyword(text: str) -> tuple[RequestKind, str, str] | None:
    """A keyword that ``text`` begins with, no colon after it: what it asks for, the keyword, and what follows."""
    words = list(re.finditer(r"[A-Za-z]+", text[:60]))
    for count in range(min(_LONGEST, len(words)), 0, -1):
        start, end = words[0].start(), words[count - 1].end()
        keyword = text[start:end]
        between = [text[one.end() : other.start()] for one, other in pairwise(words[:count])]
        joined = all(re.fullmatch(r"[\s_\-]+", gap) for gap in between)
        whole = not text[end : end + 1].isalnum()
        if start == 0 and joined and whole and (kind := kind_of_keyword(keyword)):
            common = folded(keyword) in _COMMON and not keyword.isupper()
            return None if common else (kind, keyword, text[end:])
    for keyword in _RUN_ON:
        if text.startswith(keyword):
            return KEYWORDS[keyword], keyword, text[len(keyword) :]
    whole_text = text.strip()
    return (KEYWORDS[whole_text], whole_text, "") if whole_text in KEYWORDS else None
