"""The openai embedder against a server in this process that speaks the protocol, as Ollama or vLLM do."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from peek_graph.embedding import EmbeddingService, make_embedder
from peek_graph.errors import EmbedderUnavailable
from tests.embedding.embedders import DIMENSIONS, vector_of

pytest.importorskip("llama_index.embeddings.openai", reason="the extra openai is not installed")

TOO_LONG = 5000


class _Embeddings(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
        if any(len(text) > TOO_LONG for text in texts):
            self._answer(400, {"error": {"message": "input is too long", "type": "invalid_request_error"}})
            return
        vectors = [base64.b64encode(vector_of(text).tobytes()).decode() for text in texts]
        data = [{"object": "embedding", "index": place, "embedding": vector} for place, vector in enumerate(vectors)]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        self._answer(200, {"object": "list", "data": data, "model": asked["model"], "usage": usage})

    def _answer(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: pytest's output is for failures."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Embeddings) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setenv("OPENAI_API_KEY", "any")
        monkeypatch.setenv("OPENAI_API_BASE", f"http://127.0.0.1:{server.server_port}/v1")
        yield server
        server.shutdown()
        thread.join()


def test_a_server_with_models_of_its_own_is_used(server: ThreadingHTTPServer) -> None:
    embedder = make_embedder("openai:nomic-embed-text")
    assert (embedder.name, embedder.dimensions) == ("openai:nomic-embed-text", DIMENSIONS)
    embedded = EmbeddingService(embedder).embed(["one", "two"])
    np.testing.assert_array_equal(embedded.vectors[1], vector_of("two"))
    np.testing.assert_array_equal(EmbeddingService(embedder).embed_query("one"), vector_of("one"))


def test_a_text_that_the_server_refuses_costs_that_text(server: ThreadingHTTPServer) -> None:
    embedded = EmbeddingService(make_embedder("openai:nomic-embed-text")).embed(["one", "two " * TOO_LONG, "three"])
    assert list(embedded.rejected) == [1]
    assert "too long" in embedded.rejected[1]


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(EmbedderUnavailable) as caught:
        _ = make_embedder("openai:text-embedding-3-small").dimensions
    assert caught.value.hint is not None
    assert "OPENAI_API_KEY" in caught.value.hint


def test_a_server_that_is_down_is_unavailable_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    monkeypatch.setenv("OPENAI_API_BASE", "http://127.0.0.1:9/v1")
    with pytest.raises(EmbedderUnavailable, match="openai:nomic"):
        EmbeddingService(make_embedder("openai:nomic")).embed_query("one")
