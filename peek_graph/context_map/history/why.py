"""From an entry down to the passages that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.history.refs import as_ref, ref_not_found
from peek_graph.graph import changes, history
from peek_graph.graph.states import State
from peek_graph.records import RevisionInfo, Why

_DEEPEST: Final = 12
_MOST_SUPPORTS: Final = 25
_MOST_ENTRIES: Final = 400


@dataclass(slots=True)
class _Chain:
    """What was read: entries by ref, who contradicts them by uid, revisions; ``shown`` are the refs given already."""

    doubtful_below: float
    states: dict[str, State] = field(default_factory=dict)
    against: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    revisions: Mapping[int, RevisionInfo] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)


def why(handle: MapHandle, target: str) -> Why:
    """An entry by ref, live or archived, with the chain of what supports it.

    An entry that comes up again is not gone through twice (flag ``shown above``); where the chain is cut for its
    depth or breadth, the flag ``more`` says so.
    """
    ref = as_ref(target) or target.strip()
    chain = _Chain(handle.settings.confidence.doubtful_below)
    _read(handle, chain, ref)
    if ref not in chain.states:
        raise ref_not_found(handle, ref)
    uids = [state.uid for state in chain.states.values()]
    revision = handle.frame().revision
    chain.against = history.contradicting(handle.db, handle.uid, revision, uids)
    numbers = {_brought(state) for state in chain.states.values()}
    chain.revisions = history.revisions(handle.db, handle.uid, numbers)
    return _why(chain, ref, 0)


def _read(handle: MapHandle, chain: _Chain, ref: str) -> None:
    """Entries level by level; with sections their documents, which say whether they are stale."""
    wanted = {ref}
    for _ in range(_DEEPEST + 1):
        ask = {one for ref in wanted for one in (ref, ref.partition("§")[0])} - chain.states.keys()
        if not ask or len(chain.states) >= _MOST_ENTRIES:
            return
        found = changes.load_elements(handle.db, handle.uid, refs=ask).by_ref
        chain.states |= {state.ref: state for state in found}
        wanted = {support for state in found for support in _supports(state)[:_MOST_SUPPORTS]}


def _why(chain: _Chain, ref: str, depth: int) -> Why:
    state = chain.states[ref]
    supports = _supports(state)
    again = ref in chain.shown
    chain.shown.add(ref)
    known = [one for one in supports[:_MOST_SUPPORTS] if one in chain.states] if depth < _DEEPEST and not again else []
    below = tuple(_why(chain, one, depth + 1) for one in known)
    props = state.props
    confidence = props.get("confidence")
    document = chain.states.get(ref.partition("§")[0])
    against = chain.against.get(state.uid, ())
    flags = {
        "archived": not state.live,
        "doubtful": isinstance(confidence, int | float) and confidence < chain.doubtful_below,
        "stale": bool(props.get("stale") or (document and document.props.get("stale"))),
        "contradicted": bool(against),
        "shown above": again and bool(supports),
        "more": not again and len(below) < len(supports),
    }
    return Why(
        ref=ref,
        kind=state.kind,
        text=_text(state),
        pointer=props.get("pointer") if state.kind == "section" else props.get("source_uri"),
        confidence=float(confidence) if isinstance(confidence, int | float) else 0.0,
        flags=tuple(flag for flag, holds in flags.items() if holds),
        revision=chain.revisions.get(_brought(state)),
        supported_by=below,
        contradicts=tuple(dict.fromkeys([*_refs(props.get("contradicts")), *against])),
        supersedes=_refs(props.get("supersedes")),
    )


def _supports(state: State) -> list[str]:
    """What an entry rests on; what an action cites, it rests on too."""
    return list(dict.fromkeys([*_refs(state.props.get("supported_by")), *_refs(state.props.get("cites"))]))


def _brought(state: State) -> int:
    """The revision that brought the present state; of an archived one, that which archived it."""
    return state.since if state.until is None else state.until


def _text(state: State) -> str:
    parts: Iterable[str | None]
    if state.kind == "document":
        parts = (state.props.get("title"), state.props.get("summary"))
    else:
        parts = (state.props.get("action") or state.props.get("text"),)
    return "\n".join(str(part) for part in parts if part)


def _refs(value: object) -> tuple[str, ...]:
    return tuple(str(ref) for ref in value) if isinstance(value, list | tuple) else ()
