"""A server that speaks OpenAI's chat completions over HTTP, and whose every answer a test decides.

    with StandIn() as server:
        server.plays(call("search", query="lithium"), say("It is in D3."), Fails(429, "slow down"))
        llm = OpenAILike(api_base=server.url, api_key="any", model="stand-in", is_chat_model=True)
        ...
        assert "lithium" in server.asked[0].text

It answers with the script's answers one after the other, as stream or whole, as it is asked, and keeps what it was
asked. What a real server refuses (no messages, results of tools that were not called, JSON mode without the word JSON
in the prompt), it refuses too, and the forms of answers that it does not take: ``StandIn(takes={"tools"})``.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.openai_server.forms import Answer, as_event, chunks_of, text_of, whole


@dataclass(frozen=True)
class Fails:
    """The server refuses, with a status above 399."""

    status: int
    message: str = "refused"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Slow:
    """The answer comes after so many seconds."""

    seconds: float
    answer: Answer | Fails


@dataclass(frozen=True)
class Cut:
    """The connection ends when about this share of the answer was sent."""

    answer: Answer
    share: float = 0.5


@dataclass(frozen=True)
class Dies:
    """The server is killed when about this share of the answer was sent: the connection is reset, nobody listens."""

    answer: Answer
    share: float = 0.5


@dataclass(frozen=True)
class Raw:
    """Whatever bytes: what a proxy, or something that is no such server, may say."""

    body: bytes
    content_type: str = "application/json"
    status: int = 200


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def messages(self) -> list[Mapping[str, Any]]:
        return list(self.body.get("messages", ()))

    @property
    def text(self) -> str:
        """All that the model was told, in order."""
        return "\n".join(text_of(message.get("content")) for message in self.messages)

    @property
    def last(self) -> str:
        return text_of(self.messages[-1].get("content")) if self.messages else ""

    @property
    def tools(self) -> dict[str, Mapping[str, Any]]:
        """The tools that the model was offered, by name."""
        return {tool["function"]["name"]: tool["function"] for tool in self.body.get("tools") or ()}

    @property
    def response_format(self) -> str | None:
        """'json_schema', 'json_object', 'text', or None if none was asked for."""
        return (self.body.get("response_format") or {}).get("type")

    @property
    def schema(self) -> Mapping[str, Any] | None:
        """The schema of a response format that has one."""
        return ((self.body.get("response_format") or {}).get("json_schema") or {}).get("schema")


Part = Answer | Fails | Slow | Cut | Dies | Raw
Script = Part | Callable[[Asked], Part]


def say(text: str) -> Answer:
    return Answer(text)


def call(name: str, /, **arguments: Any) -> Answer:
    return Answer(calls=((name, arguments),))


ALL_FORMS = frozenset({"json_schema", "json_object", "tools"})


class StandIn(ThreadingHTTPServer):
    """The server; ``key``: the only API key that it lets in; ``takes``: the forms of answers that it knows."""

    daemon_threads = True

    def __init__(self, key: str | None = None, *, takes: Collection[str] = ALL_FORMS) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.key = key
        self.takes = takes
        self.asked: list[Asked] = []
        self.stopping = threading.Event()
        self._script: deque[Script] = deque()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    @property
    def left(self) -> int:
        """How many answers nobody asked for."""
        return len(self._script)

    def plays(self, *script: Script) -> None:
        """Adds answers to the script."""
        self._script.extend(script)

    def answer_to(self, asked: Asked) -> Part:
        with self._lock:
            self.asked.append(asked)
            if self.key is not None and asked.headers.get("authorization") != f"Bearer {self.key}":
                return Fails(401, "Incorrect API key provided")
            if wrong := _wrong_with(asked) or _not_taken(asked, self.takes):
                return Fails(400, wrong)
            part = self._script.popleft() if self._script else Fails(400, "the script is over")
        return part if isinstance(part, Part) else part(asked)

    def die(self) -> None:
        """Listen no more, as a process that was killed."""
        self.stopping.set()
        self.shutdown()
        self.socket.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        return  # a client that went away in the middle is part of many tests

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.die()
        self._thread.join()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: StandIn
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        part = self.server.answer_to(asked)
        if isinstance(part, Slow):
            self.server.stopping.wait(part.seconds)
            part = part.answer
        dies = isinstance(part, Dies)
        share = part.share if isinstance(part, Cut | Dies) else None
        part = part.answer if isinstance(part, Cut | Dies) else part
        self._answer(part, body, share)
        if dies:
            self._reset()

    def _answer(self, part: Answer | Fails | Raw, body: Mapping[str, Any], share: float | None) -> None:
        if isinstance(part, Raw):
            self._send(part.status, part.body, part.content_type)
        elif isinstance(part, Fails):
            refusal = {"error": {"message": part.message, "type": "stand_in", "param": None, "code": None}}
            self._send(part.status, json.dumps(refusal).encode(), headers=part.headers)
        elif body.get("stream"):
            self._stream([as_event(chunk) for chunk in chunks_of(part, body)], share)
        else:
            self._send(200, json.dumps(whole(part, body)).encode(), share=share)

    def _send(
        self,
        status: int,
        data: bytes,
        content_type: str = "application/json",
        share: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": content_type, "Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self._end_headers()
        self.wfile.write(data if share is None else data[: int(len(data) * share)])

    def _stream(self, events: list[bytes], share: float | None) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self._end_headers()
        sent = events if share is None else events[: max(1, int(len(events) * share))]
        for event in sent:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(event), event))
        if share is None:
            self.wfile.write(b"0\r\n\r\n")

    def _reset(self) -> None:
        self.server.die()
        self.wfile.flush()
        # Closed with nothing to linger for, a connection is reset and not ended.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def _end_headers(self) -> None:
        # A connection each: a client that keeps one would have it in an event loop that is over by the next request.
        self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return


def _wrong_with(asked: Asked) -> str | None:
    if not asked.path.endswith("/chat/completions"):
        return f"there is no {asked.path} here"
    if not asked.body.get("model") or not asked.messages:
        return "you must provide a model and messages"
    called: set[str] = set()
    for message in asked.messages:
        called.update(made["id"] for made in message.get("tool_calls") or ())
        if message["role"] == "tool" and message.get("tool_call_id") not in called:
            return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
    return None


def _not_taken(asked: Asked, takes: Collection[str]) -> str | None:
    form = asked.response_format
    if form in ALL_FORMS and form not in takes:
        return f"response_format of type '{form}' is not supported by this server"
    if asked.tools and "tools" not in takes:
        return "this model does not support tools"
    if form == "json_object" and "json" not in asked.text.lower():
        return "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
    return None
