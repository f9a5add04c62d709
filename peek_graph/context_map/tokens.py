"""Counts tokens as LlamaIndex does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Tokenizer = Callable[[str], Sequence[Any]]

_MODEL = "gpt-3.5-turbo"  # the one that LlamaIndex's default tokenizer is of
_CACHE = "TIKTOKEN_CACHE_DIR"


def count_tokens(text: str) -> int:
    """The number of tokens of ``text`` by LlamaIndex's tokenizer: the one set globally, or its default."""
    llama_index = sys.modules.get("llama_index.core")
    if llama_index is not None and llama_index.global_tokenizer is not None:
        return len(llama_index.global_tokenizer(text))
    return len(_default_tokenizer()(text))


@cache
def _default_tokenizer() -> Tokenizer:
    """LlamaIndex's default, from the files it ships, without importing it: that alone would take two seconds."""
    spec = find_spec("llama_index.core")
    vocabulary = Path(spec.origin).parent / "_static" / "tiktoken_cache" if spec and spec.origin else None
    if vocabulary is None or not vocabulary.is_dir():
        from llama_index.core.utils import get_tokenizer

        tokenizer: Tokenizer = get_tokenizer()
        return tokenizer
    import tiktoken

    before = os.environ.get(_CACHE)
    os.environ.setdefault(_CACHE, str(vocabulary))
    try:
        return partial(tiktoken.encoding_for_model(_MODEL).encode, allowed_special="all")
    finally:
        if before is None:
            del os.environ[_CACHE]
