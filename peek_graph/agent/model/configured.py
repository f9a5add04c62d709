"""The model that the settings name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from peek_graph.errors import ModelNotConfigured
from peek_graph.settings import LlmSettings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

_OPENAI: Final = "https://api.openai.com/v1"
_SET: Final = (
    "set PEEK_GRAPH_LLM__MODEL, and PEEK_GRAPH_LLM__API_BASE for a server of your own, as http://127.0.0.1:11434/v1"
)
# The client wants one, and would else take that of the environment, which is OpenAI's.
_NO_KEY: Final = "none"


def configured_llm(settings: LlmSettings) -> LLM:
    """The model of the settings, over OpenAI's protocol. ModelNotConfigured says what to set or install."""
    if not settings.model:
        raise ModelNotConfigured("no model is named", _SET)
    key = settings.api_key.get_secret_value() if settings.api_key else ""
    if not settings.api_base:
        key = key or os.environ.get("OPENAI_API_KEY", "")
        if not key:
            raise ModelNotConfigured(
                f"the model {settings.model!r} is to be asked at OpenAI's, without a key",
                "set PEEK_GRAPH_LLM__API_BASE, the address of another server, or PEEK_GRAPH_LLM__API_KEY",
            )
    try:
        from peek_graph.agent.model.openai_like import ConfiguredModel
    except ImportError as error:
        raise ModelNotConfigured(
            "llama-index-llms-openai-like is not installed, which talks to the model",
            "install it: pip install 'peek-graph[agent]'",
        ) from error
    try:
        return ConfiguredModel(
            model=settings.model,
            api_base=settings.api_base or _OPENAI,
            api_key=key or _NO_KEY,
            context_window=settings.context_window,
            max_tokens=settings.max_tokens,
            temperature=settings.temperature,
            timeout=settings.timeout,
            max_retries=0,  # `Model` tries again; the client and LlamaIndex would multiply that
            is_chat_model=True,
            is_function_calling_model=settings.function_calling,
        )
    except ValueError as error:
        raise ModelNotConfigured(f"the model {settings.model!r} cannot be used: {error}", _SET) from error
