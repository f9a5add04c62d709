"""Answers requests: each by its kind, all of one text within one budget."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.history.refs import as_ref
from peek_graph.context_map.query.asked import Asked, Readable
from peek_graph.context_map.query.fitting import Room
from peek_graph.context_map.query.grammar import GRAMMAR, Request, Requests, read_requests, usual
from peek_graph.context_map.query.keywords import folded
from peek_graph.context_map.query.opened import answer_open, is_there, open_target
from peek_graph.context_map.query.readback import answer_read
from peek_graph.context_map.query.searched import answer_search
from peek_graph.context_map.query.targets import find_target
from peek_graph.context_map.query.wording import one_line
from peek_graph.context_map.status import check_budget
from peek_graph.context_map.tokens import tokenizer_of
from peek_graph.errors import (
    AuthenticationFailed,
    BudgetTooSmall,
    DatabaseNotFound,
    DatabaseUnreachable,
    InvalidValue,
    MapNotFound,
    PeekGraphError,
    SubMapNotFound,
)
from peek_graph.graph import documents
from peek_graph.records import Answer, RequestKind

# With these there is no map that could answer; all else is an answer to whoever asked.
_BROKEN: Final = (DatabaseUnreachable, AuthenticationFailed, DatabaseNotFound, MapNotFound)
_POINTER: Final = re.compile(r"[^#\n]+#(?:line|char|page)=[0-9,]+(?:&char=[0-9,]+)?(?:\s+from\s+[0-9]+)?")
_FILE: Final = re.compile(r"\S+\.[A-Za-z0-9]{1,8}")
_SPACE: Final = "\n\n"
SMALLEST_BUDGET: Final = 20
"""With fewer tokens than these not even an error could be read."""


def answer(handle: MapHandle, asked: Readable, request: str, budget: int | None) -> Answer:
    """The answer to what a model sent, whatever it is; raises only where there is no map to ask, or no room."""
    budget = check_budget(handle.settings.query.budget if budget is None else budget)
    if budget < SMALLEST_BUDGET:
        raise InvalidValue(f"budget is {budget}", f"no answer fits: give {SMALLEST_BUDGET} tokens or more")
    tokenizer = tokenizer_of(handle.settings.status.tokenizer)

    def count(text: str) -> int:
        return len(tokenizer(text))

    requests = read_requests(_as_text(request))
    begun = Asked.begin(handle, asked, count)
    kind, text = _all(begun, requests, begun.room(budget))
    return Answer(handle.name, kind, text, count(text), budget)


def _as_text(request: Any) -> str:
    """A request as text; a tool may hand on the JSON that a model gave it."""
    if isinstance(request, str):
        return request
    try:
        return "" if request is None else json.dumps(request, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):  # keys that JSON has not, itself inside itself, nested too deep
        return ""


def _all(asked: Asked, requests: Requests, room: Room) -> tuple[RequestKind, str]:
    answered = requests.requests[: max(1, room.budget // SMALLEST_BUDGET)]
    more = requests.more + len(requests.requests) - len(answered)
    notes = []
    if requests.cut:
        notes.append(f"({requests.cut} characters at the end of the request were not read)")
    if more:
        were, them = ("request was", "it") if more == 1 else ("requests were", "them")
        notes.append(f"({more} more {were} not answered: send {them} again)")
    if len(requests.requests) == 1 and not notes:
        return _one(asked, requests.requests[0], room)
    texts: list[str] = []
    kind: RequestKind = "several" if len(requests.requests) > 1 else "grammar"
    for number, request in enumerate(answered):
        left = room.budget - asked.count(_SPACE.join([*texts, "", *notes]))
        share = max(1, left // (len(answered) - number))
        kind_of_one, text = _one(asked, request, asked.room(share), left)
        kind = kind_of_one if len(requests.requests) == 1 else kind
        texts.append(text)
    return kind, room.cut(_SPACE.join([*texts, *notes]))


def _one(asked: Asked, request: Request, room: Room, most: int = 0) -> tuple[RequestKind, str]:
    """One request; ``most`` is what a status may have if its share does not do."""
    kind = request.kind
    try:
        kind, answering = _understood(asked, request, most)
        return kind, answering(room)
    except _BROKEN:
        raise
    except PeekGraphError as error:
        return kind, room.cut(f"{kind.upper()}: {_told(error)}")


def _understood(asked: Asked, request: Request, most: int) -> tuple[RequestKind, Callable[[Room], str]]:
    """What a request comes to: words that may be a keyword are one only where what follows is there."""
    argument = request.argument
    if request.kind == "grammar":
        return "grammar", lambda room: room.cut(_grammar(request))
    if request.kind == "status":
        return _status(asked, request, most)
    if request.sure == "keyword":
        if request.kind == "search" and not argument:
            return "grammar", lambda room: room.cut(GRAMMAR)
        return request.kind, lambda room: _ANSWERS[request.kind](asked, argument, room)
    if request.kind == "read" or request.sure == "none":
        pointer = _pointer(asked, argument)
        if pointer or (request.kind == "read" and as_ref(usual(argument))):
            return "read", lambda room: answer_read(asked, argument, room)
    named = request.kind == "open" or (request.sure == "none" and _names(asked, argument))
    target = find_target(argument, asked.places, strict=True) if named else None
    # H2 and A4 look like refs, but may be words.
    if target is not None and (request.kind == "open" or target.ref is None or is_there(asked, target.ref)):
        return "open", lambda room: open_target(asked, target, room)
    words = argument if request.kind == "search" else request.whole
    return "search", lambda room: answer_search(asked, words, room)


def _names(asked: Asked, text: str) -> bool:
    """Whether a text without a keyword is the name of something rather than words to search for."""
    return bool(as_ref(usual(text)) or asked.places.by_path(text))


def _pointer(asked: Asked, text: str) -> bool:
    if _POINTER.fullmatch(text):
        return True
    known = _FILE.fullmatch(text) and documents.documents_by_uri(asked.handle.db, asked.handle.uid, [text])
    return bool(known)


def _status(asked: Asked, request: Request, most: int) -> tuple[RequestKind, Callable[[Room], str]]:
    focus = None
    if request.argument and not asked.places.is_root(request.argument):
        part = asked.places.find(request.argument)
        if part is None and request.sure != "keyword" and folded(request.word) != "getcurrentstatus":
            return "search", lambda room: answer_search(asked, request.whole, room)
        if part is None and request.sure == "keyword":
            near = asked.places.near(request.argument)
            hint = f"nearest: {', '.join(near)}" if near else "OPEN: sub-maps lists them"
            raise SubMapNotFound(f"no sub-map {one_line(request.argument, 80)!r}", hint)
        focus = part.path if part else None
    options = {"focus": focus} if focus else {}

    def answering(room: Room) -> str:
        try:
            return asked.map.status(room.budget, **options).text
        except BudgetTooSmall as error:
            if error.needed > most:
                raise
            return asked.map.status(error.needed, **options).text

    return "status", answering


def _grammar(request: Request) -> str:
    if not request.word:
        return GRAMMAR
    return f"{one_line(request.word, 40)} is no request: a query changes nothing.\n{GRAMMAR}"


def _told(error: PeekGraphError) -> str:
    return one_line(error.whole, 600)


_ANSWERS: Final[Mapping[RequestKind, Callable[[Asked, str, Room], str]]] = {
    "search": answer_search,
    "open": answer_open,
    "read": answer_read,
}
