"""A model asked over HTTP, and classes that are none of OpenAI's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from llama_index.core.llms import MockLLM

from peek_graph.agent.model import AnswerForm, Model, configured_llm
from peek_graph.agent.model.records import LADDER
from peek_graph.errors import ModelNotConfigured, ModelRefused, ModelUnavailable
from peek_graph.settings import LlmSettings
from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import Cut, Dies, Fails, Raw, Slow, StandIn, call, say

FORM = AnswerForm("update_context_map", "Operations.", {"type": "object", "properties": {"operations": {}}})
HELLO = [("system", "You keep a map."), ("user", "hello 你好")]
KEY = "sk-a-long-secret-key"
NOW = {"retry-after-ms": "1"}


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(key=KEY) as server:
        yield server


def model(server: StandIn, **options: Any) -> Model:
    given = {"model": "small", "api_base": server.url, "api_key": KEY, "timeout": 5.0, **options}
    settings = LlmSettings(**given)
    return Model(configured_llm(settings), settings)


def test_messages_and_settings_arrive_and_the_answer_comes_back(server: StandIn) -> None:
    server.plays(say("hi there"), Answer("half of", finish="length"))
    asked = model(server, max_tokens=77, temperature=0.3)
    said = asked.ask(HELLO)
    assert (said.text, said.how, said.cut) == ("hi there", "none", False)
    assert (said.use.completion, said.use.calls) == (2, 1)
    assert said.use.prompt > 0
    body = server.asked[0].body
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("small", 77, 0.3)
    assert [(message["role"], message["content"]) for message in server.asked[0].messages] == HELLO
    assert asked.ask(HELLO, max_tokens=5).cut
    assert server.asked[1].body["max_tokens"] == 5
    assert (asked.name, repr(asked)) == ("small", "Model('small')")


@pytest.mark.parametrize(
    ("takes", "how"),
    [
        ({"json_schema", "json_object", "tools"}, "json_schema"),
        ({"json_object", "tools"}, "json_object"),
        ({"tools"}, "tools"),
        (set(), "none"),
    ],
)
def test_the_first_form_that_the_server_takes_is_found_and_remembered(
    server: StandIn, takes: set[str], how: str
) -> None:
    server.takes = takes
    answer = call(FORM.name, operations=[]) if how == "tools" else say('{"operations": []}')
    server.plays(answer, answer)
    asked = model(server)
    said = asked.ask(HELLO, FORM)
    assert (said.how, json.loads(said.text)) == (how, {"operations": []})
    rungs = LADDER.index(said.how) + 1
    assert len(server.asked) == rungs
    assert asked.ask(HELLO, FORM).how == how
    assert len(server.asked) == rungs + 1


def test_the_form_is_asked_for_as_the_protocol_has_it(server: StandIn) -> None:
    server.plays(say("{}"), say("{}"), call(FORM.name), say("{}"))
    for how in LADDER:
        model(server, structured=how).ask(HELLO, FORM)
    schema, thing, tool, nothing = server.asked
    assert schema.schema == FORM.schema
    assert thing.response_format == "json_object"
    assert "JSON" in thing.last
    assert tool.tools[FORM.name]["parameters"] == FORM.schema
    assert (nothing.response_format, nothing.tools) == (None, {})


def test_several_calls_are_a_list(server: StandIn) -> None:
    server.takes = {"tools"}
    server.plays(Answer(calls=((FORM.name, {"a": 1}), (FORM.name, '{"b": 2}'))))
    assert json.loads(model(server).ask(HELLO, FORM).text) == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize(
    "failure",
    [
        Fails(400, "This model's maximum context length is 8192 tokens, you asked for 9000"),
        Fails(404, "model 'small' not found, try pulling it first"),
        Fails(401, f"Incorrect API key provided: {KEY}"),
        Fails(403, "not for you"),
        Fails(429, "You exceeded your current quota: insufficient_quota"),
    ],
)
def test_what_would_be_refused_again_is_said_at_once(server: StandIn, failure: Fails) -> None:
    server.plays(failure)
    with pytest.raises(ModelRefused) as caught:
        model(server).ask(HELLO, FORM)
    assert failure.message.replace(KEY, "…") in caught.value.message
    assert KEY not in f"{caught.value.message} {caught.value.hint}"
    assert caught.value.hint
    assert caught.value.__cause__ is not None
    assert len(server.asked) == 1


def test_a_request_that_is_wrong_by_itself_goes_down_the_ladder_once_and_teaches_nothing(server: StandIn) -> None:
    server.plays(*[Fails(400, "Bad Request")] * 4, say("{}"))
    asked = model(server)
    with pytest.raises(ModelRefused, match="Bad Request"):
        asked.ask(HELLO, FORM)
    assert (len(server.asked), server.left) == (4, 1)
    assert asked.ask(HELLO, FORM).how == "json_schema"


def test_a_fixed_form_that_is_not_taken_is_refused(server: StandIn) -> None:
    server.takes = {"tools"}
    with pytest.raises(ModelRefused, match="not supported") as caught:
        model(server, structured="json_schema").ask(HELLO, FORM)
    assert "auto" in str(caught.value.hint)


@pytest.mark.parametrize(
    "failure",
    [Fails(429, headers=NOW), Fails(500, headers=NOW), Fails(503, headers=NOW), Cut(say("a text of some length"))],
)
def test_what_is_busy_is_asked_again(server: StandIn, failure: Fails | Cut) -> None:
    server.plays(failure, say("now"))
    assert model(server, retries=1).ask(HELLO).text == "now"
    server.plays(failure, failure, say("never"))
    with pytest.raises(ModelUnavailable):
        model(server, retries=1).ask(HELLO, FORM)
    assert (len(server.asked), server.left) == (4, 1)


@pytest.mark.parametrize(
    "body", [b"<html>busy</html>", b"{}", b'{"choices": []}', b'{"choices": null}', b"[]", b'{"choices": [{}]}', b"{"]
)
def test_what_is_no_chat_completion_is_no_answer(server: StandIn, body: bytes) -> None:
    server.plays(*[Raw(body, "text/html" if body[:1] == b"<" else "application/json")] * 9)
    with pytest.raises(ModelUnavailable) as caught:
        model(server, retries=0).ask(HELLO, FORM)
    assert caught.value.hint


def test_no_content_is_an_empty_answer(server: StandIn) -> None:
    server.plays(Answer(""))
    assert model(server).ask(HELLO).text == ""


def test_a_server_that_is_slow_dies_or_is_gone(server: StandIn) -> None:
    server.plays(Slow(20, say("late")))
    with pytest.raises(ModelUnavailable):
        model(server, timeout=0.2, retries=0).ask(HELLO)
    server.plays(Dies(say("a text of some length")))
    asked = model(server, retries=0)
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="does not answer"):
            asked.ask(HELLO)


def test_retries_are_not_multiplied(server: StandIn) -> None:
    settings = LlmSettings(model="small", api_base=server.url, api_key=KEY, retries=5)  # type: ignore[arg-type]
    llm = configured_llm(settings)
    llm.max_retries = 1  # type: ignore[attr-defined]
    server.plays(*[Fails(500, headers=NOW)] * 9)
    with pytest.raises(ModelUnavailable):
        Model(llm, settings).ask(HELLO)
    assert len(server.asked) == 2


@pytest.mark.parametrize("error", [TypeError, NotImplementedError, ValueError])
def test_a_class_that_takes_no_form_is_asked_without(error: type[Exception]) -> None:
    class Narrow(MockLLM):
        def chat(self, messages: Any, **options: Any) -> Any:
            if options:
                raise error("unexpected keyword argument 'response_format'")
            return super().chat(messages)

    asked = Model(Narrow())
    said = asked.ask(HELLO, FORM)
    assert said.how == "none"
    assert "hello 你好" in said.text
    assert said.use.prompt > 0
    assert said.use.completion > 0
    assert asked.name == "Narrow"


def test_settings_without_a_model_say_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelNotConfigured) as caught:
        configured_llm(LlmSettings())
    assert "PEEK_GRAPH_LLM__MODEL" in str(caught.value.hint)
    with pytest.raises(ModelNotConfigured) as caught:
        configured_llm(LlmSettings(model="gpt-4o"))
    assert "PEEK_GRAPH_LLM__API_BASE" in str(caught.value.hint)


def test_the_key_of_openai_goes_to_openai_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_BASE", "http://127.0.0.1:9/v1")
    with StandIn() as server:
        server.plays(say("hi"))
        settings = LlmSettings(model="small", api_base=server.url)
        Model(configured_llm(settings), settings).ask(HELLO)
        assert KEY not in server.asked[0].headers["authorization"]
    own = configured_llm(LlmSettings(model="gpt-4o"))
    assert (own.api_key, own.api_base) == (KEY, "https://api.openai.com/v1")  # type: ignore[attr-defined]


def test_no_representation_has_the_key(server: StandIn) -> None:
    asked = model(server)
    assert KEY not in f"{asked!r} {asked.llm!r} {asked.llm} {asked.llm.to_dict()}"
