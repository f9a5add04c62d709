"""Answers of a model in the forms of OpenAI's chat completions: whole, and as the events of a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

_NUMBERS = count(1)


@dataclass(frozen=True)
class Answer:
    """What the model says, and the tools that it calls as (name, arguments); arguments as text may be broken JSON."""

    text: str = ""
    calls: tuple[tuple[str, Mapping[str, Any] | str], ...] = ()
    finish: str | None = None


def text_of(content: Any) -> str:
    parts = content if isinstance(content, list) else [{"text": content or ""}]
    return "".join(part.get("text", "") for part in parts)


def _calls(answer: Answer) -> list[dict[str, Any]]:
    return [
        {
            "id": f"call_{next(_NUMBERS)}",
            "type": "function",
            "function": {
                "name": name,
                "arguments": given if isinstance(given, str) else json.dumps(given, ensure_ascii=False),
            },
        }
        for name, given in answer.calls
    ]


def _about(body: Mapping[str, Any], kind: str) -> dict[str, Any]:
    return {"id": "stand-in", "object": kind, "created": 0, "model": body["model"]}


def whole(answer: Answer, body: Mapping[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": answer.text or None, "tool_calls": _calls(answer) or None}
    choice = {"index": 0, "message": message, "finish_reason": _finish(answer), "logprobs": None}
    return {**_about(body, "chat.completion"), "choices": [choice], "usage": _usage(answer, body)}


def chunks_of(answer: Answer, body: Mapping[str, Any]) -> Iterator[Mapping[str, Any] | str]:
    """Texts and arguments in several pieces, as models make them."""
    about = _about(body, "chat.completion.chunk")

    def chunk(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
        return {**about, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

    yield chunk({"role": "assistant", "content": ""})
    for piece in _pieces(answer.text):
        yield chunk({"content": piece})
    for number, made in enumerate(_calls(answer)):
        function = {**made["function"], "arguments": ""}
        yield chunk({"tool_calls": [{**made, "index": number, "function": function}]})
        for piece in _pieces(made["function"]["arguments"]):
            yield chunk({"tool_calls": [{"index": number, "function": {"arguments": piece}}]})
    yield chunk({}, _finish(answer))
    if (body.get("stream_options") or {}).get("include_usage"):
        yield {**about, "choices": [], "usage": _usage(answer, body)}
    yield "[DONE]"


def _pieces(text: str, length: int = 7) -> list[str]:
    return [text[start : start + length] for start in range(0, len(text), length)]


def as_event(chunk: Mapping[str, Any] | str) -> bytes:
    return f"data: {chunk if isinstance(chunk, str) else json.dumps(chunk)}\n\n".encode()


def _finish(answer: Answer) -> str:
    return answer.finish or ("tool_calls" if answer.calls else "stop")


def _usage(answer: Answer, body: Mapping[str, Any]) -> dict[str, int]:
    """Words for tokens."""
    asked, said = len(json.dumps(body["messages"]).split()), len(answer.text.split())
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}
