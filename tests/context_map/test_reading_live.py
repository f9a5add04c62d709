import pytest

from peek_graph.context_map import ContextMap
from peek_graph.errors import PointerError, RefNotFound, SourceError, SourceOutsideRoots
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live

NOTE = "# Solid\n\nFirst words.\n\n## Density\n\nUp to 450 Wh/kg.\n\n## Safety\n\nHard to burn.\n"


@pytest.fixture
def opened(project: Project) -> ContextMap:
    project.write("solid.md", NOTE)
    made = project.map()
    made.add(["."])
    return made


@pytest.mark.parametrize("ref", ["D1§1", "D1#1", "D1/1", "d1§1", " D1 § 1 "])
def test_a_ref_can_be_typed_on_any_keyboard(opened: ContextMap, ref: str) -> None:
    reading = opened.read(ref)
    assert (reading.ref, reading.text, reading.state) == ("D1§1", "Up to 450 Wh/kg.", "verified")


def test_a_pointer_reads_what_stands_there(opened: ContextMap) -> None:
    reading = opened.read("solid.md#line=6,7")
    assert (reading.text.strip(), reading.state) == ("Up to 450 Wh/kg.", "verified")


def test_a_document_reads_as_its_outline(opened: ContextMap) -> None:
    reading = opened.read("D1")
    assert reading.state == "verified"
    assert all(ref in reading.text for ref in ("D1§0", "D1§1", "D1§2"))
    assert "Density" in reading.text


def test_text_that_moved_is_found_where_it_is_now(project: Project, opened: ContextMap) -> None:
    project.write("solid.md", NOTE.replace("First words.", "First words.\n\nA new line.\n\nAnother."))
    reading = opened.read("D1§1")
    assert (reading.text, reading.state, reading.pointer) == ("Up to 450 Wh/kg.", "moved", "solid.md#line=10,11")


def test_text_that_changed_is_shown_as_it_is_now(project: Project, opened: ContextMap) -> None:
    project.write("solid.md", NOTE.replace("450", "500"))
    reading = opened.read("D1§1")
    assert (reading.text, reading.state, reading.was) == ("Up to 500 Wh/kg.", "changed", "Up to 450 Wh/kg.")
    assert opened.read("D1").state == "changed"


def test_a_source_that_is_gone_still_has_what_was_indexed(project: Project, opened: ContextMap) -> None:
    (project.folder / "solid.md").unlink()
    reading = opened.read("D1§1")
    assert (reading.text, reading.state) == ("Up to 450 Wh/kg.", "gone")


def test_a_link_put_in_place_of_a_source_does_not_lead_out_of_the_roots(project: Project, opened: ContextMap) -> None:
    (project.folder / "solid.md").unlink()
    (project.folder / "solid.md").symlink_to("/etc/passwd")
    reading = opened.read("D1§1")
    assert (reading.text, reading.state) == ("Up to 450 Wh/kg.", "unreachable")
    with pytest.raises(SourceError):
        opened.read("solid.md#line=0,1")


@pytest.mark.parametrize("target", ["D9", "D1§9", "Z1", "other.md"])
def test_what_is_not_in_the_map_is_refused_with_the_nearest(opened: ContextMap, target: str) -> None:
    with pytest.raises(RefNotFound) as caught:
        opened.read(target)
    assert caught.value.hint


@pytest.mark.parametrize("target", ["/etc/passwd#line=0,3", "../x.md#line=0,1"])
def test_nothing_outside_the_roots_is_read(opened: ContextMap, target: str) -> None:
    with pytest.raises(SourceOutsideRoots):
        opened.read(target)


@pytest.mark.parametrize("target", ["", "solid.md#line=x", "solid.md#nonsense=1", "solid.md#line=5,2"])
def test_what_is_no_pointer_is_said(opened: ContextMap, target: str) -> None:
    with pytest.raises(PointerError):
        opened.read(target)


@pytest.mark.parametrize("form", ["./solid.md#line=6,7", "{folder}/solid.md#line=6,7", "x/../solid.md#line=6,7"])
def test_a_pointer_may_be_typed_as_a_path(project: Project, opened: ContextMap, form: str) -> None:
    reading = opened.read(form.format(folder=project.folder))
    assert (reading.text.strip(), reading.pointer) == ("Up to 450 Wh/kg.", "solid.md#line=6,7")


def test_a_constraint_is_read_by_its_ref(project: Project) -> None:
    made = project.map(constraints=["At most 3,000 words"])
    assert (made.read("C1").text, made.read("c1").state) == ("At most 3,000 words", "verified")


def test_the_outline_of_a_long_document_is_bounded_and_says_so(project: Project) -> None:
    project.write("long.md", "# Long\n\n" + "\n\n".join(f"## H{n}\n\nText {n}." for n in range(500)))
    made = project.map()
    made.add(["."])
    text = made.read("D1").text
    assert "H199" in text
    assert "H200" not in text
    assert "+300 sections" in text


def test_the_nearest_refs_are_those_of_the_document(opened: ContextMap) -> None:
    with pytest.raises(RefNotFound) as caught:
        opened.read("D1§99")
    assert caught.value.hint == "nearest: D1§0, D1§1, D1§2"


def test_an_archived_document_is_read_as_the_map_has_it(project: Project) -> None:
    project.write("notes.md", "# Cells\n\nThey hold energy.\n")
    m = project.map()
    m.add("notes.md")
    m.archive(["D1"])
    reading = m.read("D1")
    assert (reading.ref, reading.pointer, reading.state) == ("D1", "notes.md", "verified")
    assert reading.text.startswith("Cells\n\nThey hold energy.")
    project.write("notes.md", "# Cells\n\nThey held energy.\n")
    assert m.read("D1").state == "changed"
