"""A model of LlamaIndex that says what another one said, in that order, and nothing else."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseGen,
    LLMMetadata,
)
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.llms import CustomLLM
from llama_index.core.llms.llm import ToolSelection

from peek_graph.errors import ModelUnavailable

_CALLS = "recorded_calls"


class RecordedLLM(CustomLLM):
    """Serves the answers of a run, given as the fields of its ``answer`` lines; ModelUnavailable when they are over.

    It calls tools by the protocol if one of the answers does.
    """

    _answers: deque[Mapping[str, Any]] = PrivateAttr()
    _lock: Any = PrivateAttr(default_factory=threading.Lock)
    _calls_tools: bool = PrivateAttr()

    def __init__(self, answers: Sequence[Mapping[str, Any]], **options: Any) -> None:
        super().__init__(**options)
        self._answers = deque(answers)
        self._calls_tools = any(answer["calls"] or answer.get("how") == "tools" for answer in answers)

    @classmethod
    def class_name(cls) -> str:
        """Its name at LlamaIndex."""
        return "RecordedLLM"

    @property
    def metadata(self) -> LLMMetadata:
        """What agents and prompts go by."""
        return LLMMetadata(
            model_name="recorded",
            is_chat_model=True,
            is_function_calling_model=self._calls_tools,
            context_window=1_000_000,
        )

    @property
    def left(self) -> int:
        """How many answers nobody asked for."""
        return len(self._answers)

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:  # noqa: ARG002 - LlamaIndex's signature
        """The next answer, whatever is asked."""
        answer = self._next()
        finish = "length" if answer.get("cut") else "stop"
        use = answer.get("use") or {}
        usage = {"prompt_tokens": use.get("prompt", 0), "completion_tokens": use.get("completion", 0)}
        message = ChatMessage(role="assistant", content=answer["text"], additional_kwargs={_CALLS: answer["calls"]})
        return ChatResponse(message=message, raw={"choices": [{"finish_reason": finish}], "usage": usage})

    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        """The same."""
        return self.chat(messages, **kwargs)

    async def achat_with_tools(self, *_: Any, **__: Any) -> ChatResponse:
        """The same, for agents that call functions."""
        return self.chat(())

    def get_tool_calls_from_response(self, response: ChatResponse, **_: Any) -> list[ToolSelection]:
        """The tools that the answer called."""
        calls = response.message.additional_kwargs.get(_CALLS) or []
        return [
            ToolSelection(tool_id=f"call_{number}", tool_name=call["name"], tool_kwargs=call["arguments"])
            for number, call in enumerate(calls)
        ]

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: ARG002
        """The next answer as a completion."""
        return CompletionResponse(text=self.chat(()).message.content or "")

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:  # noqa: ARG002
        """The next answer, in one piece."""
        text = self.chat(()).message.content or ""
        return iter((CompletionResponse(text=text, delta=text),))  # type: ignore[return-value] # an iterator will do

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        """The next answer, in one piece."""
        return iter((self.chat(messages, **kwargs),))  # type: ignore[return-value] # an iterator will do

    def _next(self) -> Mapping[str, Any]:
        with self._lock:
            if not self._answers:
                raise ModelUnavailable(
                    "the recorded run has no more answers here", "then the model was not asked so often"
                )
            return self._answers.popleft()
