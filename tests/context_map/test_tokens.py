import os
import subprocess
import sys
from pathlib import Path

import pytest

from peek_graph.context_map.tokens import _default_tokenizer, count_tokens, tokenizer_of
from peek_graph.errors import InvalidValue

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


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "gpt-4o", "gpt-3.5-turbo"])
def test_a_tokenizer_may_be_named(name: str) -> None:
    import tiktoken

    expected = tiktoken.encoding_name_for_model(name) if name.startswith("gpt") else name
    tokenizer = tokenizer_of(name)
    for text in _TEXTS:
        assert len(tokenizer(text)) == len(tiktoken.get_encoding(expected).encode(text, allowed_special="all"))


def test_a_function_is_a_tokenizer() -> None:
    assert tokenizer_of(str.split)("three words here") == ["three", "words", "here"]


@pytest.mark.parametrize("name", ["gpt-oh", "cl100k", "x" * 200, 7, None])
def test_an_unknown_tokenizer_is_a_clear_error(name: object) -> None:
    with pytest.raises(InvalidValue, match="tokenizer") as caught:
        tokenizer_of(name)  # type: ignore[arg-type]
    assert caught.value.hint


def test_the_place_of_tiktokens_cache_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for before in (None, str(tmp_path)):
        if before is None:
            monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
        else:
            monkeypatch.setenv("TIKTOKEN_CACHE_DIR", before)
        tokenizer_of("cl100k_base")
        assert os.environ.get("TIKTOKEN_CACHE_DIR") == before
