"""What is published works where the repository is not."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from peek_graph.cli.story import samples_folder

ROOT = Path(__file__).parents[1]

pytestmark = [pytest.mark.slow, pytest.mark.live]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist that is built from the repository."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
        timeout=200,
    )
    assert len(list(folder.glob("peek_graph-*.tar.gz"))) == 1
    return next(folder.glob("peek_graph-*.whl"))


def test_the_wheel_carries_queries_and_samples(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    queries = {f"peek_graph/_data/cypher/{path.name}" for path in (ROOT / "cypher").glob("*.cypher")}
    samples = {f"peek_graph/_data/examples/battery/{path.name}" for path in samples_folder().iterdir()}
    prompts = {path.relative_to(ROOT).as_posix() for path in (ROOT / "peek_graph/agent/prompts").rglob("*.md")}
    assert queries
    assert prompts
    assert queries | samples | prompts | {"peek_graph/py.typed"} <= names
    assert not [name for name in names if name.startswith(("tests", "bench", "cypher"))]


def test_the_demo_runs_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True, timeout=120)
    install = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    # The libraries come from this environment, without its peek-graph: a path in a .pth file is added as it is.
    own = next((tmp_path / "venv").rglob("site-packages"))
    (own / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    where = subprocess.run(
        [str(python), "-c", "import peek_graph; print(peek_graph.__file__)"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert where.stdout.startswith(str(own))
    done = subprocess.run([str(python), "-m", "peek_graph", "demo"], cwd=tmp_path, capture_output=True, timeout=280)
    assert done.returncode == 0, done.stderr
    assert b"verified: the original" in done.stdout
