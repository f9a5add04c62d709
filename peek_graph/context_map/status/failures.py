"""Failed attempts, which stay in sight as long as somebody might try the same again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from peek_graph.context_map.status.board import Failure
from peek_graph.graph.states import State

_ALIKE: Final = 0.5
_MOST: Final = 40
_TEXT: Final = 400
_TOKENS: Final = re.compile(r"[0-9a-z]+|[^\W0-9a-z_]", re.IGNORECASE)


def failures_of(actions: Iterable[State]) -> dict[str, Failure]:
    """By ref, the actions that failed, with the later ones of the same sub-map and a like aim that did not.

    Two aims are alike if they share half of their words (of Han, of their characters). What was mended is no longer
    in the way; a failure that nobody came back to is.
    """
    known = sorted(actions, key=lambda state: (state.position, state.uid))
    failed = [state for state in known if state.props.get("outcome") == "failed"][-_MOST:]
    well = [(state, _words(state)) for state in known if state.props.get("outcome") != "failed"] if failed else []
    found: dict[str, Failure] = {}
    for state in failed:
        aim = _words(state)
        later = (o for o in well if o[0].parent_uid == state.parent_uid and o[0].position > state.position)
        mended = tuple(other.since for other, words in later if _alike(aim, words))
        found[state.ref] = Failure(state.ref, state.since, mended)
    return found


def matters(failure: Failure, revision: int, for_revisions: int) -> bool:
    """Whether it is still to be seen at a revision."""
    return failure.since >= revision - for_revisions and not any(since <= revision for since in failure.mended_at)


def _words(state: State) -> frozenset[str]:
    text: Any = state.props.get("action") or state.props.get("text") or ""
    return frozenset(_TOKENS.findall(str(text)[:_TEXT].casefold()))


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shared: Sequence[str] = [*(one & other)]
    return len(shared) >= _ALIKE * max(1, min(len(one), len(other))) and len(shared) >= _ALIKE * len(one)
