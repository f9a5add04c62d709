"""Counts tokens as LlamaIndex does, or with another tokenizer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from peek_graph.context_map.view.nearest import nearest
from peek_graph.errors import InvalidValue

Tokenizer = Callable[[str], Sequence[Any]]

_MODEL = "gpt-3.5-turbo"  # the one that LlamaIndex's default tokenizer is of
_CACHE = "TIKTOKEN_CACHE_DIR"
# Of these LlamaIndex ships the files.
_SHIPPED: Final = frozenset({"cl100k_base", "o200k_base"})


def count_tokens(text: str) -> int:
    """The number of tokens of ``text`` by LlamaIndex's tokenizer: the one set globally, or its default."""
    return len(tokenizer_of("")(text))


def tokenizer_of(given: str | Tokenizer) -> Tokenizer:
    """A function as it is; by name an encoding or model of tiktoken, with '' what LlamaIndex counts with now."""
    if callable(given):
        return given
    if not isinstance(given, str):
        raise InvalidValue(f"tokenizer is {given!r}", "a function from text to tokens, or a name that tiktoken knows")
    if given:
        return _named(given)
    llama_index = sys.modules.get("llama_index.core")
    if llama_index is not None and llama_index.global_tokenizer is not None:
        found: Tokenizer = llama_index.global_tokenizer
        return found
    return _default_tokenizer()


@cache
def _named(name: str) -> Tokenizer:
    import tiktoken

    encodings = tiktoken.list_encoding_names()
    try:
        encoding = name if name in encodings else tiktoken.encoding_name_for_model(name)
    except KeyError:
        like = ", ".join(nearest(name, [*encodings, *tiktoken.model.MODEL_TO_ENCODING])) or ", ".join(encodings)
        raise InvalidValue(f"no tokenizer {name[:80]!r}", f"an encoding or model of tiktoken, as {like}") from None
    vocabulary = _vocabulary() if encoding in _SHIPPED else None
    try:
        with _cache_at(vocabulary):
            return partial(tiktoken.get_encoding(encoding).encode, allowed_special="all")
    except Exception as error:  # of whatever tiktoken fetches its files with
        raise InvalidValue(
            f"the tokenizer {name!r} cannot be loaded: {error}",
            f"its files are fetched once; without a network set {_CACHE}, or take cl100k_base or o200k_base",
        ) from error


@cache
def _default_tokenizer() -> Tokenizer:
    """LlamaIndex's default, from the files it ships, without importing it: that alone would take two seconds."""
    vocabulary = _vocabulary()
    if vocabulary is None:
        from llama_index.core.utils import get_tokenizer

        tokenizer: Tokenizer = get_tokenizer()
        return tokenizer
    import tiktoken

    with _cache_at(vocabulary):
        return partial(tiktoken.encoding_for_model(_MODEL).encode, allowed_special="all")


def _vocabulary() -> Path | None:
    spec = find_spec("llama_index.core")
    folder = Path(spec.origin).parent / "_static" / "tiktoken_cache" if spec and spec.origin else None
    return folder if folder is not None and folder.is_dir() else None


@contextmanager
def _cache_at(folder: Path | None) -> Iterator[None]:
    before = os.environ.get(_CACHE)
    if folder is not None:
        os.environ.setdefault(_CACHE, str(folder))
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_CACHE, None)
