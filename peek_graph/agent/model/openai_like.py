"""LlamaIndex's class for servers that speak OpenAI's protocol, with a key that nobody sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from llama_index.llms.openai_like import OpenAILike


class ConfiguredModel(OpenAILike):  # type: ignore[misc] # it ships no type information
    """As its base, whose representation, and what it tells callbacks, have the key in them."""

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        return [(name, value) for name, value in super().__repr_args__() if name != "api_key"]

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """What callbacks and logs are told."""
        return {name: value for name, value in super().to_dict(**kwargs).items() if name != "api_key"}
