"""Goes back to a snapshot after a row of failures, where settings say so; never without saying it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from peek_graph.agent.monitoring.lineage import Lineage
from peek_graph.agent.monitoring.noticeboard import Noticeboard
from peek_graph.agent.monitoring.wording import Wording
from peek_graph.context_map import ContextMap
from peek_graph.errors import ChangeError, HistoryError
from peek_graph.graph import monitoring
from peek_graph.graph.monitoring import ActionRow
from peek_graph.records import NoticeInfo

AUTHOR: Final = "monitor"
_OF_FAILURES: Final = ("failures", "repetition")  # they are about actions that are gone with it


def go_back(map: ContextMap, failed: Sequence[ActionRow], lineage: Lineage, words: Wording) -> str | None:
    """To the newest snapshot from before the row of failures; None if the map went back, else why not, or ''.

    Once for a snapshot: if the same goes wrong again from there, it is not the way. Never over what a person did since.
    The reminders of before are given again, for going back takes them, too.
    """
    begun = min(action.first for action in failed)
    target = next((one for one in lineage.snapshots if one.revision < begun), None)
    if target is None:
        return ""
    if any(one.to == target.revision and one.author == AUTHOR for one in lineage.rollbacks):
        return words.not_rolled_back("went_back_before", name=target.name)
    if monitoring.count_persons(map._handle.db, map.uid, target.revision, lineage.newest):
        return words.not_rolled_back("a_person_wrote", name=target.name)
    before = {notice.topic: notice for notice in map.notices()}
    why = words.failed([(action.ref, action.aim) for action in failed], "")
    try:
        detail = map.rollback(target.revision, author=AUTHOR, source_kind="agent", reasoning=why)
    except (ChangeError, HistoryError) as error:  # something protected differs, or the past was pruned
        return words.not_rolled_back("refused", why=error.message)
    if detail.revision is None:
        return ""
    _remind_again(map, before)
    return None


def announcement(map: ContextMap, lineage: Lineage, since: int, words: Wording) -> tuple[int, str] | None:
    """The number of the last time that the map went back by itself after a revision, and what is to be said of it.

    Found from the map: a process may end between going back and saying so.
    """
    found = next((one for one in lineage.rollbacks if one.author == AUTHOR and lineage.has(one.number)), None)
    if found is None or found.number <= since:
        return None
    name = next((one.name for one in lineage.snapshots if one.revision == found.to), "")
    # Somebody may have written between the look and the leap: that is undone by one command, but has to be said.
    persons = monitoring.count_persons(map._handle.db, map.uid, found.to, found.number)
    return found.number, words.rolled_back(found.number - 1, found.to, name, found.reasoning, over_a_person=persons > 0)


def _remind_again(map: ContextMap, before: Mapping[str, NoticeInfo]) -> None:
    board = Noticeboard(map)
    for topic in board.topics():
        if topic not in before:
            board.clear(topic, "it was settled before the map went back")
    for topic, notice in before.items():
        if topic not in _OF_FAILURES:
            board.say_once(topic, notice.text, about=notice.about, choices=notice.choices)
