from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.errors import RefNotFound
from peek_graph.records import Why
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def finding(opened: ContextMap, text: str, *supports: str, **more: Any) -> str:
    value = {"text": text, "supported_by": list(supports), **more}
    report = opened.apply([{"op": "add", "path": "working_memory.findings", "value": value}], source_kind="user")
    assert report.changed, report.verdicts
    return str(report.verdicts[0].ref)


def test_from_a_finding_down_to_the_passage(project: Project) -> None:
    opened = project.map()
    project.write("a.md", "# A\n\n## One\n\nIt fell by half.\n")
    opened.add(["."])
    low = finding(opened, "It fell", "D1§1", confidence=0.3)
    high = finding(opened, "So it is cheap", low)
    why = opened.why(high)
    assert (why.ref, why.kind, why.text, why.flags) == (high, "finding", "So it is cheap", ())
    assert why.revision is not None
    assert why.revision.number == opened.log(1)[0].number
    (middle,) = why.supported_by
    assert (middle.ref, middle.flags, middle.confidence) == (low, ("doubtful",), 0.3)
    (passage,) = middle.supported_by
    assert (passage.ref, passage.kind, passage.text) == ("D1§1", "section", "It fell by half.")
    assert passage.pointer is not None
    assert passage.pointer.startswith("a.md#")


def test_flags_say_what_is_wrong_with_it(project: Project) -> None:
    opened = project.map()
    file = project.write("a.md", "# A\n\n## One\n\nIt fell by half.\n")
    opened.add(["."])
    first = finding(opened, "It fell", "D1§1")
    second = finding(opened, "It rose", contradicts=[first], confidence=0.2)
    assert opened.why(first).flags == ("contradicted",)
    assert opened.why(first).contradicts == (second,)
    assert opened.why(second).flags == ("doubtful", "contradicted")
    file.unlink()
    opened.add(["."])
    assert opened.why(first).supported_by[0].flags == ("stale",)
    opened.apply([{"op": "delete", "path": f"[{second}]"}], source_kind="user")
    assert "archived" in opened.why(second).flags
    assert opened.why(first).flags == ()


def test_a_ring_ends_and_what_comes_up_again_is_not_gone_through_twice(project: Project) -> None:
    opened = project.map()
    one = finding(opened, "one")
    two = finding(opened, "two", one)
    three = finding(opened, "three", one, two)
    opened.apply([{"op": "link", "path": f"[{one}]", "relation": "supported_by", "to": three}], source_kind="user")
    why = opened.why(three)
    assert sorted(refs(why)) == sorted([three, one, three, two, one])
    assert all(not node.supported_by for node in nodes(why) if "shown above" in node.flags)


def test_what_is_cut_says_so(project: Project) -> None:
    opened = project.map()
    many = [{"op": "add", "path": "working_memory.findings", "value": f"number {n}"} for n in range(40)]
    report = opened.apply(many, source_kind="user")
    broad = finding(opened, "all of it", *(str(verdict.ref) for verdict in report.verdicts))
    why = opened.why(broad)
    assert 0 < len(why.supported_by) < 40
    assert why.flags == ("more",)
    last = "F1"
    for number in range(30):
        last = finding(opened, f"step {number}", last)
    deepest = nodes(opened.why(last))[-1]
    assert deepest.flags == ("more",)


def test_a_ref_that_is_none_names_the_nearest(project: Project) -> None:
    opened = project.map()
    finding(opened, "one")
    with pytest.raises(RefNotFound) as caught:
        opened.why("F9")
    assert "F1" in str(caught.value.hint)


def nodes(why: Why) -> list[Why]:
    return [why, *(node for support in why.supported_by for node in nodes(support))]


def refs(why: Why) -> list[str]:
    return [node.ref for node in nodes(why)]
