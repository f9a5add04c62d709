"""What goes wrong in a row of actions, the newest first: as plain functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from peek_graph.agent.monitoring.checks.mentions import folded
from peek_graph.graph.monitoring import ActionRow

# The number of a step before an action's text says nothing of what it does.
_NUMBERED: Final = re.compile(r"^(?:(?:step|步骤|第)\s*[0-9]+\s*步?|[0-9]+)\s*[.:)、：）-]\s*")
_ENDING: Final = re.compile(r"[\s.!。！;；,，]+$")


def failed_in_a_row(actions: Sequence[ActionRow]) -> tuple[ActionRow, ...]:
    """The newest actions as far as they failed. One that is not finished yet is passed over if it is the newest."""
    at = 0
    while at < len(actions) and actions[at].outcome not in ("ok", "failed"):
        at += 1
    end = at
    while end < len(actions) and actions[end].outcome == "failed":
        end += 1
    return tuple(actions[at:end])


def repeated(actions: Sequence[ActionRow], times: int) -> tuple[tuple[ActionRow, ...], int]:
    """The newest actions as far as they are one action, or two in turn, and which (1 or 2); none: less than ``times``.

    Texts are the same in any case, width and spacing, with or without the number of a step before them. Other numbers
    in them make another action: reading page 3 after page 2 is progress.
    """
    aims = [aim_of(action.aim) for action in actions]
    for period in (1, 2):
        length = 0
        while length < len(aims) and aims[length] and aims[length] == aims[length % period]:
            length += 1
        whole = length - length % period
        if whole >= times * period:
            return tuple(actions[:whole]), period
    return (), 0


def aim_of(text: str) -> str:
    """What an action is about, in one form."""
    return _ENDING.sub("", _NUMBERED.sub("", folded(text)))
