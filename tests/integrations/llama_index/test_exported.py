import subprocess
import sys

import peek_graph.integrations.llama_index as package


def test_public_names_are_sorted_and_there() -> None:
    assert package.__all__ == sorted(package.__all__)
    assert all(hasattr(package, name) for name in package.__all__)


def test_the_package_itself_stays_light() -> None:
    code = "import sys, peek_graph, peek_graph.integrations; print('llama_index' in ' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
