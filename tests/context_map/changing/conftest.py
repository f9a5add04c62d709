"""A map that every test leaves whole, and short words for what is done to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.records import ApplyReport, Verdict
from tests.context_map.conftest import Project
from tests.context_map.invariants import assert_whole
from tests.context_map.viewing import view_of

Operation = Mapping[str, Any]


@dataclass
class Worked:
    """One map under work, in the tests' words: ``m.add("T12.status", "done")``."""

    opened: ContextMap

    def apply(self, *operations: Operation, **options: Any) -> ApplyReport:
        return self.opened.apply(list(operations), **options)

    def do(self, *operations: Operation, **options: Any) -> list[str]:
        """The refs of operations that all have to be applied."""
        report = self.apply(*operations, **options)
        assert [(v.verdict, v.reason) for v in report.verdicts if v.verdict != "applied"] == []
        assert report.changed
        return [verdict.ref or "" for verdict in report.verdicts]

    def one(self, operation: Operation, **options: Any) -> Verdict:
        return self.apply(operation, **options).verdicts[0]

    def add(self, path: str, value: Any, **options: Any) -> str:
        return self.do(add(path, value), **options)[0]

    def update(self, path: str, value: Any, **options: Any) -> str:
        return self.do(update(path, value), **options)[0]

    def delete(self, path: str, **options: Any) -> str:
        return self.do(delete(path), **options)[0]

    def refused(self, operation: Operation, code: str, *words: str, **options: Any) -> str:
        """The reason of an operation that has to be rejected; nothing changed."""
        before, revision = self.view, self.revision
        verdict = self.one(operation, **options)
        assert (verdict.verdict, verdict.code) == ("rejected", code), verdict
        assert all(word in verdict.reason for word in words), verdict.reason
        assert (self.view, self.revision) == (before, revision)
        return verdict.reason

    def same(self, operation: Operation, **options: Any) -> Verdict:
        """The verdict of an operation that has to be a duplicate; nothing changed."""
        before, revision = self.view, self.revision
        report = self.apply(operation, **options)
        assert report.verdicts[0].verdict == "duplicate", report.verdicts
        assert not report.changed
        assert (self.view, self.revision) == (before, revision)
        return report.verdicts[0]

    @property
    def view(self) -> dict[str, Any]:
        return view_of(self.opened)

    @property
    def memory(self) -> dict[str, Any]:
        found: dict[str, Any] = self.view["working_memory"]
        return found

    @property
    def revision(self) -> int:
        return self.opened._handle.row().revision


def add(path: str, value: Any) -> Operation:
    return {"op": "add", "path": path, "value": value}


def update(path: str, value: Any) -> Operation:
    return {"op": "update", "path": path, "value": value}


def delete(path: str) -> Operation:
    return {"op": "delete", "path": path}


def move(path: str, to: str) -> Operation:
    return {"op": "move", "path": path, "to": to}


def link(path: str, relation: str, to: str) -> Operation:
    return {"op": "link", "path": path, "relation": relation, "to": to}


def unlink(path: str, relation: str, to: str) -> Operation:
    return {"op": "unlink", "path": path, "relation": relation, "to": to}


TODOS = "working_memory.todo_list"
FINDINGS = "working_memory.findings"
QUESTIONS = "working_memory.pending_questions"
VARIABLES = "working_memory.variables"
HYPOTHESIS = "working_memory.hypothesis"
CONSTRAINTS = "meta.hard_constraints"


PERSON: dict[str, Any] = {"source_kind": "user", "author": "user:anna"}
GOAL = update("meta.ultimate_goal", "Know more")


def propose(m: Worked, operation: Operation, **options: Any) -> str:
    """The ref of the proposal that the operation has to become."""
    verdict = m.one(operation, **options)
    assert verdict.verdict == "proposed", verdict
    assert verdict.ref
    return verdict.ref


@pytest.fixture
def m(project: Project) -> Iterator[Worked]:
    worked = Worked(project.map(constraints=["Only public sources"], embedder=None))
    yield worked
    for opened in project.made:
        assert_whole(project, opened)
        assert opened.to_dict() == view_of(opened)
