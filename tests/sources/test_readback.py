from pathlib import Path

import pytest

from peek_graph.errors import PointerError, SourceNotFound
from peek_graph.settings import SourceSettings
from peek_graph.sources.readback import ReadBack, read_back, read_range
from tests.sources.conftest import Read

NOTE = "# T\n\nintro\n\n## A\n\nalpha words\n\n## B\n\nbeta words\nin two lines\n"
SETTINGS = SourceSettings()


def back(path: Path, read: Read) -> ReadBack:
    """Read the passage of B back, as indexed from NOTE."""
    indexed = read("indexed.md", NOTE).passages[2]
    assert indexed.fragment == "line=10,12"
    return read_back(path, indexed.fragment, indexed.text, indexed.text_hash, SETTINGS)


def test_every_state(read: Read, tmp_path: Path) -> None:
    path = tmp_path / "n.md"
    assert back(path, read) == ReadBack("beta words\nin two lines", "gone", "line=10,12")
    path.write_text(NOTE)
    assert back(path, read).state == "verified"
    path.write_text("new line\n" * 3 + NOTE)
    assert back(path, read) == ReadBack("beta words\nin two lines", "moved", "line=13,15")
    path.write_text(NOTE.replace("beta words", "gamma"))
    assert back(path, read) == ReadBack("gamma\nin two lines", "changed", "line=10,12")
    path.write_text("# T\n\nshort\n")
    assert back(path, read) == ReadBack("", "changed", "line=10,12")
    path.write_bytes(b"")
    assert back(path, read) == ReadBack("", "changed", "line=10,12")
    path.write_bytes(b"\0\1\2" * 100)
    assert back(path, read).state == "unreachable"


def test_text_that_is_a_passage_no_more_is_found_inside_another(read: Read, tmp_path: Path) -> None:
    (tmp_path / "n.md").write_text("prefix beta words\nin two lines suffix\n")
    assert back(tmp_path / "n.md", read) == ReadBack("beta words\nin two lines", "moved", "char=7,30")


def test_ranges_that_a_person_types(tmp_path: Path) -> None:
    path = tmp_path / "n.md"
    path.write_bytes(b"one\r\ntwo\rthree\n\nfive")
    assert read_range(path, "line=0,1", SETTINGS) == "one"
    assert read_range(path, "line=1,3", SETTINGS) == "two\rthree"
    assert read_range(path, "line=4,", SETTINGS) == "five"
    assert read_range(path, "char=5,8", SETTINGS) == "two"
    assert read_range(path, None, SETTINGS) == "one\r\ntwo\rthree\n\nfive"
    for beyond in ("line=4,6", "line=9,", "char=0,99", "page=1"):
        with pytest.raises(PointerError):
            read_range(path, beyond, SETTINGS)
    with pytest.raises(SourceNotFound):
        read_range(tmp_path / "gone", "line=0,1", SETTINGS)
