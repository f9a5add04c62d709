"""The forms are a promise to scripts: keys may be added, none goes away."""

from datetime import UTC, datetime

from peek_graph.cli.json_change_forms import (
    apply_form,
    archive_form,
    detail_form,
    diff_form,
    proposal_form,
    prune_form,
    snapshot_form,
    state_form,
    verdict_form,
    why_form,
)
from peek_graph.records import (
    ApplyReport,
    ArchiveReport,
    Change,
    EntryState,
    ProposalInfo,
    PruneReport,
    RevisionDetail,
    RevisionInfo,
    SnapshotInfo,
    Verdict,
    Why,
)

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
REVISION = RevisionInfo(12, "agent:ann", "D3", "why", AT, 2)
REVISION_FORM = {
    "number": 12,
    "author": "agent:ann",
    "source": "D3",
    "reasoning": "why",
    "at": "2026-11-30T12:00:00+00:00",
    "operations": 2,
}


def test_a_verdict_has_code_and_refs_where_there_are_any() -> None:
    plain = {"op": "add", "path": "p", "verdict": "applied", "ref": None, "reason": ""}
    assert verdict_form(Verdict("add", "p", "applied")) == plain
    full = Verdict("add", "p", "rejected", "T1", "there is one", "exists", ("T1", "T2"))
    assert verdict_form(full) == {
        "op": "add",
        "path": "p",
        "verdict": "rejected",
        "ref": "T1",
        "reason": "there is one",
        "code": "exists",
        "refs": ["T1", "T2"],
    }


def test_apply() -> None:
    form = apply_form(ApplyReport("m", 3, (Verdict("add", "p", "applied", "T1"),), changed=True))
    assert [form.pop("verdicts")[0]["ref"], form] == [
        "T1",
        {"map": "m", "revision": 3, "changed": True, "dry_run": False, "replayed": False},
    ]


def test_changes_have_both_values_whole() -> None:
    change = Change("T1", "todo", "working_memory.todo_list[0]", "updated", {"task": ("a" * 500, None)})
    form = {
        "ref": "T1",
        "kind": "todo",
        "path": "working_memory.todo_list[0]",
        "change": "updated",
        "fields": {"task": ["a" * 500, None]},
    }
    assert diff_form("m", 8, "later", [change]) == {"map": "m", "older": 8, "newer": "later", "changes": [form]}
    assert detail_form("m", RevisionDetail(REVISION, (change,), (Verdict("add", "p", "proposed", "P1"),))) == {
        "map": "m",
        "revision": REVISION_FORM,
        "changes": [form],
        "verdicts": [{"op": "add", "path": "p", "verdict": "proposed", "ref": "P1", "reason": ""}],
    }


def test_states_of_an_entry() -> None:
    assert state_form(EntryState("T1", 3, 8, {"task": "x"}, REVISION)) == {
        "ref": "T1",
        "since": 3,
        "until": 8,
        "value": {"task": "x"},
        "revision": REVISION_FORM,
    }
    assert state_form(EntryState("T1", 8, None, None, None))["revision"] is None


def test_a_snapshot() -> None:
    form = {"name": "first", "revision": 8, "author": "user:ann", "at": "2026-11-30T12:00:00+00:00"}
    assert snapshot_form(SnapshotInfo("first", 8, "user:ann", AT)) == form


def test_a_proposal_has_all_that_is_decided_on() -> None:
    proposal = ProposalInfo(
        "P1", "update", "meta.ultimate_goal", "new", "old", "why", "agent:ann", "D3", ("web:x",), "open", True, 12
    )
    assert proposal_form(proposal) == {
        "ref": "P1",
        "op": "update",
        "path": "meta.ultimate_goal",
        "value": "new",
        "current": "old",
        "reason": "why",
        "author": "agent:ann",
        "source": "D3",
        "support": ["web:x"],
        "status": "open",
        "outdated": True,
        "since": 12,
        "decided_by": None,
        "decision": None,
        "review": None,
    }


def test_archive_and_prune() -> None:
    assert archive_form(ArchiveReport("m", 9, {"todo": ("T1", "T2")}, 3, changed=True)) == {
        "map": "m",
        "revision": 9,
        "refs": {"todo": ["T1", "T2"]},
        "sections": 3,
        "already": [],
        "kept": [],
        "changed": True,
        "dry_run": False,
    }
    assert prune_form(PruneReport("m", 40, {"todo": 2}, 5, 7, None, dry_run=True)) == {
        "map": "m",
        "before": 40,
        "entries": {"todo": 2},
        "versions": 5,
        "relationships": 7,
        "kept": 0,
        "file": None,
        "dry_run": True,
    }


def test_why_nests_down_to_passages() -> None:
    passage = Why("D3§2", "section", "text", "a.md#line=1,2", 0.8, (), None)
    form = why_form(Why("F7", "finding", "so", None, 0.4, ("doubtful",), REVISION, (passage,), ("F3",), ("F1",)))
    assert form.pop("supported_by") == [
        {
            "ref": "D3§2",
            "kind": "section",
            "text": "text",
            "pointer": "a.md#line=1,2",
            "confidence": 0.8,
            "flags": [],
            "revision": None,
            "supported_by": [],
            "contradicts": [],
            "supersedes": [],
        }
    ]
    assert form == {
        "ref": "F7",
        "kind": "finding",
        "text": "so",
        "pointer": None,
        "confidence": 0.4,
        "flags": ["doubtful"],
        "revision": REVISION_FORM,
        "contradicts": ["F3"],
        "supersedes": ["F1"],
    }
