"""The stand-in is believed by other tests, so a real client is put to it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import openai
import pytest

from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import Asked, Cut, Dies, Fails, Raw, Slow, StandIn, call, say

HELLO = [{"role": "user", "content": "hello"}]


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(key="right") as server:
        yield server


@pytest.fixture
def client(server: StandIn) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=server.url, api_key="right", max_retries=0, timeout=5) as client:
        yield client


def ask(client: openai.OpenAI, **options: object) -> object:
    return client.chat.completions.create(model="m", messages=HELLO, **options)  # type: ignore[call-overload]


def test_answers_come_in_order_and_requests_are_kept(server: StandIn, client: openai.OpenAI) -> None:
    server.plays(say("one"), lambda asked: say(f"you said {asked.last}"))
    assert ask(client).choices[0].message.content == "one"  # type: ignore[attr-defined]
    made = ask(client, response_format={"type": "text"}, temperature=0)
    assert made.choices[0].message.content == "you said hello"  # type: ignore[attr-defined]
    assert made.choices[0].finish_reason == "stop"  # type: ignore[attr-defined]
    assert [asked.text for asked in server.asked] == ["hello", "hello"]
    assert server.asked[1].body["response_format"] == {"type": "text"}
    assert server.left == 0
    with pytest.raises(openai.BadRequestError, match="the script is over"):
        ask(client)


@pytest.mark.parametrize("stream", [False, True])
def test_texts_and_calls_arrive_whole_also_in_pieces(server: StandIn, client: openai.OpenAI, stream: bool) -> None:
    given = {"query": "Energiedichte, 能量密度"}
    server.plays(Answer("Let me look it up.", (("search", given), ("search", "{broken"))))
    if stream:
        text, arguments, finish, usage = "", {0: "", 1: ""}, None, None
        for chunk in ask(client, stream=True, stream_options={"include_usage": True}):  # type: ignore[attr-defined]
            usage = chunk.usage or usage
            for choice in chunk.choices:
                text += choice.delta.content or ""
                finish = choice.finish_reason or finish
                for made in choice.delta.tool_calls or ():
                    arguments[made.index] += made.function.arguments
        assert usage is not None
        assert usage.total_tokens > 0
    else:
        choice = ask(client).choices[0]  # type: ignore[attr-defined]
        text, finish = choice.message.content, choice.finish_reason
        arguments = {n: made.function.arguments for n, made in enumerate(choice.message.tool_calls)}
    assert (text, finish) == ("Let me look it up.", "tool_calls")
    assert json.loads(arguments[0]) == given
    assert arguments[1] == "{broken"


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, openai.BadRequestError),
        (401, openai.AuthenticationError),
        (404, openai.NotFoundError),
        (429, openai.RateLimitError),
        (500, openai.InternalServerError),
    ],
)
def test_refusals_are_what_the_client_takes_them_for(
    server: StandIn, client: openai.OpenAI, status: int, error: type[openai.APIStatusError]
) -> None:
    server.plays(Fails(status, "not today"))
    with pytest.raises(error, match="not today"):
        ask(client)


def test_a_client_tries_again_after_429(server: StandIn, client: openai.OpenAI) -> None:
    server.plays(Fails(429, headers={"retry-after-ms": "1"}), say("now"))
    patient = client.with_options(max_retries=1)
    assert ask(patient).choices[0].message.content == "now"  # type: ignore[attr-defined]


def test_a_wrong_key_and_a_wrong_form_are_refused(server: StandIn, client: openai.OpenAI) -> None:
    with pytest.raises(openai.AuthenticationError):
        ask(client.with_options(api_key="wrong"))
    answer = {"role": "tool", "content": "42", "tool_call_id": "call_0"}
    with pytest.raises(openai.BadRequestError, match="preceding message"):
        client.chat.completions.create(model="m", messages=[*HELLO, answer])  # type: ignore[list-item]
    with pytest.raises(openai.BadRequestError, match="provide a model"):
        client.chat.completions.create(model="m", messages=[])
    with pytest.raises(openai.BadRequestError, match="no /v1/embeddings"):
        client.embeddings.create(model="m", input="x")


def test_slow_cut_and_strange_answers(server: StandIn, client: openai.OpenAI) -> None:
    server.plays(
        Slow(20, say("late")), Cut(say("a text of some length")), Cut(say("a text of some length")), Raw(b"<p>")
    )
    with pytest.raises(openai.APITimeoutError):
        ask(client.with_options(timeout=0.2))
    with pytest.raises(openai.APIConnectionError):
        ask(client)
    seen = ""
    with pytest.raises(Exception, match="incomplete chunked read"):  # noqa: PT012 # it breaks while it is read
        for chunk in ask(client, stream=True):  # type: ignore[attr-defined]
            seen += chunk.choices[0].delta.content or ""
    assert "a text of some length".startswith(seen)
    assert 0 < len(seen) < 20
    with pytest.raises(json.JSONDecodeError):
        ask(client)


def test_what_was_asked_is_at_hand() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    asked = Asked("/v1/chat/completions", {}, {"messages": [{"role": "user", "content": parts}, {"role": "assistant"}]})
    assert (asked.text, asked.last, asked.tools) == ("ab\n", "", {})
    assert call("f", x=1).calls == (("f", {"x": 1}),)


SCHEMA = {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "object"}}}
TOOL = {"type": "function", "function": {"name": "search", "parameters": {"type": "object", "properties": {}}}}


def test_forms_that_it_does_not_take_are_refused(server: StandIn, client: openai.OpenAI) -> None:
    asks = {
        "json_schema": {"response_format": SCHEMA},
        "json_object": {
            "response_format": {"type": "json_object"},
            "messages": [{"role": "user", "content": "in JSON"}],
        },
        "tools": {"tools": [TOOL]},
    }
    for takes in ({"json_schema"}, {"json_object", "tools"}, set()):
        server.takes = takes
        for form, options in asks.items():
            given = {"model": "m", "messages": HELLO, **options}
            if form in takes:
                server.plays(say("{}"))
                client.chat.completions.create(**given)
            else:
                with pytest.raises(openai.BadRequestError, match="not support"):
                    client.chat.completions.create(**given)
    assert [asked.response_format for asked in server.asked[:3]] == ["json_schema", "json_object", None]
    assert server.asked[0].schema == {"type": "object"}
    assert server.asked[1].schema is None


def test_json_mode_needs_the_word_in_the_prompt(server: StandIn, client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match="the word 'json'"):
        ask(client, response_format={"type": "json_object"})


@pytest.mark.parametrize("stream", [False, True])
def test_a_server_that_dies_is_gone(client: openai.OpenAI, server: StandIn, stream: bool) -> None:
    server.plays(Dies(say("a text of some length")), say("never"))
    with pytest.raises((openai.APIConnectionError, httpx.TransportError)):
        list(ask(client, stream=stream))  # type: ignore[call-overload]
    with pytest.raises(openai.APIConnectionError):
        ask(client)
    assert server.left == 1
