"""What notices say, one table a language; of what comes from outside only short quoted pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from peek_graph.agent.monitoring.checks.check import Miss, Trouble
from peek_graph.context_map.status.safe_text import bare, said
from peek_graph.graph.monitoring import Against
from peek_graph.records import StatusLanguage

_SHORT: Final = 60
_LONG: Final = 120
_MOST: Final = 3
_QUOTED: Final = frozenset({"must_mention", "never_mention", "dates"})

_ENGLISH: Final[Mapping[str, str]] = {
    "max_words": "{what} limited to {limit} words: the last {name} had {found}",
    "min_words": "{what} needs at least {limit} words: the last {name} had {found}",
    "min_citations": "{what} needs at least {limit} different citations: the last {name} had {found}",
    "must_mention": "{what} has to mention what the last {name} did not: {found}",
    "never_mention": "{what} must never mention what the last {name} did: {found}",
    "dates": "{what} limited to dates {limit}: the last {name} had {found}",
    "python": "{what} has to pass the check {limit}: the last {name} did not{found}",
    "from": "from {0}",
    "to": "to {0}",
    "first": "{text}",
    "second": "the second time in a row: {text}",
    "often": "NOT MET {times} TIMES IN A ROW, put this right before anything else: {text}",
    "wrong": "the check of {ref} cannot be made, {rule} is wrong: {detail}",
    "missing": "the check of {ref} cannot be made: no function {detail} was handed in",
    "raised": "the check of {ref} cannot be made, its function raised {detail}",
    "answered": "the check of {ref} cannot be made, its function has to give True, False or a text: {detail}",
    "failed": "{count} actions failed in a row ({refs}): {aims}. Try it another way{back}",
    "repeated": "the same action {count} times in a row ({refs}): {aims}. Do something else{back}",
    "in_turn": "the same two actions in turn, {count} times each ({refs}): {aims}. Do something else{back}",
    "contradicted": "{ref} is contradicted by {by}. Look into it before you build on {ref}{back}",
    "itself": "{ref} {text}",
    "against": "{ref} {text} (against {against}, which it rests on)",
    "replaced": "{ref} {text} (in place of {against}, which it rests on)",
    "back": ", or go back to a snapshot",
    "rejected": "the user rejects what was done last: {text}. Put it right first{back}",
    "rejected_again": "the user rejects what was done, {times} times in a row now: {text}. "
    "Ask what is meant, or start anew{back}",
    "rolled_back": "the map went back from revision {before} to {to} (snapshot {name}): {why}. Do not try the same "
    "again; a person undoes it by: peek-graph rollback {before}{persons}",
    "persons": ". It was changed by a person after revision {to}, which is undone too",
    "a_person_wrote": " (not done by itself: a person changed the map since snapshot {name})",
    "went_back_before": " (it went back to snapshot {name} for this before, which did not help)",
    "refused": " (not done by itself: {why})",
}
_CHINESE: Final[Mapping[str, str]] = {
    "max_words": "{what} 最多 {limit} 字：上一份 {name} 有 {found} 字",
    "min_words": "{what} 至少 {limit} 字：上一份 {name} 只有 {found} 字",
    "min_citations": "{what} 至少要有 {limit} 处不同引用：上一份 {name} 只有 {found} 处",
    "must_mention": "{what} 必须提到上一份 {name} 没有提到的：{found}",
    "never_mention": "{what} 不得提到上一份 {name} 提到了的：{found}",
    "dates": "{what} 的日期限于{limit}：上一份 {name} 有 {found}",
    "python": "{what} 必须通过检查 {limit}：上一份 {name} 没有通过{found}",
    "from": "{0} 起",
    "to": "{0} 止",
    "first": "{text}",
    "second": "连续第二次：{text}",
    "often": "已连续 {times} 次未满足，先改正再做别的：{text}",
    "wrong": "{ref} 的检查无法进行，{rule} 有误：{detail}",
    "missing": "{ref} 的检查无法进行：没有提供函数 {detail}",
    "raised": "{ref} 的检查无法进行，函数报错：{detail}",
    "answered": "{ref} 的检查无法进行，函数应返回 True、False 或文字：{detail}",
    "failed": "连续 {count} 个动作失败（{refs}）：{aims}。请换一种做法{back}",
    "repeated": "同一动作连续做了 {count} 次（{refs}）：{aims}。不会有新结果，请做别的{back}",
    "in_turn": "同样的两个动作交替各做了 {count} 次（{refs}）：{aims}。请做别的{back}",
    "contradicted": "{ref} 与 {by} 相矛盾。在以 {ref} 为依据之前先弄清楚{back}",
    "itself": "{ref} {text}",
    "against": "{ref} {text}（针对它所依据的 {against}）",
    "replaced": "{ref} {text}（取代了它所依据的 {against}）",
    "back": "，或退回到某个快照",
    "rejected": "用户否定了上一步的结果：{text}。请先改正{back}",
    "rejected_again": "用户已连续 {times} 次否定结果：{text}。请问清楚要求，或从头再来{back}",
    "rolled_back": "图已从版本 {before} 退回到 {to}（快照 {name}）：{why}。不要再照样尝试；"
    "可由人撤销：peek-graph rollback {before}{persons}",
    "persons": "。版本 {to} 之后有人改过图，这些改动也被退回",
    "a_person_wrote": "（未自动退回：快照 {name} 之后有人改过图）",
    "went_back_before": "（此前已因此退回过快照 {name}，没有用）",
    "refused": "（未自动退回：{why}）",
}
_TABLES: Final[Mapping[StatusLanguage, Mapping[str, str]]] = {"en": _ENGLISH, "zh": _CHINESE}


class Wording:
    """The texts of notices in a language."""

    def __init__(self, language: StatusLanguage) -> None:
        self._table = _TABLES[language]
        self._and = "; " if language == "en" else "；"
        self._comma = ", " if language == "en" else "、"

    def missed(self, misses: Sequence[Miss], name: str, on: Sequence[str]) -> str:
        """What an output does not meet: limit and fact of each rule."""
        shown = name_of(name)
        what = self._comma.join(name_of(one) for one in on) or shown
        return self._and.join(self._missed(miss, shown, what) for miss in misses)

    def insisting(self, text: str, times: int) -> str:
        """The same, stronger the oftener."""
        level = "first" if times <= 1 else "second" if times == 2 else "often"
        return self._table[level].format(text=text, times=times)

    def trouble(self, ref: str, troubles: Iterable[Trouble]) -> str:
        """Why a check could not be made."""
        return self._and.join(
            self._table[one.code].format(ref=ref, rule=bare(one.rule, _SHORT), detail=quoted(one.detail, _LONG * 2))
            for one in list(troubles)[:_MOST]
        )

    def failed(self, actions: Sequence[tuple[str, str]], back: str) -> str:
        """Actions, as ref and aim, that failed one after the other."""
        return self._table["failed"].format(**self._actions(actions), back=back)

    def repeated(self, actions: Sequence[tuple[str, str]], period: int, back: str) -> str:
        """One action, or two in turn, again and again."""
        given = {**self._actions(actions, most=period), "count": len(actions) // period}
        return self._table["repeated" if period == 1 else "in_turn"].format(**given, back=back)

    def contradicted(self, ref: str, by: Sequence[Against], back: str) -> str:
        """A hypothesis, and what is against it."""
        return self._table["contradicted"].format(
            ref=ref, by=self._and.join(self._against(ref, o) for o in by), back=back
        )

    def back(self, choices: Sequence[str]) -> str:
        """That there is something to go back to, if there is."""
        return self._table["back"] if choices else ""

    def rejected(self, text: str, times: int, back: str) -> str:
        """A user's message."""
        key = "rejected" if times <= 1 else "rejected_again"
        return self._table[key].format(text=quoted(text, _LONG), times=times, back=back)

    def rolled_back(self, before: int, to: int, name: str, why: str, *, over_a_person: bool) -> str:
        """From where to where the map went, why, and how to undo it."""
        persons = self._table["persons"].format(to=to) if over_a_person else ""
        given = {"before": before, "to": to, "name": quoted(name), "why": quoted(why, 4 * _LONG), "persons": persons}
        return self._table["rolled_back"].format(**given)

    def not_rolled_back(self, code: str, *, name: str = "", why: str = "") -> str:
        """Why the map did not go back by itself."""
        return self._table[code].format(name=quoted(name), why=why)

    def _against(self, ref: str, other: Against) -> str:
        key = "replaced" if other.replaced else "itself" if other.against == ref else "against"
        return self._table[key].format(ref=other.ref, text=quoted(other.text), against=other.against)

    def _missed(self, miss: Miss, name: str, what: str) -> str:
        limit, found = miss.limit, miss.found
        if miss.rule == "dates":
            first, _, last = miss.limit.partition("..")
            sides = (("from", first), ("to", last))
            limit = " ".join(self._table[side].format(value) for side, value in sides if value)
        if miss.rule == "python":
            limit, found = bare(limit, _SHORT), f": {quoted(found, _LONG)}" if found.strip() else ""
        if miss.rule in _QUOTED:
            found = quoted(found, _LONG)
        return self._table[miss.rule].format(what=what, name=name, limit=limit, found=found)

    def _actions(self, actions: Sequence[tuple[str, str]], most: int = _MOST) -> Mapping[str, object]:
        refs = self._comma.join(ref for ref, _ in actions[:5]) + (" …" if len(actions) > 5 else "")
        aims = list(dict.fromkeys(quoted(aim) for _, aim in actions))
        return {"count": len(actions), "refs": refs, "aims": self._comma.join(aims[:most])}


def quoted(text: str, limit: int = _SHORT) -> str:
    """A piece of a text from outside, which cannot end its quotation marks."""
    return said(text, limit, outside=True)


def name_of(output: str) -> str:
    """The name of an output, without what would look like a mark."""
    return bare(output, _SHORT) or "output"
