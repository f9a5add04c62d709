import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.errors import SourceNotFound, SourceOutsideRoots
from peek_graph.sources.pointers import Pointer
from peek_graph.sources.roots import Roots

NAMES = [
    'it\'s "quoted".md',
    "two\nlines.md",
    "固态 电池.md",
    " lead and trail ",
    "50%#1.md",
    "a%41.md",
    "b\\c.md",
    "x:y.md",
    "file:",
    "?q=1",
]


@pytest.mark.parametrize("name", [*NAMES, os.fsdecode(b"\xff\xfe bad.md"), "bidi\u202e.md"])
def test_any_file_name_round_trips_through_its_uri(tmp_path: Path, name: str) -> None:
    roots = Roots(tmp_path)
    path = tmp_path / "sub" / name
    uri = roots.uri_of(path)
    assert roots.resolve(uri) == path.resolve()
    pointer = Pointer.parse(f"{uri}#line=1,2")
    assert (pointer.uri, pointer.fragment) == (uri, "line=1,2")
    assert uri.isprintable()


@given(
    st.text(st.characters(exclude_characters="/\0", exclude_categories=("Cs",)), min_size=1, max_size=30).filter(
        lambda n: n not in (".", "..")
    )
)
def test_every_name_that_a_file_can_have_round_trips(name: str) -> None:
    roots = Roots(Path("/project"))
    uri = roots.uri_of(Path("/project") / name)
    assert roots.resolve(uri) == Path("/project") / name
    assert Pointer.parse(uri + "#page=1").uri == uri


def test_spaces_and_chinese_stay_readable(tmp_path: Path) -> None:
    assert Roots(tmp_path).uri_of(tmp_path / "笔记" / "固态 电池.md") == "笔记/固态 电池.md"


def test_outside_the_project_but_in_a_root_is_a_file_uri(tmp_path: Path) -> None:
    project, papers = tmp_path / "project", tmp_path / "papers"
    roots = Roots(project, [".", papers])
    uri = roots.uri_of(papers / "a b.pdf")
    assert uri == f"file://{papers.resolve().as_posix()}/a b.pdf"
    assert roots.resolve(uri) == papers.resolve() / "a b.pdf"


@pytest.mark.parametrize(
    "uri", ["../secret", "a/../../secret", "%2e%2e/secret", "file:///etc/passwd", "/etc/passwd", "..%2Fsecret"]
)
def test_no_uri_leads_out_of_the_roots(tmp_path: Path, uri: str) -> None:
    with pytest.raises(SourceOutsideRoots) as caught:
        Roots(tmp_path / "project").resolve(uri)
    assert "map.roots" in (caught.value.hint or "")


def test_a_link_out_of_the_roots_is_refused_whatever_it_is_called(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "secret").write_text("x")
    (project / "link").symlink_to(tmp_path / "secret")
    (project / "folder").symlink_to(tmp_path)
    for uri in ("link", "folder/secret"):
        with pytest.raises(SourceOutsideRoots):
            Roots(project).resolve(uri)
    with pytest.raises(SourceOutsideRoots):
        Roots(project).uri_of(project / "link")


@given(st.text(max_size=40))
def test_any_uri_is_a_path_in_the_roots_or_a_source_error(uri: str) -> None:
    roots = Roots(Path("/project"))
    with suppress(SourceNotFound, SourceOutsideRoots):
        assert roots.resolve(uri).is_relative_to("/project")


def test_what_a_person_types_becomes_the_uri_as_stored(tmp_path: Path) -> None:
    project, papers = tmp_path / "project", tmp_path / "papers"
    (project / "notes").mkdir(parents=True)
    roots = Roots(project, [".", papers])
    here = project.resolve()
    for typed in (
        "notes/a.md",
        "./notes/a.md",
        "notes/../notes//a.md",
        str(here / "notes" / "a.md"),
        f"file://{here}/notes/a.md",
    ):
        assert roots.uri_of_typed(typed) == "notes/a.md"
    for typed in ("../papers/a b.pdf", str(papers / "a b.pdf"), f"file://{papers.resolve()}/a%20b.pdf"):
        assert roots.uri_of_typed(typed) == f"file://{papers.resolve()}/a b.pdf"
    assert roots.uri_of_typed("%E7%AC%94%E8%AE%B0.md") == "笔记.md"
    assert roots.uri_of_typed("50%.md") == "50%25.md"
    (project / "link").symlink_to(project / "notes")
    assert roots.uri_of_typed("link/a.md") == "notes/a.md"


@pytest.mark.parametrize("typed", ["../secret", "/etc/passwd", "file:///etc/passwd", "%2e%2e/secret", "a/../../secret"])
def test_what_is_typed_leads_no_further_than_the_roots(tmp_path: Path, typed: str) -> None:
    with pytest.raises(SourceOutsideRoots):
        Roots(tmp_path / "project").uri_of_typed(typed)


@pytest.mark.parametrize("name", [*NAMES, "%41", os.fsdecode(b"\xff\xfe bad.md")])
def test_a_name_and_its_uri_can_both_be_typed(tmp_path: Path, name: str) -> None:
    roots = Roots(tmp_path)
    path = tmp_path / name
    path.touch()
    uri = roots.uri_of(path)
    assert roots.uri_of_typed(uri) == uri
    assert roots.uri_of_typed(str(path)) == uri
    assert roots.uri_of_typed(name) == uri


def test_a_uri_as_stored_is_never_taken_for_a_path(tmp_path: Path) -> None:
    for name in ("a%41.md", "a%2541.md"):
        (tmp_path / name).touch()
    assert Roots(tmp_path).uri_of_typed("a%2541.md") == "a%2541.md"  # the uri of a%41.md
    assert Roots(tmp_path).uri_of_typed("./a%2541.md") == "a%252541.md"


@given(st.text(max_size=40))
def test_anything_may_be_typed(text: str) -> None:
    roots = Roots(Path("/project"))
    with suppress(SourceNotFound, SourceOutsideRoots):
        uri = roots.uri_of_typed(text)
        assert roots.uri_of_typed(uri) == uri
