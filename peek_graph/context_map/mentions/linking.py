"""Keeps the names of entries and the links from texts that mention them; cost follows what changed.

A text is compared with no name that it does not begin to spell: what it holds is looked up by the first words. And of a
name that is new, full text is asked which older texts spell it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from peek_graph.context_map.mentions.matching import Found, Place, continued, found_in, heads_in, standing_in
from peek_graph.context_map.mentions.naming import MOST_HOLDERS, rename
from peek_graph.context_map.mentions.words import Words, words_of
from peek_graph.graph import mentions
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.mentions import Holders, PendingText

MOST_MENTIONS: Final = 200
"""A form that more entries of the map mention is common: it is linked nowhere."""

# As far as one text is read, and one question.
_LONGEST_TEXT: Final = 100_000
_LONGEST_QUESTION: Final = 2_000
_QUESTION_CHARACTERS: Final = 40_000
# Above the first, the other names of that head are asked for one by one, by what the text goes on with.
_CROWDED: Final = 64
_FEW_HEADS: Final = 300
_MOST_LINKS: Final = 1_000
_MOST_HITS: Final = 2 * MOST_MENTIONS + 1
_MOST_RELINKED: Final = 1_000
_MOST_MEANT: Final = 10


@dataclass(frozen=True, slots=True)
class Linked:
    """What linking came to: ``relinked`` older texts were looked at again, ``deferred`` ones are flagged for it."""

    relinked: int
    deferred: int


@dataclass(frozen=True, slots=True)
class Named:
    """An entry that a text names by ``form``, which ``count`` live entries have."""

    entry_uid: str
    form: str
    count: int


def link(tx: Transaction, map_uid: str, entries: Sequence[PendingText]) -> Linked:
    """Bring names and mentions of these live entries up to date. The caller holds the map's lock.

    Their ``links_pending`` is the caller's to clear. Older texts that name what is new here are linked as well; of very
    many, the rest gets ``links_pending``.
    """
    asked = rename(tx, map_uid, entries)
    given = {entry.uid for entry in entries}
    hits = mentions.find_phrases(tx, map_uid, asked, _MOST_HITS)
    older = list(dict.fromkeys(uid for uids in hits for uid in uids if uid not in given))
    mentions.defer_texts(tx, map_uid, older[_MOST_RELINKED:])
    texts = mentions.load_texts(tx, map_uid, older[:_MOST_RELINKED])
    _link_texts(tx, map_uid, [*entries, *texts])
    return Linked(len(texts), len(older[_MOST_RELINKED:]))


def named_in(db: Database, map_uid: str, text: str) -> list[Named]:
    """The live entries that a question names, in its order; none by a form that more than ten have.

    In a question without any capital, every word may be a name. Of a long one, the first 2,000 words are read.
    """
    text = text[:_QUESTION_CHARACTERS]
    words = words_of(text, _LONGEST_QUESTION)
    if text == text.lower():
        words = replace(words, marked=(True,) * len(words))
    read = _read(db, map_uid, {"": words}, _MOST_MEANT + 1)
    meant: dict[str, Named] = {}
    for found in read.found(""):
        held = read.holders[found.form]
        if len(held.uids) <= _MOST_MEANT:
            for uid in held.uids:
                meant.setdefault(uid, Named(uid, found.form, len(held.uids)))
    return list(meant.values())


@dataclass(frozen=True, slots=True)
class _Read:
    """Texts with what live entries are called in them: who has each form, and the names by head."""

    texts: Mapping[str, Words]
    places: Mapping[str, Sequence[Place]]
    holders: Mapping[str, Holders]
    names: Mapping[str, Mapping[str, bool]]

    def found(self, key: str) -> list[Found]:
        return found_in(self.texts[key], self.names, self.places[key])


def _read(runner: Database | Transaction, map_uid: str, texts: Mapping[str, Words], most: int) -> _Read:
    """``most``: of each form, so many of those who have it are told."""
    everywhere = {key: list(heads_in(words)) for key, words in texts.items()}
    heads = {head for places in everywhere.values() for _, _, head in places}
    # Of a few, their names may be asked for at once.
    there = heads if len(heads) <= _FEW_HEADS else set(mentions.find_heads(runner, map_uid, sorted(heads)))
    forms, crowded = mentions.find_forms(runner, map_uid, sorted(there), _CROWDED)
    places = {key: [place for place in all_of if place[2] in there] for key, all_of in everywhere.items()}
    asked: set[tuple[str, str]] = set()
    for key, words in texts.items():
        asked.update((found.head, found.form) for found in standing_in(words, forms, places[key]))
        asked.update(continued(words, (place for place in places[key] if place[2] in crowded)))
    holders = mentions.find_holders(runner, map_uid, sorted(asked), most)
    names: dict[str, dict[str, bool]] = defaultdict(dict)
    for head, form in asked:
        if form in holders:
            names[head][form] = holders[form].loose
    return _Read(texts, places, holders, names)


def _link_texts(tx: Transaction, map_uid: str, texts: Sequence[PendingText]) -> None:
    read = _read(tx, map_uid, {text.uid: words_of(text.text, _LONGEST_TEXT) for text in texts}, MOST_HOLDERS + 1)
    mentioned = {text.uid: _mentioned_by(text, read) for text in texts}
    common = _common(tx, map_uid, mentioned)
    if common:
        mentions.set_common(
            tx, map_uid, sorted((head, form) for head, below in read.names.items() for form in common & below.keys())
        )
        mentions.withdraw(
            tx, map_uid, [{"uid": uid, "form": form} for form in sorted(common) for uid in read.holders[form].uids]
        )
    _write(tx, map_uid, mentioned, common)


def _mentioned_by(text: PendingText, read: _Read) -> dict[str, set[str]]:
    """By the entry that it mentions, the forms by which it does."""
    forms: dict[str, set[str]] = {}
    for form in dict.fromkeys(found.form for found in read.found(text.uid)):
        held = read.holders[form]
        if held.common or len(held.uids) > MOST_HOLDERS:
            continue
        for uid in held.uids:
            if uid not in (text.uid, text.document_uid) and (uid in forms or len(forms) < _MOST_LINKS):
                forms.setdefault(uid, set()).add(form)
    return forms


def _common(tx: Transaction, map_uid: str, mentioned: Mapping[str, Mapping[str, Iterable[str]]]) -> set[str]:
    """Those forms that with these texts are mentioned too often."""
    found: dict[tuple[str, str], int] = defaultdict(int)
    for targets in mentioned.values():
        for target, forms in targets.items():
            for form in forms:
                found[target, form] += 1
    rows = [{"uid": uid, "form": form, "found": count} for (uid, form), count in found.items()]
    counts = mentions.count_mentions(tx, map_uid, rows, list(mentioned), MOST_MENTIONS) if rows else {}
    return {form for (_, form), count in found.items() if counts.get(form, 0) + count > MOST_MENTIONS}


def _write(
    tx: Transaction, map_uid: str, mentioned: Mapping[str, Mapping[str, Iterable[str]]], common: set[str]
) -> None:
    wanted = {
        (uid, target): sorted(kept, key=lambda form: (-len(form), form))
        for uid, targets in mentioned.items()
        for target, forms in targets.items()
        if (kept := set(forms) - common)
    }
    there = mentions.find_mentions(tx, map_uid, list(mentioned))
    written = [
        {"uid": uid, "target": target, "forms": forms}
        for (uid, target), forms in wanted.items()
        if there.get((uid, target)) != forms
    ]
    deleted = [{"uid": uid, "target": target} for uid, target in there if (uid, target) not in wanted]
    mentions.change_mentions(tx, map_uid, written, deleted)
