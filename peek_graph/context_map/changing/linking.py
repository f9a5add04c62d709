"""``link`` and ``unlink``, and the links that values carry."""

from __future__ import annotations

import re
from collections.abc import Iterable

from peek_graph.context_map.changing.effects import links_of
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.operations import Operation
from peek_graph.context_map.changing.outcome import Outcome
from peek_graph.context_map.changing.protection import NeedsPerson
from peek_graph.context_map.changing.targets import Found, Target, resolve
from peek_graph.context_map.changing.work import Work
from peek_graph.context_map.view.fields import ViewValue
from peek_graph.context_map.view.json_values import ValueRefused
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.paths import parse_path
from peek_graph.errors import PathError

_PASSAGES = frozenset({"section", "document"})
# What each link may lead to, besides what it says by itself: nothing supports itself, and only passages are cited.
_CITED = frozenset({"cites"})
# Where a plain name of that form is a ref: first in a path, and after a list's name.
_LISTS = frozenset({"", *(kind.container[-1] for kind in KINDS.values() if kind.form == "list")})
_REF = re.compile(r"[A-Z][1-9][0-9]*(?:§[0-9.]+(?:-[0-9]+)?)?")


def change_link(work: Work, target: Target, operation: Operation) -> Outcome:
    """Begin or end one link from an entry to another."""
    element = _entry(target)
    there = links_of(element).get(operation.relation, ())
    if operation.op == "unlink":
        ref = _ref_of(work, operation.to, archived=True)
        if ref not in there:
            return Outcome.duplicate(element, f"{element.ref} has no such link to {ref}")
        work.effects.link(element, {operation.relation: [item for item in there if item != ref]})
        return Outcome.applied(element)
    ref = _ref_of(work, operation.to)
    if ref in there:
        return Outcome.duplicate(element)
    check_link(work, element, operation.relation, ref)
    work.effects.link(element, {operation.relation: [*there, ref]})
    return Outcome.applied(element)


def resolve_links(work: Work, value: ViewValue) -> dict[str, tuple[str, ...]]:
    """The refs that a value's links lead to; while a dictionary is loaded none yet, see `late_links`."""
    if work.loading:
        return {}
    return {name: refs_of(work, name, given) for name, given in value.links.items()}


def late_links(work: Work) -> dict[str, list[str]]:
    """Begin the links of a loaded dictionary, by its own labels and paths, now that all is there.

    Those that lead nowhere are left out: a dictionary has no sections. By ref, what was left out and why.
    """
    lacking: dict[str, list[str]] = {}
    for element, value in work.deferred:
        links: dict[str, list[str]] = {}
        for name, given in value.links.items():
            for text in given:
                try:
                    links.setdefault(name, []).extend(refs_of(work, name, [_labelled(work, text)], element))
                except ValueRefused as error:
                    lacking.setdefault(element.ref, []).append(f"{name} {text!r} was left out: {error.reason}")
        for name, refs in links.items():
            try:
                work.effects.link(element, {name: refs})
            except NeedsPerson as refused:
                note = f"{name} was left out: {refused.path.child(name)} is protected"
                lacking.setdefault(element.ref, []).append(note)
    return lacking


def _labelled(work: Work, text: str) -> str:
    """The ref of what the dictionary calls so; a section goes by its document's label."""
    label, mark, section = text.partition("§")
    if label not in work.labels and text in work.labels:
        label, mark, section = text, "", ""
    if label not in work.labels:
        if _by_ref(text):
            # In the map that it comes from; here, another entry may have it.
            raise ValueRefused("unknown_path", f"the dictionary calls nothing {label[:80]!r}")
        return text
    if not work.labels[label]:
        raise ValueRefused("unknown_path", f"{label} of the dictionary was not added")
    return work.labels[label] + mark + section


def _by_ref(text: str) -> bool:
    """Whether a link names what it leads to, or what that is in, by a ref."""
    try:
        steps = parse_path(text).steps
    except PathError:
        return False
    names = ("", *(str(step.value) for step in steps))
    return any(
        step.kind == "ref" or (name in _LISTS and _REF.fullmatch(str(step.value)))
        for name, step in zip(names, steps, strict=False)
    )


def refs_of(work: Work, relation: str, given: Iterable[str], element: Element | None = None) -> tuple[str, ...]:
    """The refs of what these refs or paths lead to, from ``element`` if it is there already."""
    refs = tuple(dict.fromkeys(_ref_of(work, text) for text in given))
    for ref in refs:
        check_link(work, element, relation, ref)
    return refs


def _ref_of(work: Work, text: str, *, archived: bool = False) -> str:
    try:
        path = parse_path(text)
        if archived and len(path.steps) == 1 and work.draft.by_ref(str(path.steps[0].value)):
            return str(path.steps[0].value)
        target = resolve(work.draft, path)
    except PathError as error:
        raise ValueRefused(
            "bad_path", f"the link to {text[:80]!r}: {error.message}", "a ref, as D3§2.3 or F7"
        ) from error
    except ValueRefused as error:
        reason = f"the link to {text[:80]!r}: {error.reason}"
        raise ValueRefused(error.code, reason, error.expected, hint=error.hint) from error
    if not isinstance(target, Found) or not target.element.ref:
        raise ValueRefused("unknown_path", f"the link to {text[:80]!r} leads to no entry", "a ref, as D3§2.3 or F7")
    return target.element.ref


def check_link(work: Work, element: Element | None, relation: str, ref: str) -> None:
    """ValueRefused unless the entry (None: a new one) can have that link."""
    target = work.draft.by_ref(ref)
    if element is not None and target is element:
        raise ValueRefused("wrong_type", f"{ref} cannot be linked to itself", "another entry")
    if target is not None and relation in _CITED and target.kind not in _PASSAGES:
        raise ValueRefused("wrong_type", f"{ref} is a {target.kind}", "a document or section, which can be cited")


def _entry(target: Target) -> Element:
    if not isinstance(target, Found) or not target.element.ref or target.element.kind == "section":
        raise ValueRefused("wrong_type", "links begin at an entry", "the path or ref of an entry")
    return target.element
