import json
import subprocess
import sys

HEAVY = ("neo4j", "neomodel", "llama_index", "onnxruntime", "numpy", "pypdf", "jgo", "pydantic")

SCRIPT = f"""
import json, sys
from peek_graph.cli import main
try:
    main(sys.argv[1:], prog_name="peek-graph")
except SystemExit as end:
    assert end.code == 0, end.code
print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]), file=sys.stderr)
"""


def test_help_and_version_import_nothing_heavy() -> None:
    for arguments in (["--help"], ["--version"], ["add", "--help"], ["up", "--help"]):
        done = subprocess.run([sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, check=True)
        assert json.loads(done.stderr) == []


def test_the_module_runs_too() -> None:
    done = subprocess.run([sys.executable, "-m", "peek_graph", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("peek-graph, version ")
