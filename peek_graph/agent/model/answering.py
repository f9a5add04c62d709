"""Reads what LlamaIndex hands over of an answer: its text or call, its use of tokens, whether it was cut."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from peek_graph.context_map.tokens import count_tokens
from peek_graph.records.agents import TokenUse

if TYPE_CHECKING:
    from llama_index.core.llms import ChatResponse

# How servers say that they ended an answer, and not the model.
_CUT: Final = frozenset(("length", "max_tokens", "MAX_TOKENS", "content_filter"))
_REASONS: Final = ("finish_reason", "done_reason", "stop_reason")


def text_of(response: ChatResponse) -> str:
    """What was said; the arguments of a call as JSON, of several calls as a list of theirs."""
    calls = [_arguments(block.tool_kwargs) for block in response.message.blocks if block.block_type == "tool_call"]
    if not calls:
        return response.message.content or ""
    return calls[0] if len(calls) == 1 else f"[{', '.join(calls)}]"


def was_cut(response: ChatResponse) -> bool:
    """Whether the server ended the answer."""
    raw = response.raw
    choices = _of(raw, "choices")
    first = choices[0] if isinstance(choices, Sequence) and choices else None
    reasons = [_of(holder, name) for holder in (raw, first) for name in _REASONS]
    return any(isinstance(reason, str) and reason in _CUT for reason in reasons)


def use_of(response: ChatResponse, prompt: str, said: str) -> TokenUse:
    """Tokens as the server counted them, else as they are counted here."""
    usage = _of(response.raw, "usage") or response.additional_kwargs
    asked, answered = _of(usage, "prompt_tokens"), _of(usage, "completion_tokens")
    return TokenUse(
        asked if _is_count(asked) else count_tokens(prompt),
        answered if _is_count(answered) else count_tokens(said),
        1,
    )


def _is_count(given: Any) -> TypeGuard[int]:
    return isinstance(given, int) and not isinstance(given, bool) and given >= 0


def _arguments(given: Any) -> str:
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _of(holder: Any, name: str) -> Any:
    value = holder.get(name) if isinstance(holder, Mapping) else getattr(holder, name, None)
    return value if isinstance(value, (str, int, float, list, tuple, dict)) or value is None else _plain(value)


def _plain(value: Any) -> Any:
    return value.model_dump() if hasattr(value, "model_dump") else value
