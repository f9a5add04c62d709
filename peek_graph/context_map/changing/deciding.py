"""Proposals as they are listed, confirmed and rejected; and the passphrase that guards it."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from peek_graph.context_map.changing.batch import Batch
from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.flush import flush
from peek_graph.context_map.changing.operations import read_operations
from peek_graph.context_map.changing.proposing import Proposals, is_outdated, stored_operation
from peek_graph.context_map.changing.protection import Protection
from peek_graph.context_map.changing.reviewing import review_of
from peek_graph.context_map.changing.speaker import Speaker, as_one, check_words
from peek_graph.context_map.handle import MapHandle, Revising, now
from peek_graph.context_map.view.json_values import compact
from peek_graph.errors import InvalidValue, PassphraseWrong, ProposalError
from peek_graph.graph import proposals as rows
from peek_graph.graph.proposals import Row
from peek_graph.records import ApplyReport, ProposalInfo, Verdict

# scrypt with 32 MB and some 100 ms: a guess costs that much.
_SCRYPT: Final = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26}
_LONGEST_REASON = 4000
T = TypeVar("T")


def list_proposals(handle: MapHandle, *, every: bool) -> list[ProposalInfo]:
    """The proposals that wait, or all that ever were, the oldest first."""
    found = (rows.list_proposals if every else rows.open_proposals)(handle.db, handle.uid)
    if not found:
        handle.node()  # raises if the map is gone
        return []
    draft = Draft(handle.db, handle.node())
    return [_info(draft, row) for row in found]


def confirm(handle: MapHandle, ref: str, *, by: str, reason: str, passphrase: str | None) -> ApplyReport:
    """Do what a proposal says, as one revision by somebody other than its author; ProposalError if that cannot be."""

    def work(decision: _Decision) -> Verdict:
        row = decision.row
        if as_one(by) == as_one(str(row["author"])):
            raise ProposalError(f"{row['ref']} is by {by!r}, who cannot confirm it", "somebody else has to")
        outdated, now = is_outdated(decision.draft, row)
        if outdated:
            raise ProposalError(
                f"{row['ref']} is outdated: {row['path']} was {row['base']} when it was made, now it is {compact(now)}",
                "reject it, and make the change yourself if it is still wanted",
            )
        protection = Protection(handle.settings.protection.paths)
        batch = Batch(decision.draft, decision.speaker, protection, decision.proposals)
        verdict = batch.run(read_operations([stored_operation(row)]))[0]
        if verdict.verdict == "rejected":
            raise ProposalError(f"{row['ref']} can no longer be done: {verdict.reason}", "reject it")
        return verdict

    number, verdict = _decide(handle, ref, "confirmed", by, reason, passphrase, work)
    return ApplyReport(handle.name, number, (verdict,), True)


def reject(handle: MapHandle, ref: str, *, by: str, reason: str, passphrase: str | None) -> ProposalInfo:
    """Close a proposal without doing it, as one revision."""
    _decide(handle, ref, "rejected", by, reason, passphrase, lambda _: None)
    return next(info for info in list_proposals(handle, every=True) if info.ref == ref.strip().upper())


@dataclass(frozen=True, slots=True)
class _Decision:
    row: Row
    draft: Draft
    speaker: Speaker
    proposals: Proposals


def _decide(
    handle: MapHandle,
    ref: str,
    status: Literal["confirmed", "rejected"],
    by: str,
    reason: str,
    passphrase: str | None,
    work: Callable[[_Decision], T],
) -> tuple[int, T]:
    if not reason.strip() or len(reason) > _LONGEST_REASON:
        raise InvalidValue(f"reason is {reason[:60]!r}", f"say in 1 to {_LONGEST_REASON} characters why")
    if not by.strip():
        raise InvalidValue("nobody is named who decides", "say by whom")
    check_words(by=by, reason=reason)
    ref = ref.strip().upper()

    def revision(revising: Revising) -> T:
        check_passphrase(rows.get_passphrase(revising.tx, handle.uid), passphrase)
        row = _open_one(handle, revising, ref)
        draft = Draft(revising.tx, revising.begun.map)
        speaker = Speaker(by, f"proposal {ref}", "user", handle.settings.confidence)
        decision = _Decision(row, draft, speaker, Proposals(draft, speaker, reason, revising.number))
        result = work(decision)
        decision.proposals.decide(row, status, by, reason)
        flush(draft, revising.writer)
        rows.write_proposals(revising.tx, handle.uid, revising.number, [], decision.proposals.changed, 1)
        revising.counters.update(draft.counters)
        return result

    word = "confirm" if status == "confirmed" else "reject"
    done = handle.revise(revision, source=f"proposal {ref}", reasoning=f"{word} {ref}: {reason}", author=by)
    assert done is not None  # nothing in it gives up
    return done


def has_passphrase(handle: MapHandle) -> bool:
    """Whether decisions need a passphrase."""
    return rows.get_passphrase(handle.db, handle.uid) is not None


def set_passphrase(handle: MapHandle, new: str | None, *, old: str | None) -> None:
    """Set, change or (None) remove the passphrase; the old one has to be given if there is one."""
    stored = rows.get_passphrase(handle.db, handle.uid)
    check_passphrase(stored, old)
    if new is not None and len(new.strip()) < 8:
        raise InvalidValue("the passphrase has fewer than 8 characters", "take a longer one")
    if not rows.set_passphrase(handle.db, handle.uid, stored, _hashed(new) if new is not None else None, now()):
        raise PassphraseWrong("another passphrase was set meanwhile", "try again with that one")


def check_given(handle: MapHandle, given: str | None) -> None:
    """PassphraseWrong unless the map has none or it is the one given."""
    check_passphrase(rows.get_passphrase(handle.db, handle.uid), given)


def check_passphrase(stored: str | None, given: str | None) -> None:
    """PassphraseWrong unless none is set or it is the one given."""
    if stored is None:
        return
    salt, _, digest = stored.partition("$")
    if given is None or not hmac.compare_digest(_digest(given, salt), digest):
        raise PassphraseWrong("the passphrase is missing or wrong", "give the one set by `peek-graph passphrase`")


def _open_one(handle: MapHandle, revising: Revising, ref: str) -> Row:
    row = rows.find_proposal(revising.tx, handle.uid, ref)
    if row is None:
        there = ", ".join(str(item["ref"]) for item in rows.open_proposals(revising.tx, handle.uid)) or "none"
        raise ProposalError(f"no proposal {ref!r} in {handle.name!r}", f"open ones: {there}")
    if row["status"] != "open":
        raise ProposalError(f"{ref} was {row['status']} by {row.get('decided_by')}", "only an open one is decided")
    return row


def _info(draft: Draft, row: Row) -> ProposalInfo:
    outdated, current = is_outdated(draft, row) if row["status"] == "open" else (False, json.loads(row["base"]))
    operation = stored_operation(row)
    return ProposalInfo(
        ref=row["ref"],
        op=row["op"],
        path=row["path"],
        value=operation.get("value", operation.get("to")),
        current=current,
        reason=row["reason"],
        author=row["author"],
        source=row["source"],
        support=tuple(row["supporters"]),
        status=row["status"],
        outdated=outdated,
        since=row["since"],
        decided_by=row.get("decided_by"),
        decision=row.get("decision"),
        review=review_of(row),
    )


def _hashed(passphrase: str) -> str:
    salt = secrets.token_hex(16)
    return f"{salt}${_digest(passphrase, salt)}"


def _digest(passphrase: str, salt: str) -> str:
    options: dict[str, Any] = dict(_SCRYPT)
    return hashlib.scrypt(passphrase.encode(errors="replace"), salt=salt.encode(), **options).hex()
