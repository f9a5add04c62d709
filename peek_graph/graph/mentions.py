"""Names of entries and who mentions them, as rows of ``cypher/mentions.cypher``.

Names are looked up by ``head`` and then by ``form`` below it: `index_name_head` is on (map_uid, head, form). Thousands
may begin alike (`Report on the …`), and none but those that a text has is worth reading.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.lucene import is_cjk, phrase_of
from peek_graph.graph.queries import load_queries
from peek_graph.graph.schema import TEXT_CJK, TEXT_ENGLISH

_QUERIES = load_queries("mentions")
_BATCH: Final = 1000
_HEADS: Final = 5000
_SLOP: Final = 2
# Thai, Lao, Burmese, Khmer.
_RUN: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+")

Source = Literal["title", "key", "alias"]
Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class PendingText:
    """A live entry whose names and mentions are to be brought up to date.

    ``text`` is the node's own property (mentions are looked for in it alone, never in the title), ``document_uid`` that
    of the document which a section is of. ``aliases`` are a document's other names.
    """

    uid: str
    kind: str
    title: str = ""
    key: str = ""
    aliases: tuple[str, ...] = ()
    text: str = ""
    document_uid: str | None = None


@dataclass(frozen=True, slots=True)
class StoredNames:
    """The names that an entry has, by form, and the revision that its state is of; ``since`` as the names have it."""

    uid: str
    since: int
    names: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Holders:
    """Live entries that have a form, as far as they were asked for."""

    form: str
    uids: tuple[str, ...]
    loose: bool
    common: bool


def find_names(tx: Transaction, map_uid: str, uids: Sequence[str]) -> list[StoredNames]:
    """The names of those entries that are live."""
    rows = tx.run(_QUERIES["find_names"], map_uid=map_uid, uids=list(uids))
    return [StoredNames(row["uid"], row["since"], {name["form"]: name for name in row["names"]}) for row in rows]


def find_restored(tx: Transaction, map_uid: str, rows: Rows) -> set[str]:
    """Of rows {uid, since} those uids that were archived, and came back, after that state."""
    found = tx.run(_QUERIES["find_restored"], map_uid=map_uid, rows=list(rows)) if rows else ()
    return {row["uid"] for row in found}


def change_names(tx: Transaction, map_uid: str, created: Rows, updated: Rows, deleted: Rows) -> None:
    """Rows {uid, entry_uid, form, head, source, loose, since}; {entry_uid, form, properties}; {entry_uid, form}."""
    for name, rows in (("delete_names", deleted), ("update_names", updated), ("create_names", created)):
        _batch(tx, name, map_uid, rows)


def find_heads(runner: Database | Transaction, map_uid: str, heads: Sequence[str]) -> list[str]:
    """Those of ``heads`` that have names."""
    parts = (heads[start : start + _HEADS] for start in range(0, len(heads), _HEADS))
    return [row["head"] for part in parts for row in _run(runner, "find_heads", map_uid=map_uid, heads=part)]


def find_forms(
    runner: Database | Transaction, map_uid: str, heads: Sequence[str], limit: int
) -> tuple[dict[str, dict[str, bool]], set[str]]:
    """By head the forms, and whether one takes lower case; and those heads that have ``limit`` names or more."""
    forms: dict[str, dict[str, bool]] = {}
    read: Counter[str] = Counter()
    for row in _run(runner, "find_forms", map_uid=map_uid, heads=heads, limit=limit) if heads else ():
        below = forms.setdefault(row["head"], {})
        below[row["form"]] = row["loose"] or below.get(row["form"], False)
        read[row["head"]] += 1
    return forms, {head for head, count in read.items() if count >= limit}


def find_holders(
    runner: Database | Transaction, map_uid: str, names: Iterable[tuple[str, str]], limit: int
) -> dict[str, Holders]:
    """Of (head, form) the live entries that have the form, at most ``limit`` of each; forms of nobody are left out."""
    asked = [{"head": head, "form": form} for head, form in names]
    found = {}
    for start in range(0, len(asked), _HEADS):
        rows = asked[start : start + _HEADS]
        for row in _run(runner, "find_holders", map_uid=map_uid, rows=rows, limit=limit):
            found[row["form"]] = Holders(row["form"], tuple(sorted(row["uids"])), row["loose"], row["common"])
    return found


def set_common(tx: Transaction, map_uid: str, forms: Iterable[tuple[str, str]]) -> None:
    """Note of (head, form) that they are in too many texts."""
    _batch(tx, "set_common", map_uid, [{"head": head, "form": form} for head, form in forms])


def find_phrases(tx: Transaction, map_uid: str, names: Sequence[Sequence[str]], limit: int) -> list[list[str]]:
    """For each name, given in its spellings, live entries whose text seems to hold one, the best first."""
    found: list[list[str]] = [[] for _ in names]
    for index in (TEXT_ENGLISH, TEXT_CJK):
        numbers = [n for n, name in enumerate(names) if (TEXT_CJK if _has_cjk(name) else TEXT_ENGLISH) == index]
        queries = [_phrase_query(map_uid, names[number]) for number in numbers]
        if queries:
            rows = tx.run(_QUERIES["find_phrases"], map_uid=map_uid, index=index, queries=queries, limit=limit)
            for row in rows:
                found[numbers[row["number"]]] = row["uids"]
    return found


def load_texts(tx: Transaction, map_uid: str, uids: Sequence[str]) -> list[PendingText]:
    """Live entries with what is linked of them; their names are left out."""
    return [PendingText(**row) for row in tx.run(_QUERIES["load_texts"], map_uid=map_uid, uids=list(uids))]


def defer_texts(tx: Transaction, map_uid: str, uids: Sequence[str]) -> None:
    """Leave these entries' mentions to another time."""
    _batch(tx, "defer_texts", map_uid, [{"uid": uid} for uid in uids])


def find_mentions(tx: Transaction, map_uid: str, uids: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """Forms by (entry, whom it mentions)."""
    rows = tx.run(_QUERIES["find_mentions"], map_uid=map_uid, uids=list(uids))
    return {(row["uid"], row["target"]): row["forms"] for row in rows}


def count_mentions(tx: Transaction, map_uid: str, rows: Rows, uids: Sequence[str], most: int) -> dict[str, int]:
    """Of rows {uid, form, found} how often the entry is mentioned so by others than ``uids``.

    Left out are those which cannot come to more than ``most`` with what was ``found``.
    """
    counts: dict[str, int] = {}
    for row in tx.run(_QUERIES["count_mentions"], map_uid=map_uid, rows=list(rows), uids=list(uids), most=most):
        counts[row["form"]] = max(counts.get(row["form"], 0), row["count"])
    return counts


def change_mentions(tx: Transaction, map_uid: str, written: Rows, deleted: Rows) -> None:
    """Rows {uid, target, forms}, forms longest first; {uid, target}."""
    _batch(tx, "delete_mentions", map_uid, deleted)
    _batch(tx, "write_mentions", map_uid, written)


def withdraw(tx: Transaction, map_uid: str, rows: Rows) -> None:
    """Rows {uid, form}: nobody mentions that entry by that form any more."""
    _batch(tx, "withdraw_form", map_uid, rows)


def _batch(tx: Transaction, name: str, map_uid: str, rows: Rows) -> None:
    if rows:
        tx.run_batched(_QUERIES[name], list(rows), _BATCH, map_uid=map_uid)


def _run(runner: Database | Transaction, name: str, **params: Any) -> list[dict[str, Any]]:
    query = _QUERIES[name]
    return runner.read(query, **params) if isinstance(runner, Database) else runner.run(query, **params)


def _has_cjk(spellings: Sequence[str]) -> bool:
    return any(is_cjk(character) for spelling in spellings for character in spelling)


def _phrase_query(map_uid: str, spellings: Sequence[str]) -> str:
    """A Lucene query for texts of one map that hold one of the spellings word by word; the scope adds no score.

    The index has terms between words that are no words of a name, as emoji are. And of scripts without blanks it holds
    whole runs, of which only the beginning can be asked for.
    """
    phrases = [f"{phrase_of(spelling)}~{_SLOP}" for spelling in spellings]
    runs = [f"{spelling}*" for spelling in spellings if _RUN.fullmatch(spelling)]
    return f"+map_uid:{map_uid}^0 +text:({' '.join(phrases + runs)})"
