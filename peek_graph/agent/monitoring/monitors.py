"""`Monitors`: what an agent has to heed, found from outputs, from the map and from what the user says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from peek_graph.agent.monitoring.going_back import announcement, go_back
from peek_graph.agent.monitoring.lineage import Lineage
from peek_graph.agent.monitoring.noticeboard import Noticeboard
from peek_graph.agent.monitoring.outputs import Unmet, check_output, checks_of, clear_what_is_no_more
from peek_graph.agent.monitoring.patterns import failed_in_a_row, repeated
from peek_graph.agent.monitoring.rejections import is_rejection
from peek_graph.agent.monitoring.wording import Wording
from peek_graph.context_map import ContextMap
from peek_graph.errors import InvalidValue
from peek_graph.graph import monitoring
from peek_graph.graph.monitoring import ActionRow
from peek_graph.graph.states import State
from peek_graph.records import NoticeInfo, SnapshotInfo
from peek_graph.settings import MonitorSettings

FAILURES: Final = "failures"
REPETITION: Final = "repetition"
HYPOTHESIS: Final = "hypothesis:"
FEEDBACK: Final = "feedback"
ROLLBACK: Final = "rollback"
# Of these nobody can see that they are heeded, so they go after so many actions.
_FOR_A_WHILE: Final = (FEEDBACK, ROLLBACK)
_A_WHILE: Final = 5
_ACTIONS: Final = 60
_CONTRADICTIONS: Final = 3


class Monitors:
    """Looks at one map. All that it knows is in there, so a fresh process goes on where another stopped.

    ``checks`` are the functions that constraints may name by ``python``: from an output's text to True or None (it is
    met), False or a text (it is not, and why). ``language`` is that of the notices; by default the updater's.
    """

    def __init__(
        self,
        map: ContextMap,
        *,
        settings: MonitorSettings | None = None,
        checks: Mapping[str, Callable[[str], bool | str | None]] | None = None,
        language: Literal["auto", "en", "zh"] | None = None,
    ) -> None:
        self.map: Final = map
        self.settings: Final = settings or map.settings.monitors
        self._checks = dict(checks or {})
        self._language = language or map.settings.updater.language
        if self._language not in ("auto", "en", "zh"):
            raise InvalidValue(f"language is {language!r}", "one of auto, en, zh")

    def check_output(self, text: str, *, name: str = "answer") -> tuple[Unmet, ...]:
        """Run the checks of the constraints that are for outputs of this name; what is not met becomes a reminder.

        A reminder is stronger each time in a row, and gone when the constraint is met. What is wrong with a check is
        said by a notice; nothing that a check does is raised.
        """
        if not isinstance(text, str) or not isinstance(name, str):
            raise InvalidValue("an output and its name are texts", "give its text; of something else, its text as JSON")
        board = Noticeboard(self.map)
        checks = checks_of(self._constraints())
        clear_what_is_no_more(board, checks)
        return check_output(board, checks, text, name, self._checks, self._words()) if checks else ()

    def after_step(self) -> tuple[NoticeInfo, ...]:
        """Look for actions that fail or repeat, and for hypotheses that are contradicted; the notices that hold now.

        What no longer holds is cleared. A notice is made anew only if there is something new to say.
        """
        board = Noticeboard(self.map)
        clear_what_is_no_more(board, checks_of(self._constraints()))
        words = self._words()
        actions = self._actions()
        lineage = Lineage.of(self.map)
        failed = failed_in_a_row(actions)
        why_not = ""
        if len(failed) >= self.settings.failed_in_a_row and self.settings.rollback == "auto":
            said = go_back(self.map, failed, lineage, words)
            why_not = said or ""
            if said is None:
                board, lineage, actions = Noticeboard(self.map), Lineage.of(self.map), self._actions()
                failed = failed_in_a_row(actions)
        self._announce(board, words, actions, lineage)
        held = [
            *self._failures(board, words, failed, lineage.snapshots, why_not),
            *self._repetition(board, words, actions, lineage.snapshots),
            *self._contradictions(board, words, lineage.snapshots),
        ]
        for topic in _FOR_A_WHILE:
            if (notice := board.get(topic)) is None:
                continue
            if sum(action.first > notice.since for action in actions) >= _A_WHILE:
                board.clear(topic, f"{_A_WHILE} actions ago")
            else:
                held.append(notice)
        return tuple(held)

    def feedback(self, text: str) -> NoticeInfo | None:
        """What a user said: a notice if it rejects what was done, else None, and the notice of before is cleared."""
        if not isinstance(text, str):
            raise InvalidValue(f"the message is {type(text).__name__}", "a text")
        if not self.settings.feedback:
            return None
        board = Noticeboard(self.map)
        if not is_rejection(text):
            board.clear(FEEDBACK, "the user goes on")
            return None
        words = self._words()
        choices = self._choices(Lineage.of(self.map).snapshots)
        said = words.rejected(text, board.times(FEEDBACK) + 1, words.back(choices))
        return board.say(FEEDBACK, said, choices=choices)

    def _announce(self, board: Noticeboard, words: Wording, actions: Sequence[ActionRow], lineage: Lineage) -> None:
        there = board.get(ROLLBACK)
        found = announcement(self.map, lineage, there.since if there else 0, words)
        if found is not None and sum(action.first > found[0] for action in actions) < _A_WHILE:
            board.say_once(ROLLBACK, found[1], choices=self._choices(lineage.snapshots))

    def _failures(
        self,
        board: Noticeboard,
        words: Wording,
        failed: Sequence[ActionRow],
        snapshots: Sequence[SnapshotInfo],
        why_not: str,
    ) -> list[NoticeInfo]:
        if len(failed) < self.settings.failed_in_a_row:
            board.clear(FAILURES, "the last action did not fail")
            return []
        choices = self._choices(snapshots, failed)
        text = words.failed(_named(failed), words.back(choices)) + why_not
        return [board.say_once(FAILURES, text, choices=choices)]

    def _repetition(
        self, board: Noticeboard, words: Wording, actions: Sequence[ActionRow], snapshots: Sequence[SnapshotInfo]
    ) -> list[NoticeInfo]:
        same, period = repeated(actions, self.settings.repeated)
        if not same:
            board.clear(REPETITION, "something else was done")
            return []
        choices = self._choices(snapshots, same)
        return [board.say_once(REPETITION, words.repeated(_named(same), period, words.back(choices)), choices=choices)]

    def _contradictions(
        self, board: Noticeboard, words: Wording, snapshots: Sequence[SnapshotInfo]
    ) -> list[NoticeInfo]:
        held = []
        if self.settings.contradicted:
            choices = self._choices(snapshots)
            for one in monitoring.list_contradicted(self.map._handle.db, self.map.uid, _CONTRADICTIONS):
                text = words.contradicted(one.ref, one.by, words.back(choices))
                held.append(board.say_once(f"{HYPOTHESIS}{one.ref}", text, about=one.ref, choices=choices))
        for topic in set(board.topics(HYPOTHESIS)) - {notice.topic for notice in held}:
            board.clear(topic, "nothing contradicts it")
        return held

    def _constraints(self) -> list[State]:
        return monitoring.list_constraints(self.map._handle.db, self.map.uid)

    def _actions(self) -> list[ActionRow]:
        most = max(_ACTIONS, 2 * self.settings.repeated, self.settings.failed_in_a_row)
        return monitoring.list_last_actions(self.map._handle.db, self.map.uid, most)

    def _choices(self, snapshots: Sequence[SnapshotInfo], since: Sequence[ActionRow] = ()) -> tuple[str, ...]:
        """The newest snapshots, the newest first; those of before the trouble began, if there are any."""
        begun = min((action.first for action in since), default=0)
        good = [one for one in snapshots if one.revision < begun] or snapshots
        return tuple(one.name for one in good[: self.settings.choices])

    def _words(self) -> Wording:
        return Wording(self.map.language() if self._language == "auto" else self._language)


def _named(actions: Sequence[ActionRow]) -> list[tuple[str, str]]:
    return [(action.ref, action.aim) for action in actions]
