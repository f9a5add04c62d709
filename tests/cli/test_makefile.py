import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="no make here")


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(ROOT / "Makefile", folder)
    (folder / "pyproject.toml").touch()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(["make", *arguments], cwd=folder, capture_output=True, text=True, env=environment, timeout=60)


def test_an_old_python_is_refused_with_what_to_do(tmp_path: Path) -> None:
    old = tmp_path / "python2"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 2.7.18"\nexit 1\n')
    old.chmod(0o755)
    done = make(tmp_path, "demo", f"PYTHON={old}")
    assert done.returncode == 2
    assert "needs Python 3.11 or newer" in done.stderr
    assert "Python 2.7.18" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_help_is_the_first_target(tmp_path: Path) -> None:
    assert "make demo" in make(tmp_path).stdout


def test_a_set_up_that_is_fresh_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".venv" / ".ready").touch()
    done = subprocess.run(["make", "setup"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Nothing to be done" in done.stdout
