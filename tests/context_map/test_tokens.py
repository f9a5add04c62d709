import subprocess
import sys

import pytest

from peek_graph.context_map.tokens import _default_tokenizer, count_tokens

_TEXTS = ["", "energy density", "固态电池的能量密度", "<|endoftext|> x", "👩‍🔬 \u200f باتری", "a" * 5000]


@pytest.mark.parametrize("text", _TEXTS)
def test_our_count_is_that_of_llama_index(text: str) -> None:
    from llama_index.core.utils import get_tokenizer

    assert list(_default_tokenizer()(text)) == list(get_tokenizer()(text))


def test_a_tokenizer_set_globally_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    import llama_index.core

    monkeypatch.setattr(llama_index.core, "global_tokenizer", str.split)
    assert count_tokens("three words here") == 3


def test_counting_does_not_import_llama_index() -> None:
    code = "import sys; from peek_graph.context_map.tokens import count_tokens; print(count_tokens('energy density')); "
    code += "sys.exit('llama_index.core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "2"), done.stderr
