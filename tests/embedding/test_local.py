import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_texts_are_embedded_as_the_interpreter_ends() -> None:
    code = """
    import atexit
    from peek_graph.embedding.local import LocalEmbedder

    class Model:
        def passage(self, text):
            return [float(len(text))]

    embedder = LocalEmbedder("lengths", 1, Model, threads=2)
    embedder.embed_passages(["a"])
    atexit.register(lambda: print(embedder.embed_passages(["ab", "abc"])))
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == ("[[2.0], [3.0]]\n", "")
