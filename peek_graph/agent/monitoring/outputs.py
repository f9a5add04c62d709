"""Runs the checks of a map's constraints on outputs, and reminds of those that are not met."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from peek_graph.agent.monitoring.checks.check import Callables, Check, Miss
from peek_graph.agent.monitoring.noticeboard import Noticeboard
from peek_graph.agent.monitoring.wording import Wording
from peek_graph.context_map.view.fields import from_props
from peek_graph.graph.states import State

TOPIC: Final = "constraint:"
_TROUBLE: Final = ":check"


@dataclass(frozen=True, slots=True)
class Unmet:
    """A constraint that an output does not meet: which rules, and how often in a row, this time included."""

    ref: str
    text: str
    misses: tuple[Miss, ...]
    times: int


def checks_of(constraints: list[State]) -> Mapping[str, Check]:
    """The checks of constraints that have one, by ref."""
    given = ((state.ref, from_props("constraint", state.props).get("check")) for state in constraints)
    return {ref: Check.of(check) for ref, check in given if check is not None}


def check_output(
    board: Noticeboard, checks: Mapping[str, Check], text: str, name: str, callables: Callables, words: Wording
) -> tuple[Unmet, ...]:
    """Each check that is for outputs of this name; what is met again is cleared."""
    unmet: list[Unmet] = []
    for ref, check in checks.items():
        topic = f"{TOPIC}{ref}"
        if not check.is_for(name):
            # What is wrong with a check is said whatever the output is called.
            if check.troubles:
                board.say_once(f"{topic}{_TROUBLE}", words.trouble(ref, check.troubles), about=ref)
            continue
        misses, troubles = check.run(text, callables)
        if troubles:
            board.say_once(f"{topic}{_TROUBLE}", words.trouble(ref, troubles), about=ref)
        else:
            board.clear(f"{topic}{_TROUBLE}", "the check can be made")
        if not misses:
            # Of what could not be checked nobody knows that it is met.
            if not troubles:
                board.clear(topic, f"met by the last {name}"[:300])
            continue
        times = board.times(topic) + 1
        said = words.missed(misses, name, check.on)
        board.say(topic, words.insisting(said, times), about=ref)
        unmet.append(Unmet(ref, said, misses, times))
    return tuple(unmet)


def clear_what_is_no_more(board: Noticeboard, checks: Mapping[str, Check]) -> None:
    """Reminders of constraints, and of checks, that are no longer there."""
    for topic in board.topics(TOPIC):
        if topic.removeprefix(TOPIC).removesuffix(_TROUBLE) not in checks:
            board.clear(topic, "there is no such check any more")
