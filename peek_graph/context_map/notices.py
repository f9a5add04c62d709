"""What the map reminds of: one live notice a topic, each change of it a revision."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from peek_graph.context_map.archiving import archive_if_due
from peek_graph.context_map.changing.base import NoBase
from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.effects import Effects
from peek_graph.context_map.changing.flush import flush
from peek_graph.context_map.changing.protection import Protection
from peek_graph.context_map.changing.speaker import Speaker, check_words
from peek_graph.context_map.handle import MapHandle, NothingToWrite, Revising
from peek_graph.context_map.indexing.linking import link_after
from peek_graph.context_map.view import fields
from peek_graph.context_map.view.json_values import ValueRefused, storable
from peek_graph.context_map.view.kinds import LONGEST_NAME
from peek_graph.errors import InvalidValue, RefNotFound
from peek_graph.graph import changes
from peek_graph.records import NoticeInfo

KIND: Final = "notice"
AUTHOR: Final = "monitor"
_LONGEST_TEXT: Final = 4_000
_MOST_CHOICES: Final = 20
_ALL: Final = 1_000_000
_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")


def list_notices(handle: MapHandle) -> list[NoticeInfo]:
    """The live notices, the oldest first."""
    found = changes.load_first(handle.db, handle.uid, handle.uid, KIND, _ALL)
    if not found:
        handle.node()  # raises if the map is gone
    return [notice_of(state.ref, state.props, state.since) for state in found]


def notify(
    handle: MapHandle,
    topic: str,
    text: str,
    *,
    about: str | None,
    choices: Sequence[str],
    source: str,
    reasoning: str,
) -> NoticeInfo:
    """Make the notice of a topic, or say it once more, with this text instead of the one before."""
    topic = _checked("topic", topic)
    if not isinstance(text, str) or not text.strip():
        raise InvalidValue(f"the text of the notice is {text!r:.60}", "say what is to be heeded")
    given = {"text": _kept(text), "topic": topic}
    chosen = [_checked("a choice", item) for item in ([choices] if isinstance(choices, str) else choices)]
    if len(chosen) > _MOST_CHOICES:
        raise InvalidValue(f"there are {len(chosen)} choices", f"at most {_MOST_CHOICES}")
    about = _checked("about", about) if about else None
    beside = {"choices": chosen} if chosen else {}
    check_words(source=source, reasoning=reasoning)
    made: NoticeInfo | None = None

    def work(revising: Revising) -> None:
        nonlocal made
        draft = Draft(revising.tx, revising.begun.map)
        if about and draft.by_ref(about) is None:
            raise RefNotFound(
                f"no entry {about[:60]!r} in {handle.name!r}", "a notice is about the ref of one, or none"
            )
        speaker = Speaker(AUTHOR, source, "agent", handle.settings.confidence).as_confirmed()
        effects = Effects(draft, speaker, Protection(()), NoBase(), of_map=True)
        there = next(iter(draft.by_hash(KIND, draft.root.uid, _hash(topic))), None)
        times = 1 if there is None else _times(there.props) + 1
        value = fields.parse_value(KIND, {**given, "times": times, **beside, **({"about": about} if about else {})})
        if there is None:
            there = effects.create(KIND, draft.root, value)
        else:
            effects.write(there, value, as_own=True)
        _write(draft, revising)
        made = notice_of(there.ref, there.props, revising.number)

    done = handle.revise(
        work, source=source, reasoning=reasoning or f"notice: {topic}", author=AUTHOR, source_kind="agent"
    )
    assert done is not None  # nothing in it gives up
    assert made is not None
    _after(handle, done[0])
    return made


def clear(handle: MapHandle, topic: str, *, reasoning: str) -> bool:
    """Archive the notice of a topic; whether there was one. Without one nobody is kept waiting."""
    wanted = _hash(_checked("topic", topic))
    check_words(reasoning=reasoning)
    if not any(state.kind == KIND for state in changes.load_elements(handle.db, handle.uid, hashes=[wanted]).by_hash):
        handle.node()  # raises if the map is gone
        return False

    def work(revising: Revising) -> None:
        draft = Draft(revising.tx, revising.begun.map)
        there = draft.by_hash(KIND, draft.root.uid, wanted)
        if not there:
            raise NothingToWrite
        for element in there:  # a restored one may stand beside one that was made since
            draft.set_live(element, False)
        _write(draft, revising)

    done = handle.revise(
        work, source="", reasoning=reasoning or f"notice cleared: {topic}", author=AUTHOR, source_kind="agent"
    )
    if done is not None:
        _after(handle, done[0])
    return done is not None


def notice_of(ref: str, props: Mapping[str, Any], since: int) -> NoticeInfo:
    """A notice as it is handed over; whatever was done to it by hand."""
    about, choices = props.get("about"), props.get("choices")
    return NoticeInfo(
        ref,
        str(props.get("topic") or ""),
        str(props.get("text") or ""),
        about if isinstance(about, str) else None,
        _times(props),
        tuple(str(item) for item in choices) if isinstance(choices, (list, tuple)) else (),
        since,
    )


def _write(draft: Draft, revising: Revising) -> None:
    flush(draft, revising.writer)
    revising.counters.update(draft.counters)
    # A status counts by them what comes into its journal, where notices never stand.
    revising.noted["operations"] = 0


def _after(handle: MapHandle, revision: int) -> None:
    link_after(handle, revision)
    archive_if_due(handle, revision)


def _hash(topic: str) -> str:
    return fields.content_hash(KIND, None, fields.parse_value(KIND, {"text": topic, "topic": topic}))


def _times(props: Mapping[str, Any]) -> int:
    times = props.get("times")
    return times if isinstance(times, int) and not isinstance(times, bool) and times > 0 else 1


def _checked(name: str, text: str) -> str:
    """A name as it can be kept."""
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_NAME:
        raise InvalidValue(f"{name} is {text!r:.80}", f"a text of 1 to {LONGEST_NAME} characters, not blank")
    try:
        return storable(text.strip(), name)
    except ValueRefused as error:
        raise InvalidValue(error.reason, "it names what the notice is about") from error


def _kept(text: str) -> str:
    """The text of a notice, which may quote anything, as far as it can be kept."""
    whole = _UNSTORABLE.sub("\ufffd", text[: _LONGEST_TEXT + 1]).strip() or "\ufffd"
    return whole if len(whole) <= _LONGEST_TEXT else whole[: _LONGEST_TEXT - 1] + "…"
