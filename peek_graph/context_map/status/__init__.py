"""Where the project stands at a revision: the same code for now and for then, so that both say the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.status.gathering import ReadPast, Wanted, gather
from peek_graph.context_map.status.layout import Policy
from peek_graph.context_map.status.rendering import Request, check_budget, render_status
from peek_graph.context_map.status.scoring import Decay
from peek_graph.context_map.status.words import WORDS
from peek_graph.context_map.tokens import tokenizer_of
from peek_graph.errors import InvalidValue
from peek_graph.graph.status import frame
from peek_graph.records import Status

__all__ = ["check_budget", "status_of"]

_LANGUAGES: Final = ("auto", *WORDS)


def status_of(
    handle: MapHandle,
    budget: int | None = None,
    revision: int | None = None,
    *,
    focus: str | None = None,
    language: str | None = None,
    explain: bool = False,
    tokenizer: str | Callable[[str], Sequence[Any]] | None = None,
) -> Status:
    """The status in at most ``budget`` tokens (default: the setting) at a revision, by default the newest.

    A pure function of the map up to the revision, the arguments and the settings: what was shown then is what is shown
    for then, whatever was written since, or is being written. ``focus`` is the dotted path of a sub-map that is
    widened, all else being folded; ``language`` one of auto, en, zh; ``tokenizer`` a function, or the name of one.
    """
    settings = handle.settings.status
    budget = check_budget(settings.budget if budget is None else budget)
    language = settings.language if language is None else language
    if language not in _LANGUAGES:
        raise InvalidValue(f"language is {language!r}", f"one of {', '.join(_LANGUAGES)}")
    count = tokenizer_of(settings.tokenizer if tokenizer is None else tokenizer)
    found = frame(handle.db, handle.uid, revision) or handle.frame()  # which says that the map is gone
    wanted = Wanted(budget, focus, language)
    board, marks = gather(handle, found, wanted)
    policy = Policy(settings.weights, Decay(settings.half_life), settings.failed_for)
    return render_status(board, Request(budget, policy, count, explain), ReadPast(handle, found, wanted, marks))
