"""`apply`: a batch of operations as one revision, or none."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from peek_graph.context_map.changing.base import Base, Known, NoBase
from peek_graph.context_map.changing.batch import Batch
from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.flush import flush
from peek_graph.context_map.changing.operations import Operation, read_operations, request_hash
from peek_graph.context_map.changing.proposing import Proposals, stored_operation
from peek_graph.context_map.changing.protection import Protection
from peek_graph.context_map.changing.reviewing import Reviews
from peek_graph.context_map.changing.speaker import Speaker, check_words
from peek_graph.context_map.handle import MapHandle, NothingToWrite, Revising
from peek_graph.context_map.view.json_values import compact
from peek_graph.errors import HistoryPruned, OperationError, RevisionNotFound
from peek_graph.graph import maps
from peek_graph.graph.proposals import write_proposals
from peek_graph.records import ApplyMode, ApplyReport, SourceKind, Verdict

LONGEST_REQUEST_ID: Final = 200


@dataclass(frozen=True, slots=True)
class Request:
    """How a batch is to be applied; see `ContextMap.apply`."""

    speaker: Speaker
    reasoning: str = ""
    request_id: str | None = None
    base_revision: int | None = None
    mode: ApplyMode = "strict"
    dry_run: bool = False
    loading: bool = False
    reviews: Reviews = field(default_factory=Reviews)


def apply(handle: MapHandle, operations: Any, request: Request) -> ApplyReport:
    """Work through the batch under the map's lock, and write all of it, what is good of it, or nothing."""
    _check(request)
    batch = read_operations(operations)
    request.reviews.check(len(batch))
    digest = request_hash(batch)
    report: ApplyReport | None = None

    def work(revising: Revising) -> None:
        nonlocal report
        if revising.begun.done is not None:
            report = _replayed(handle, revising, request, digest)
            raise NothingToWrite
        draft, proposals, verdicts = _judge(handle, revising, batch, request)
        refused = request.mode == "strict" and any(verdict.verdict == "rejected" for verdict in verdicts)
        written = bool(draft.changed or proposals.new or proposals.changed)
        if refused or request.dry_run or not written:
            report = ApplyReport(handle.name, revising.number - 1, tuple(verdicts), False, request.dry_run)
            raise NothingToWrite
        flush(draft, revising.writer)
        size = handle.settings.write.batch_size
        write_proposals(revising.tx, handle.uid, revising.number, proposals.new, proposals.changed, size)
        revising.counters.update(draft.counters)
        revising.noted.update(
            operations=len(batch), verdicts=compact([_form(verdict) for verdict in verdicts]), request_hash=digest
        )
        report = ApplyReport(handle.name, revising.number, tuple(verdicts), True)

    handle.revise(
        work,
        source=request.speaker.source,
        reasoning=request.reasoning,
        author=request.speaker.author,
        # Who made the revision: what a model heard a person say is the model's.
        source_kind="agent" if request.speaker.reported else request.speaker.source_kind,
        request_id=request.request_id,
    )
    assert report is not None
    return report


def _judge(
    handle: MapHandle, revising: Revising, batch: Sequence[Operation | Verdict], request: Request
) -> tuple[Draft, Proposals, list[Verdict]]:
    draft = Draft(revising.tx, revising.begun.map)
    proposals = Proposals(draft, request.speaker, request.reasoning, revising.number)
    protection = Protection(handle.settings.protection.paths)
    base = _base(handle, revising, draft, request.base_revision)
    worked = Batch(
        draft, request.speaker, protection, proposals, base=base, loading=request.loading, reviews=request.reviews
    )
    verdicts = worked.run(batch)
    for row in proposals.well_supported(handle.settings.protection.hypothesis_support):
        confirmed = Batch(draft, request.speaker.as_confirmed(), protection, proposals)
        if confirmed.run(read_operations([stored_operation(row)]))[0].verdict in ("applied", "duplicate"):
            proposals.decide(row, "confirmed", "support", f"{len(row['support'])} independent sources say so")
    return draft, proposals, verdicts


def _base(handle: MapHandle, revising: Revising, draft: Draft, revision: int | None) -> Base:
    if revision is None:
        return NoBase()
    if not 0 <= revision < revising.number:
        raise RevisionNotFound(
            f"base revision {revision} is not one of {handle.name!r}", f"it is at revision {revising.number - 1}"
        )
    pruned = int(revising.begun.map.get("pruned_before") or 0)
    if revision < pruned:
        raise HistoryPruned(
            f"{handle.name!r} can no longer be compared with what it was at base revision {revision}",
            f"`prune` left what is needed from {pruned} on: read the map again, and give the revision that was read",
        )
    return Known(revising.tx, draft, revision)


def _replayed(handle: MapHandle, revising: Revising, request: Request, digest: str) -> ApplyReport:
    done = revising.begun.done or {}
    if done.get("request_hash") != digest:
        raise OperationError(
            f"request {request.request_id!r} was another batch, in revision {done.get('number')}",
            "a request id stands for one batch: give this one its own",
        )
    return _report_of(handle, int(done["number"]), done["verdicts"], request.dry_run)


def done_before(handle: MapHandle, request_id: str) -> ApplyReport | None:
    """What a request came to; None if it was not done."""
    done = maps.find_request(handle.db, handle.uid, request_id)
    return None if done is None else _report_of(handle, *done)


def _report_of(handle: MapHandle, number: int, verdicts: str, dry_run: bool = False) -> ApplyReport:
    stored = [{"op": "", "path": "", **form} for form in json.loads(verdicts)]
    told = tuple(Verdict(**{**form, "refs": tuple(form.get("refs") or ())}) for form in stored)
    return ApplyReport(handle.name, number, told, False, dry_run, replayed=True)


def _form(verdict: Verdict) -> dict[str, Any]:
    """A verdict without what it lacks; `asdict` would copy each value, which takes as long as judging."""
    form = {name: getattr(verdict, name) for name in Verdict.__slots__}
    return {name: value for name, value in form.items() if value}


def _check(request: Request) -> None:
    if request.mode not in ("strict", "lenient"):
        raise OperationError(f"mode is {request.mode!r}", "'strict' applies all or nothing, 'lenient' what is good")
    if request.speaker.source_kind not in get_args(SourceKind):
        kinds = ", ".join(get_args(SourceKind))
        raise OperationError(f"source_kind is {request.speaker.source_kind!r}", f"one of {kinds}")
    base, request_id = request.base_revision, request.request_id
    if base is not None and (isinstance(base, bool) or not isinstance(base, int)):
        raise OperationError(f"base_revision is {base!r:.60}", "the number of a revision, as `status` shows it")
    if isinstance(request_id, str) and len(request_id) > LONGEST_REQUEST_ID:
        # It is found by an index, which takes no long texts.
        raise OperationError(
            f"request_id has {len(request_id)} characters", f"at most {LONGEST_REQUEST_ID}, such as a UUID"
        )
    check_words(
        author=request.speaker.author,
        source=request.speaker.source,
        reasoning=request.reasoning,
        request_id="" if request_id is None else request_id,
    )
