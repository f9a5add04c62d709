import io
import json
import os
import sys
from pathlib import Path

import pytest

from peek_graph.cli.json_files import read_dictionary, read_operations, write_json
from peek_graph.errors import InvalidValue, OperationError

OPERATION = {"op": "add", "path": "working_memory.todo_list", "value": "核对 CATL 年报"}


def written(tmp_path: Path, content: str | bytes) -> str:
    file = tmp_path / "ops.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(file)


@pytest.mark.parametrize("form", [[OPERATION], OPERATION, {"operations": [OPERATION]}])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_three_forms_are_operations(tmp_path: Path, form: object, mark: str) -> None:
    assert read_operations(written(tmp_path, mark + json.dumps(form, ensure_ascii=False))) == [OPERATION]


def test_operations_come_from_stdin_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(OPERATION).encode())))
    assert read_operations("-") == [OPERATION]


def test_what_stands_beside_the_operations_is_not_passed_over(tmp_path: Path) -> None:
    with pytest.raises(OperationError, match="'base_revision' beside the operations"):
        read_operations(written(tmp_path, json.dumps({"operations": [], "base_revision": 3})))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no JSON at line 1, column 1"),
        ('[\n{"op" "add"}]', "no JSON at line 2, column 7"),
        ("[NaN]", "NaN is no number of JSON"),
        ("[-Infinity]", "-Infinity is no number of JSON"),
        ("[" + "9" * 5000 + "]", "no usable JSON"),
        ("[" * 200_000, "nested too deeply"),
        (b"\xff\xfe[]", "not UTF-8 at byte 0"),
        ('"add"', "is a text"),
        ("null", "is null"),
        ("3", "is 3"),
    ],
)
def test_what_is_no_operations_is_explained(tmp_path: Path, content: str | bytes, said: str) -> None:
    with pytest.raises(OperationError, match=said) as raised:
        read_operations(written(tmp_path, content))
    assert raised.value.hint


def test_a_list_is_no_map(tmp_path: Path) -> None:
    with pytest.raises(OperationError, match="is a list"):
        read_dictionary(written(tmp_path, "[]"))


@pytest.mark.parametrize("name", ["gone.json", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidValue, match="cannot be read"):
        read_operations(name)


@pytest.mark.parametrize("value", ["电池", "\ud800", "\x9b31m", "\u202e", "a\0b", 0, 0.0, False, "", [], {"k": None}])
def test_what_is_written_is_read_back(tmp_path: Path, value: object) -> None:
    file = tmp_path / "map.json"
    write_json(file, {"value": value})
    assert read_dictionary(str(file)) == {"value": value}
    assert "\x9b" not in file.read_text()


def test_a_file_stays_when_it_cannot_be_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "map.json"
    file.write_text("before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "chmod", full)
    with pytest.raises(InvalidValue, match="No space left"):
        write_json(file, {"value": 1})
    assert [path.name for path in tmp_path.iterdir()] == ["map.json"]
    assert file.read_text() == "before"


def test_a_file_has_the_rights_it_had_or_the_usual_ones(tmp_path: Path) -> None:
    write_json(tmp_path / "map.json", {})
    (tmp_path / "other").touch()
    assert (tmp_path / "map.json").stat().st_mode == (tmp_path / "other").stat().st_mode
    (tmp_path / "map.json").chmod(0o600)
    write_json(tmp_path / "map.json", {"a": 1})
    assert (tmp_path / "map.json").stat().st_mode & 0o777 == 0o600


def test_a_link_stays_one_and_a_device_too(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "map.json")
    write_json(link, {"a": 1})
    assert link.is_symlink()
    assert read_dictionary(str(tmp_path / "map.json")) == {"a": 1}
    write_json(Path(os.devnull), {})
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(os.name == "nt", reason="folders there have no such rights")
def test_a_folder_that_is_not_there_is_explained(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match=r"map\.json cannot be written: No such file"):
        write_json(tmp_path / "gone" / "map.json", {})
