"""Entries that say how things are: what is trusted less never takes the place of what is trusted more."""

from __future__ import annotations

from typing import Final

from peek_graph.context_map.changing.effects import changed_names, links_of
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.outcome import Outcome
from peek_graph.context_map.changing.work import Work
from peek_graph.context_map.view import fields
from peek_graph.context_map.view.fields import ViewValue
from peek_graph.context_map.view.json_values import ValueRefused

CLAIMS: Final = frozenset({"finding", "variable", "hypothesis"})


def weigh(work: Work, made: Element, links: dict[str, tuple[str, ...]]) -> str:
    """What becomes of the claims that a new one contradicts: as trusted or less, they are archived behind it.

    Returns what happened, in words; '' if nothing did.
    """
    notes = []
    for name in ("contradicts", "supersedes"):
        for ref in links.get(name, ()):
            old = work.draft.by_ref(ref)
            if old is None or old.kind != made.kind or not old.live or old is made:
                continue
            # Two that one batch makes both stay: the first would leave no trace.
            stronger = _trust(made) >= _trust(old) and old.stored is not None
            if stronger:
                work.effects.archive(old)
                notes.append(f"{ref} is superseded and archived; `restore {ref}` brings it back")
            elif old.stored is None:
                notes.append(f"{ref} is of the same batch: both stay")
            else:
                notes.append(f"{ref} is trusted more ({_trust(old):g} against {_trust(made):g}): both stay")
            _relink(work, made, ref, "supersedes" if stronger else "contradicts")
    return "; ".join(notes)


def write_claim(work: Work, element: Element, value: ViewValue) -> Outcome:
    """A claim's new content in its place, or beside it if the speaker is trusted less than who made it."""
    before = fields.from_props(element.kind, element.props)
    said = changed_names(before, value) - {"confidence", "status"}
    explicit = value.confidence if "confidence" in changed_names(before, value) else None
    trust, note = work.speaker.trust(explicit)
    if not said:
        if "confidence" in changed_names(before, value):
            _check_may_judge(work, element)
        work.effects.write(element, value)
        return Outcome.applied(element, note=note)
    if explicit is None and work.speaker.source_kind == "agent" and not work.speaker.may_decide:
        trust = min(trust, _trust(element))  # nothing is surer because an agent words it anew
    if trust >= _trust(element):
        work.effects.write(element, _trusted(value, trust), as_own=True)
        return Outcome.applied(element, note=note)
    scope = work.draft.by_uid(element.parent_uid)
    key = element.props.get("key")
    for other in work.draft.by_hash(element.kind, scope.uid, fields.content_hash(element.kind, None, value, key=key)):
        beside = other is not element and element.ref in (other.props.get("contradicts") or ())
        if beside and not changed_names(fields.from_props(other.kind, other.props), value) - {"confidence"}:
            return Outcome.duplicate(other, f"{element.ref} is trusted more, and {other.ref} beside it says so already")
        if beside and element.kind == "variable" and trust >= _trust(other):
            work.effects.write(other, value, as_own=True)
            reason = (
                f"{element.ref} is trusted more ({_trust(element):g} against {trust:g}): put beside it, in {other.ref}"
            )
            return Outcome.applied(other, note=reason)
    rival = work.effects.create(
        element.kind, scope, _trusted(value, trust), key=key, links={**links_of(element), "contradicts": (element.ref,)}
    )
    reason = f"{element.ref} is trusted more ({_trust(element):g} against {trust:g}): kept beside it as {rival.ref}"
    return Outcome("applied", (rival.ref,), tuple(filter(None, (reason, note))))


def _check_may_judge(work: Work, element: Element) -> None:
    """ValueRefused if the speaker is trusted less than the claim: lowered first, it could be replaced then."""
    own, present = work.speaker.trust(None)[0], _trust(element)
    if own < present and not work.speaker.may_decide:
        raise ValueRefused(
            "protected",
            f"{element.ref} is trusted more ({present:g}) than {work.speaker.source_kind!r} is ({own:g}):"
            " its confidence stays",
            hint=f"add a {element.kind} that contradicts it: contradicts [{element.ref}]",
        )


def _trusted(value: ViewValue, trust: float) -> ViewValue:
    """The value with the confidence that it really has, where it shows one."""
    return fields.set_field(value, "confidence", trust) if "confidence" in value.names else value


def _trust(element: Element) -> float:
    return float(element.props.get("confidence") or 0.0)


def _relink(work: Work, made: Element, ref: str, name: str) -> None:
    links = {other: [item for item in refs if item != ref] for other, refs in links_of(made).items()}
    links[name] = [*links.get(name, ()), ref]
    both = {other: links.get(other, []) for other in ("contradicts", "supersedes")}
    work.effects.link(made, both)
