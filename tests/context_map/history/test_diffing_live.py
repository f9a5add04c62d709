from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.errors import PathError, RefNotFound
from peek_graph.records import Change
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def change(opened: ContextMap, *operations: dict[str, Any]) -> int:
    report = opened.apply(operations, source_kind="user", reasoning="because")
    assert report.changed, report.verdicts
    return report.revision


def by_ref(changes: Any) -> dict[str, Change]:
    return {one.ref or one.path: one for one in changes}


def test_what_a_revision_changed_is_said_field_by_field(project: Project) -> None:
    opened = project.map()
    change(
        opened,
        add("sub_maps.market", {"title": "Market"}),
        add("working_memory.todo_list", {"task": "read", "priority": 2}),
        add("working_memory.findings", "it fell"),
        add("documents.k", {"title": "K"}),
    )
    number = change(
        opened,
        {"op": "update", "path": "[T1].priority", "value": 1},
        {"op": "link", "path": "[F1]", "relation": "supported_by", "to": "D1"},
        {"op": "move", "path": "[D1]", "to": "sub_maps.market"},
        {"op": "update", "path": "meta.ultimate_goal", "value": "Know all"},
        add("working_memory.variables.v", {"a": 0}),
    )
    detail = opened.show(number)
    assert detail.revision is not None
    assert (detail.revision.number, detail.revision.reasoning) == (number, "because")
    assert [verdict.verdict for verdict in detail.verdicts] == ["applied"] * 5
    changed = by_ref(detail.changes)
    assert changed["T1"] == Change("T1", "todo", "working_memory.todo_list[T1]", "updated", {"priority": (2, 1)})
    assert changed["F1"].fields == {"supported_by": (None, ["D1"])}
    assert changed["D1"].fields["sub_map"] == ("", "market")
    assert changed["D1"].path == "sub_maps.market.documents.k"
    assert changed["meta"].fields == {"ultimate_goal": ("Know batteries", "Know all")}
    assert (changed["V1"].change, changed["V1"].fields["value"]) == ("added", (None, {"a": 0}))
    assert list(detail.changes) == opened.diff(number - 1, number)


def test_a_diff_is_of_the_two_ends_and_has_two_directions(project: Project) -> None:
    opened = project.map()
    start = change(opened, add("working_memory.todo_list", "one"), add("working_memory.todo_list", "two"))
    change(opened, {"op": "update", "path": "[T1].text", "value": "other"}, {"op": "delete", "path": "[T2]"})
    middle = opened.log(1)[0].number
    end = change(
        opened, {"op": "update", "path": "[T1].text", "value": "one"}, add("working_memory.todo_list", "three")
    )
    changed = by_ref(opened.diff(start, end))
    assert {ref: one.change for ref, one in changed.items()} == {"T2": "archived", "T3": "added"}
    back = by_ref(opened.diff(end, start))
    assert {ref: one.change for ref, one in back.items()} == {"T2": "restored", "T3": "archived"}
    assert back["T2"].fields["text"] == (None, "two")
    assert opened.diff(middle, middle) == []


def test_sections_are_part_of_it(project: Project) -> None:
    opened = project.map()
    file = project.write("a.md", "# A\n\n## One\n\nalpha\n\n## Two\n\nbeta\n")
    opened.add(["."])
    file.write_text("# A\n\n## One\n\nalpha and omega\n")
    opened.add(["."])
    changed = by_ref(opened.diff(-1, "-0"))
    assert changed["D1§1"].fields["text"] == ("alpha", "alpha and omega")
    assert changed["D1§1"].path == "documents.a.sections[D1§1]"
    assert changed["D1§2"].change == "archived"
    assert "source_hash" in changed["D1"].fields


def test_the_first_revision_brought_all_that_was_there(project: Project) -> None:
    opened = project.map("Know batteries", ["No code"])
    changed = by_ref(opened.show(1).changes)
    assert changed["meta"].change == "added"
    assert changed["C1"].fields["text"] == (None, "No code")


def test_an_entrys_history_has_the_times_in_which_it_was_archived(project: Project) -> None:
    opened = project.map()
    first = change(opened, add("working_memory.todo_list", "one"))
    second = change(opened, {"op": "update", "path": "[T1].text", "value": "two"})
    third = change(opened, {"op": "delete", "path": "[T1]"})
    opened.rollback(second, source_kind="user")
    states = opened.history("t1")
    assert [(s.ref, s.since, s.until, s.value) for s in states] == [
        ("T1", first, second, "one"),
        ("T1", second, third, "two"),
        ("T1", third, third + 1, None),
        ("T1", third + 1, None, "two"),
    ]
    assert [s.revision.number for s in states if s.revision] == [first, second, third, third + 1]
    assert opened.history("working_memory.todo_list[0]") == states
    with pytest.raises(RefNotFound, match="T9"):
        opened.history("T9")
    with pytest.raises(PathError, match="no single element"):
        opened.history("working_memory")


def test_a_fields_history_counts_what_it_was_alone(project: Project) -> None:
    opened = project.map()
    change(opened, {"op": "update", "path": "meta.current_step", "value": "read"})
    number = change(opened, {"op": "update", "path": "meta.ultimate_goal", "value": "Know all"})
    states = opened.history("meta.ultimate_goal")
    assert [(s.since, s.until, s.value) for s in states] == [(1, number, "Know batteries"), (number, None, "Know all")]


def test_a_sections_history(project: Project) -> None:
    opened = project.map()
    file = project.write("a.md", "# A\n\n## One\n\nalpha\n")
    opened.add(["."])
    file.write_text("# A\n\n## One\n\nalpha and omega\n")
    opened.add(["."])
    assert [s.value["text"] for s in opened.history("D1/1")] == ["alpha", "alpha and omega"]


def test_refs_stand_by_their_numbers(project: Project) -> None:
    project.write("a.md", "\n".join(f"# Part {n}\n\n{'Words of it. ' * 400}\n" for n in range(1, 13)))
    opened = project.map()
    opened.add(["."])
    opened.apply([add("working_memory.todo_list", f"number {n}") for n in range(12)], source_kind="user")
    changes = opened.diff(1, opened.log(1)[0].number)
    sections = [one.ref for one in changes if one.kind == "section"]
    assert len(sections) > 12
    assert any("-" in ref for ref in sections)
    numbers = [[int(part) for part in ref.replace("D1§", "").replace("-", ".").split(".")] for ref in sections]
    assert numbers == sorted(numbers)
    assert [one.ref for one in changes if one.kind == "todo"] == [f"T{n}" for n in range(1, 13)]
