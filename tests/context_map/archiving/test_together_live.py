"""Several at once, and through the facade with what `apply` makes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from peek_graph.context_map.archiving import archive, restore
from peek_graph.records import ArchiveReport
from tests.context_map.archiving.conftest import Filled

pytestmark = pytest.mark.live


def test_two_that_archive_the_same_do_it_once(filled: Filled) -> None:
    filled.opened.add_submap("a")
    filled.add("todo", *map(str, range(20)), at="a")
    revision = filled.revision

    def one(_: int) -> ArchiveReport:
        return archive(filled.handle, ["sub_maps.a", "T3"])

    with ThreadPoolExecutor(4) as pool:
        reports = list(pool.map(one, range(4)))
    assert sorted(report.changed for report in reports) == [False, False, False, True]
    assert {report.revision for report in reports} == {revision + 1}
    assert [report.already for report in reports if not report.changed] == [("sub_maps.a", "T3")] * 3
    filled.check_counts()


def test_archiving_and_writing_at_once_lose_nothing(filled: Filled) -> None:
    filled.add("todo", *map(str, range(30)))

    def put_away(number: int) -> object:
        return archive(filled.handle, [f"T{number}"]) if number % 2 else filled.add("todo", f"new {number}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(put_away, range(1, 21)))
    assert len(filled.live()) == 30 - 10 + 10
    filled.check_counts()


def test_what_apply_made_goes_and_comes_back_to_the_same_view(filled: Filled) -> None:
    opened = filled.opened
    market = {
        "title": "Market",
        "working_memory": {"todo_list": ["buy", {"task": "sell", "status": "done"}], "findings": [{"text": "up 30 %"}]},
        "documents": {"ref_1": {"title": "R", "summary": "s"}},
        "sub_maps": {"prices": {"title": "Prices", "working_memory": {"variables": {"价格": {"a": [1, None]}}}}},
    }
    report = opened.apply(
        [
            {"op": "add", "path": "sub_maps.market", "value": market},
            {"op": "add", "path": "working_memory.findings", "value": {"text": "F", "supported_by": ["D1"]}},
        ]
    )
    assert not report.rejected, report
    before = opened.to_dict()
    filled.check_counts()
    archived = opened.archive(["sub_maps.market"])
    assert "sub_maps" not in opened.to_dict()
    assert opened.at(report.revision).to_dict() == before
    filled.check_counts()
    restored = opened.restore(["sub_maps.market"])
    assert {kind: set(refs) for kind, refs in restored.refs.items()} == {k: set(r) for k, r in archived.refs.items()}
    assert opened.to_dict() == before
    filled.check_counts()
    opened.rollback(archived.revision)
    assert "sub_maps" not in opened.to_dict()
    filled.check_counts()
    opened.restore(["sub_maps.market"])
    assert opened.to_dict() == before


def test_what_apply_superseded_comes_back_beside_it(filled: Filled) -> None:
    opened = filled.opened
    opened.apply([{"op": "add", "path": "working_memory.findings", "value": "30 %"}])
    opened.apply([{"op": "add", "path": "working_memory.findings", "value": {"text": "20 %", "supersedes": ["F1"]}}])
    assert filled.live() == ["F2"]
    restore(filled.handle, "F1")
    assert filled.live() == ["F1", "F2"]
    findings = opened.to_dict()["working_memory"]["findings"]
    assert any(item.get("contradicts") == ["F2"] for item in findings if isinstance(item, dict))
