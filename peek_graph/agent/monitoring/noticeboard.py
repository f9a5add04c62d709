"""A map's notices, read once and changed only where something is new."""

from __future__ import annotations

from collections.abc import Sequence

from peek_graph.context_map import ContextMap
from peek_graph.errors import RefNotFound
from peek_graph.records import NoticeInfo


class Noticeboard:
    """The live notices by topic. Each change is a revision, so none is made where there is nothing new to say."""

    def __init__(self, map: ContextMap) -> None:
        self._map = map
        self._live = {notice.topic: notice for notice in map.notices()}

    def get(self, topic: str) -> NoticeInfo | None:
        """The notice of a topic."""
        return self._live.get(topic)

    def topics(self, beginning: str = "") -> list[str]:
        """The topics that begin so."""
        return [topic for topic in self._live if topic.startswith(beginning)]

    def times(self, topic: str) -> int:
        """How often it was said in a row."""
        return self._live[topic].times if topic in self._live else 0

    def say(self, topic: str, text: str, *, about: str | None = None, choices: Sequence[str] = ()) -> NoticeInfo:
        """Say it, once more."""
        try:
            made = self._map.notify(topic, text, about=about, choices=choices)
        except RefNotFound:  # what it is about went away meanwhile
            made = self._map.notify(topic, text, choices=choices)
        self._live[topic] = made
        return made

    def say_once(self, topic: str, text: str, *, about: str | None = None, choices: Sequence[str] = ()) -> NoticeInfo:
        """Say it, unless it is said already in these words."""
        there = self._live.get(topic)
        if there is not None and there.text == text and there.choices == tuple(choices):
            return there
        return self.say(topic, text, about=about, choices=choices)

    def clear(self, topic: str, why: str) -> bool:
        """Say it no longer."""
        if topic not in self._live:
            return False
        del self._live[topic]
        return self._map.clear_notice(topic, reasoning=why)
