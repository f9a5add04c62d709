import os
from pathlib import Path

import pytest

from peek_graph.records import Refusal
from peek_graph.sources.discover import discover
from peek_graph.sources.roots import Roots


def found(root: Path, *paths: Path) -> list[str]:
    """Files as paths below the root, refusals as !class:path."""
    return [
        f"!{one.error}:{os.path.relpath(one.path, root)}"
        if isinstance(one, Refusal)
        else one.relative_to(root.resolve()).as_posix()
        for one in discover(paths, Roots(root))
    ]


def test_folders_are_walked_in_order_without_what_is_hidden(tmp_path: Path) -> None:
    for name in (
        "b.md",
        "a/z.md",
        "a/b/c.md",
        ".git/config",
        ".hidden.md",
        "a/.x/y.md",
        "CVS/Root",
        "peek-graph.toml",
        "固态.md",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert found(tmp_path, tmp_path) == ["a/b/c.md", "a/z.md", "b.md", "固态.md"]


def test_what_is_named_is_taken_even_if_hidden(tmp_path: Path) -> None:
    (tmp_path / ".notes").mkdir()
    (tmp_path / ".notes" / "a.md").write_text("x")
    (tmp_path / ".b.md").write_text("x")
    assert found(tmp_path, tmp_path / ".notes", tmp_path / ".b.md") == [".notes/a.md", ".b.md"]


def test_every_file_comes_once(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.md").write_text("x")
    (tmp_path / "same").symlink_to(tmp_path / "a" / "x.md")
    (tmp_path / "zfolder").symlink_to(tmp_path / "a")
    assert found(tmp_path, tmp_path, tmp_path / "a", tmp_path / "a" / "x.md") == ["a/x.md"]


def test_links_that_loop_or_lead_out_are_refused_and_the_rest_is_read(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "a" / "good.md").write_text("x")
    (root / "a" / "up").symlink_to(root)
    (root / "self").symlink_to(root / "self")
    (root / "out").symlink_to(tmp_path)
    (root / "broken").symlink_to(root / "nowhere")
    assert found(root, root) == [
        "a/good.md",
        "!SourceUnreadable:a/up",
        "!SourceNotFound:broken",
        "!SourceOutsideRoots:out",
        "!SourceUnreadable:self",
    ]


def test_refusals_say_why_and_what_to_do(tmp_path: Path) -> None:
    roots = Roots(tmp_path)
    for path in (tmp_path / "gone.md", "/etc/passwd", "nul\0name", tmp_path / ("x" * 300)):
        (refusal,) = discover([path], roots)
        assert isinstance(refusal, Refusal)
        assert refusal.path == str(path)
        assert refusal.error.startswith("Source")
        assert refusal.reason
        assert refusal.hint


@pytest.mark.parametrize(
    ("typed", "reason", "hint"),
    [
        ("https://a.org/b?c=d", "https://a.org/b?c=d: URLs are not read yet", "save the page and add the file"),
        ("HTTP://a.org", "HTTP://a.org: URLs are not read yet", "save the page and add the file"),
        ("file:///tmp/a.md", "file:///tmp/a.md is a URL", "name the file by its path"),
        ("", "'' is a blank path", "name a file or folder"),
        (" \t", "' \\t' is a blank path", "name a file or folder"),
    ],
)
def test_what_is_no_path_is_refused_as_typed(
    typed: str, reason: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("x")
    monkeypatch.chdir(tmp_path)
    refusal, after = discover([typed, "a.md"], Roots(tmp_path))
    assert isinstance(refusal, Refusal)
    assert (refusal.path, refusal.reason) == (typed, reason)
    assert refusal.hint is not None
    assert refusal.hint.startswith(hint)
    assert after == (tmp_path / "a.md").resolve()


@pytest.mark.skipif(os.name == "nt", reason="a colon is not for names there")
def test_a_folder_that_looks_like_a_url_is_read_if_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "https:" / "a.org").mkdir(parents=True)
    (tmp_path / "https:" / "a.org" / "b.html").write_text("x")
    monkeypatch.chdir(tmp_path)
    assert list(discover(["https://a.org"], Roots(tmp_path))) == [tmp_path.resolve() / "https:" / "a.org" / "b.html"]


def test_a_very_deep_folder_is_no_recursion(tmp_path: Path) -> None:
    here = Path.cwd()
    try:
        os.chdir(tmp_path)
        for _ in range(300):
            Path("d").mkdir()
            os.chdir("d")
        Path("leaf.md").write_text("x")
    finally:
        os.chdir(here)
    assert found(tmp_path, tmp_path) == ["d/" * 300 + "leaf.md"]
