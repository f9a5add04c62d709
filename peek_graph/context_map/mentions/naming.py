"""Keeps the names of documents and variables, and tells which of them older texts have to be asked about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

from peek_graph.context_map.mentions.forms import Form, forms_of_entry, phrases_of
from peek_graph.graph import mentions
from peek_graph.graph.database import Transaction
from peek_graph.graph.mentions import PendingText

MOST_HOLDERS: Final = 3
"""A form that more live entries have says of none of them that it is meant."""

_NAMED: Final = frozenset({"document", "variable"})
_KEPT: Final = ("head", "source", "loose", "since")


@dataclass(slots=True)
class _Changes:
    """What becomes of names; ``came`` and ``went``: by (head, form) the entries that have it now, or no longer."""

    created: list[dict[str, Any]] = field(default_factory=list)
    updated: list[dict[str, Any]] = field(default_factory=list)
    deleted: list[dict[str, Any]] = field(default_factory=list)
    came: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    went: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    spelt: dict[str, tuple[str, ...]] = field(default_factory=dict)


def rename(tx: Transaction, map_uid: str, entries: Iterable[PendingText]) -> list[tuple[str, ...]]:
    """Bring the names of these entries up to date; the links to who lost a name go.

    Gives the names, each in its spellings, about which older texts are to be looked at again: now they mention an entry
    by it, or no longer do, or it takes the place of a shorter one in them.
    """
    changes = _changes(tx, map_uid, {entry.uid: entry for entry in entries if entry.kind in _NAMED})
    mentions.change_names(tx, map_uid, changes.created, changes.updated, changes.deleted)
    lost = [{"uid": uid, "form": form} for (_, form), uids in changes.went.items() for uid in uids]
    changed = {**changes.came, **changes.went}
    # As many as came, and one more than may have it: if there are so many, it was ambiguous before.
    most = max(map(len, changes.came.values()), default=0) + MOST_HOLDERS + 1
    holders = mentions.find_holders(tx, map_uid, changed, most)
    common: list[tuple[str, str]] = []
    asked: list[tuple[str, ...]] = []
    for name in changed:
        held = holders.get(name[1])
        now = held.uids if held else ()
        if held and held.common:
            common.append(name)
            continue
        before = len(set(now) - set(changes.came.get(name, ()))) + len(changes.went.get(name, ()))
        if len(now) > MOST_HOLDERS and before > MOST_HOLDERS:
            continue
        if len(now) > MOST_HOLDERS:
            lost += [{"uid": uid, "form": name[1]} for uid in now]
        if 0 < len(now) <= MOST_HOLDERS or bool(now) != bool(before):
            asked.append(changes.spelt.get(name[1]) or phrases_of(name[1]))
    mentions.set_common(tx, map_uid, common)
    mentions.withdraw(tx, map_uid, lost)
    return asked


def _changes(tx: Transaction, map_uid: str, entries: Mapping[str, PendingText]) -> _Changes:
    changes = _Changes()
    if not entries:
        return changes
    stored = mentions.find_names(tx, map_uid, list(entries))
    restored = _restored(tx, map_uid, stored)
    for has in stored:
        entry = entries[has.uid]
        forms = {form.form: form for form in forms_of_entry(entry.kind, entry.title, entry.key, entry.aliases)}
        for form in forms.values():
            _keep(changes, has, form, has.uid in restored)
        for gone in has.names.keys() - forms.keys():
            changes.deleted.append({"entry_uid": has.uid, "form": gone})
            changes.went.setdefault((has.names[gone]["head"], gone), []).append(has.uid)
    return changes


def _keep(changes: _Changes, has: mentions.StoredNames, form: Form, is_restored: bool) -> None:
    known = has.names.get(form.form)
    properties = {"head": form.head, "source": form.source, "loose": form.loose, "since": has.since}
    if known is None:
        changes.created.append({"uid": uuid4().hex, "entry_uid": has.uid, "form": form.form, **properties})
    elif any(known[name] != properties[name] for name in _KEPT):
        changes.updated.append({"entry_uid": has.uid, "form": form.form, "properties": properties})
    if known is None or is_restored or known["loose"] != form.loose:
        changes.came.setdefault((form.head, form.form), []).append(has.uid)
        changes.spelt[form.form] = form.phrases


def _restored(tx: Transaction, map_uid: str, stored: Sequence[mentions.StoredNames]) -> set[str]:
    """Those that were archived since their names were written, so that no text was linked to them meanwhile."""
    rows = [
        {"uid": has.uid, "since": since}
        for has in stored
        if has.names and (since := min(name["since"] for name in has.names.values())) != has.since
    ]
    return mentions.find_restored(tx, map_uid, rows)
