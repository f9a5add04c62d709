"""The prompts of the updater: the part of the map that matters, and the observation, within a bound."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

from peek_graph.agent.prompts import Prompts
from peek_graph.agent.updating.observation import Observation
from peek_graph.agent.updating.related import Related, in_lines
from peek_graph.context_map import ContextMap
from peek_graph.context_map.status.safe_text import one_line, said
from peek_graph.errors import BudgetTooSmall, PromptError
from peek_graph.records import Hit, Status, StatusLanguage
from peek_graph.settings import UpdaterSettings

Message = tuple[str, str]
Count = Callable[[str], int]

# The refs of entries that a status shows: at the head of their lines, and in ours about where the work stands. What an
# entry's own words name is not shown by that.
_HEADS: Final = re.compile(r"^- ([A-Z]\d+)\b", re.MULTILINE)
_LEAST_STATUS: Final = 100
# Two texts beside each other have about as many tokens as both, not exactly.
_SLACK: Final = 16
_KINDS: Final = {
    "en": {"user": "the user", "tool": "a tool", "document": "a document", "agent": "the agent", "web": "the web"},
    "zh": {"user": "用户", "tool": "工具", "document": "文档", "agent": "智能体", "web": "网页"},
}
_WORDS: Final = {
    "en": {
        "source": "{} ({})",
        "part": ", part {} of {}",
        "place": ". What is new belongs into sub_maps.{}, unless it clearly belongs elsewhere:",
        "colon": ":",
        "document": ". Its whole text is kept as {}: cite that, or its sections",
    },
    "zh": {
        "source": "{}（{}）",
        "part": "，第 {} 部分，共 {} 部分",
        "place": "。新内容写进 sub_maps.{}，除非明显属于别处：",
        "colon": "：",
        "document": "。全文保存为 {}：引用它或它的小节",
    },
}


@dataclass(frozen=True, slots=True)
class Context:
    """What of the map goes into a prompt, and its revision then; ``seen`` are the refs that are named in it."""

    status: Status
    related: Related
    seen: frozenset[str]

    @property
    def revision(self) -> int:
        """The map's, when it was read."""
        return self.status.revision


class Prompting:
    """Makes prompts of at most ``updater.prompt_tokens``, counted by ``count``."""

    def __init__(self, prompts: Prompts, settings: UpdaterSettings, count: Count) -> None:
        self.prompts = prompts
        self.count = count
        self.system = prompts.fill("observe_system")
        self._settings = settings
        empty = Observation("", "agent", "")
        self._fixed = count(self.system) + count(self._user(empty, "", "")) + _SLACK
        if self._fixed + 2 * _LEAST_STATUS > settings.prompt_tokens:
            raise PromptError(
                f"the templates alone have {self._fixed} tokens of {settings.prompt_tokens}",
                "raise updater.prompt_tokens, or shorten the templates",
            )

    @property
    def language(self) -> StatusLanguage:
        """That of the templates."""
        return self.prompts.language

    @property
    def most(self) -> int:
        """How many tokens of an observation there is room for."""
        return min(self._settings.observation_tokens, (self._settings.prompt_tokens - self._fixed) // 2)

    @property
    def usual_status(self) -> int | None:
        """The tokens of the status beside any observation there is room for; None if that depends on it."""
        settings = self._settings
        left = settings.prompt_tokens - self._fixed - self.most - settings.related_tokens // 2
        return settings.status_tokens if left >= settings.status_tokens else None

    def context(
        self, map: ContextMap, observation: Observation, hits: Sequence[Hit], usual: Future[Status] | None = None
    ) -> Context:
        """The map as it is now, as far as there is room beside the observation.

        ``usual`` is the status of the usual size, if it was asked for already. BudgetTooSmall if there is no room even
        for goal and constraints.
        """
        head = self.count(self._user(observation, "", "")) + self.count(self.system) + _SLACK
        room = self._settings.prompt_tokens - head
        wanted = min(self._settings.status_tokens, max(_LEAST_STATUS, room - self._settings.related_tokens // 2))
        try:
            status = usual.result() if usual else map.status(min(wanted, room), language=self.language)
        except BudgetTooSmall as error:
            if error.needed > room:
                raise BudgetTooSmall(
                    f"goal and constraints need {error.needed} tokens, and the prompt of an observation leaves {room}",
                    "raise updater.prompt_tokens",
                    needed=self._settings.prompt_tokens + error.needed - room + _SLACK,
                ) from error
            status = map.status(error.needed, language=self.language)
        left = min(self._settings.related_tokens, room - status.tokens)
        related = in_lines(hits, left, self.count, self.language)
        seen = frozenset(_HEADS.findall(status.text)) | {hit.ref for hit in related.shown}
        return Context(status, related, seen)

    def first(self, observation: Observation, context: Context) -> list[Message]:
        """What is asked first."""
        return [("system", self.system), ("user", self._user(observation, context.status.text, context.related.text))]

    def again(self, observation: Observation, context: Context, rejected: str, kept: str) -> list[Message]:
        """What is asked of an answer that could not be taken: ``rejected`` takes the room of the related entries."""

        def made(limit: int) -> list[Message]:
            told = {"rejected": _cut(rejected, limit), "kept": _cut(kept, limit // 2)}
            user = self._filled("observe_again", observation, context.status.text, **told)
            return [("system", self.system), ("user", user)]

        size = len(rejected) + 2 * len(kept)
        while True:
            messages = made(size)
            over = self.over(messages)
            if over <= 0 or size <= 0:
                return messages
            size = max(0, min(size - over, size * 3 // 4))

    def over(self, messages: Sequence[Message]) -> int:
        """By how many tokens they are above the bound."""
        return sum(self.count(text) for _, text in messages) + _SLACK - self._settings.prompt_tokens

    def _user(self, observation: Observation, status: str, related: str) -> str:
        return self._filled("observe", observation, status, related=related)

    def _filled(self, name: str, observation: Observation, status: str, **more: str) -> str:
        words = _WORDS[self.language]
        place = words["place"].format(one_line(observation.submap, 200)) if observation.submap else words["colon"]
        values = {"place": place, **self.about(observation)}
        return self.prompts.fill(name, ("status", "observation", "mark", *more), status=status, **values, **more)

    def about(self, observation: Observation) -> dict[str, str]:
        """The values of a template that an observation gives."""
        words = _WORDS[self.language]
        origin = _KINDS[self.language][observation.source_kind]
        if observation.source:
            # Its words are somebody's, as those of entries are: in quotes that nothing in them ends.
            origin = words["source"].format(origin, said(observation.source, 120, outside=True))
        part = words["part"].format(observation.part, observation.parts) if observation.parts > 1 else ""
        if observation.document:
            part += words["document"].format(observation.document)
        mark = observation.mark
        return {"origin": origin, "part": part, "mark": mark, "observation": observation.text.replace(mark, "===")}


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"
