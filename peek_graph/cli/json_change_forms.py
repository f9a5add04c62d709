"""Records of changes and of the past as JSON, under the same promise as `json_forms`: no key goes away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peek_graph.cli.json_forms import revision_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peek_graph.records import (
        ApplyReport,
        ArchiveReport,
        Change,
        EntryState,
        ProposalInfo,
        PruneReport,
        Review,
        RevisionDetail,
        SnapshotInfo,
        Verdict,
        Why,
    )


def verdict_form(verdict: Verdict) -> dict[str, Any]:
    """What became of one operation; ``code`` and ``refs`` only where there are any."""
    form: dict[str, Any] = {
        "op": verdict.op,
        "path": verdict.path,
        "verdict": verdict.verdict,
        "ref": verdict.ref,
        "reason": verdict.reason,
    }
    if verdict.code is not None:
        form["code"] = verdict.code
    if verdict.refs:
        form["refs"] = list(verdict.refs)
    return form


def apply_form(report: ApplyReport) -> dict[str, Any]:
    """`apply`, `note`, `load` and `confirm`; ``revision`` is the map's after the call."""
    return {
        "map": report.map,
        "revision": report.revision,
        "verdicts": [verdict_form(verdict) for verdict in report.verdicts],
        "changed": report.changed,
        "dry_run": report.dry_run,
        "replayed": report.replayed,
    }


def change_form(change: Change) -> dict[str, Any]:
    """One element's change; ``fields``: name -> [before, after], whole."""
    return {
        "ref": change.ref,
        "kind": change.kind,
        "path": change.path,
        "change": change.change,
        "fields": {name: list(values) for name, values in change.fields.items()},
    }


def detail_form(name: str, detail: RevisionDetail) -> dict[str, Any]:
    """`show` and `rollback`; ``revision`` is null where nothing was written."""
    return {
        "map": name,
        "revision": revision_form(detail.revision) if detail.revision is not None else None,
        "changes": [change_form(change) for change in detail.changes],
        "verdicts": [verdict_form(verdict) for verdict in detail.verdicts],
    }


def diff_form(name: str, older: int | str, newer: int | str, changes: Sequence[Change]) -> dict[str, Any]:
    """`diff`."""
    return {"map": name, "older": older, "newer": newer, "changes": [change_form(change) for change in changes]}


def state_form(state: EntryState) -> dict[str, Any]:
    """One state of `history`; ``until`` null: still so; ``value`` null: archived."""
    return {
        "ref": state.ref,
        "since": state.since,
        "until": state.until,
        "value": state.value,
        "revision": revision_form(state.revision) if state.revision is not None else None,
    }


def snapshot_form(snapshot: SnapshotInfo) -> dict[str, Any]:
    """`snapshot`, and one of `snapshots`; ``at`` is ISO 8601."""
    return {
        "name": snapshot.name,
        "revision": snapshot.revision,
        "author": snapshot.author,
        "at": snapshot.at.isoformat(),
    }


def proposal_form(proposal: ProposalInfo) -> dict[str, Any]:
    """`reject`, and one of `proposals`."""
    return {
        "ref": proposal.ref,
        "op": proposal.op,
        "path": proposal.path,
        "value": proposal.value,
        "current": proposal.current,
        "reason": proposal.reason,
        "author": proposal.author,
        "source": proposal.source,
        "support": list(proposal.support),
        "status": proposal.status,
        "outdated": proposal.outdated,
        "since": proposal.since,
        "decided_by": proposal.decided_by,
        "decision": proposal.decision,
        "review": review_form(proposal.review),
    }


def review_form(review: Review | None) -> dict[str, Any] | None:
    """What a second call of a model said to a proposal; null if there was none."""
    return None if review is None else {"verdict": review.verdict, "reason": review.reason, "by": review.by}


def archive_form(report: ArchiveReport) -> dict[str, Any]:
    """`archive` and `restore`; ``refs`` by kind, ``sections`` of documents counted only."""
    return {
        "map": report.map,
        "revision": report.revision,
        "refs": {kind: list(refs) for kind, refs in report.refs.items()},
        "sections": report.sections,
        "already": list(report.already),
        "kept": list(report.kept),
        "changed": report.changed,
        "dry_run": report.dry_run,
    }


def prune_form(report: PruneReport) -> dict[str, Any]:
    """`prune`; ``file`` is null in a dry run."""
    return {
        "map": report.map,
        "before": report.before,
        "entries": dict(report.entries),
        "versions": report.versions,
        "relationships": report.relationships,
        "kept": report.kept,
        "file": report.file,
        "dry_run": report.dry_run,
    }


def why_form(why: Why) -> dict[str, Any]:
    """`why`; ``supported_by`` nests the same form down to passages."""
    return {
        "ref": why.ref,
        "kind": why.kind,
        "text": why.text,
        "pointer": why.pointer,
        "confidence": why.confidence,
        "flags": list(why.flags),
        "revision": revision_form(why.revision) if why.revision is not None else None,
        "supported_by": [why_form(support) for support in why.supported_by],
        "contradicts": list(why.contradicts),
        "supersedes": list(why.supersedes),
    }
