"""Asks a language model, in the strictest form of answer that its server takes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from peek_graph.agent.model.answering import text_of, use_of, was_cut
from peek_graph.agent.model.records import LADDER, AnswerForm, How, Said
from peek_graph.agent.model.refusals import meaning_of, pause_after, status_of
from peek_graph.errors import ModelError, ModelRefused, ModelUnavailable, PeekGraphError
from peek_graph.settings import LlmSettings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM, ChatMessage, ChatResponse

_LONGEST_REASON: Final = 500
_SECRET: Final = 6  # characters; what is shorter hides nothing, and stands in other words


class Model:
    """A LlamaIndex LLM, asked with retries. What its server was found to take is remembered, for this object's life."""

    def __init__(self, llm: LLM, settings: LlmSettings | None = None) -> None:
        self.llm = llm
        self._settings = settings or LlmSettings()
        # A bound that the caller's class has already stays, unless a call has another.
        own = getattr(llm, "max_tokens", None)
        self._most: int | None = own if own is not None or settings is None else settings.max_tokens
        fixed = self._settings.structured
        self._ladder: tuple[How, ...] = LADDER if fixed == "auto" else (fixed,)

    @property
    def name(self) -> str:
        """The model's name at its server, or its class."""
        try:
            name = self.llm.metadata.model_name
        except Exception:  # of a class that nobody here knows, which a name is not worth
            name = ""
        return name if name and name != "unknown" else type(self.llm).__name__

    def __repr__(self) -> str:
        return f"Model({self.name!r})"

    def ask(
        self, messages: Sequence[tuple[str, str]], form: AnswerForm | None = None, *, max_tokens: int | None = None
    ) -> Said:
        """The answer to messages of (role, text). ModelRefused or ModelUnavailable if none is to be had."""
        most = self._most if max_tokens is None else max_tokens
        if form is None:
            return self._said(messages, {}, "none", most)
        for how in self._ladder:
            try:
                said = self._said(_with_the_word(messages, how), form.options(how), how, most)
            except _NotInThisForm as error:
                if how == self._ladder[-1]:
                    raise self._refused(error.cause) from error.cause
                continue
            # Only what was answered is known: all forms of a request that is wrong by itself are refused.
            self._ladder = self._ladder[self._ladder.index(how) :]
            return said
        raise AssertionError("a ladder has a rung")

    def explained(self, error: Exception) -> ModelError:
        """What an error of the LLM's own means, for those who ask it without this object."""
        if isinstance(error, ModelError):
            return error
        meaning = meaning_of(error)
        if meaning in ("refused", "form") or (meaning == "maybe_form" and status_of(error)):
            return self._refused(error)
        return self._unavailable(error, broken=meaning != "busy")

    def _said(self, messages: Sequence[tuple[str, str]], options: dict[str, Any], how: How, most: int | None) -> Said:
        response = self._response(_chat(messages), options, most)
        try:
            text = text_of(response)
            prompt = "\n".join(text for _, text in messages)
            return Said(text, how, use_of(response, prompt, text), was_cut(response))
        except Exception as error:  # of an answer in a form that nobody has seen yet
            raise self._unavailable(error, broken=True) from error

    def _response(self, messages: list[ChatMessage], options: dict[str, Any], most: int | None) -> ChatResponse:
        llm = _limited(self.llm, most)
        # A class that tries again by itself has done so when its error arrives.
        patient = int(getattr(self.llm, "max_retries", 0) or 0) > 0
        attempt = 0
        while True:
            try:
                return llm.chat(messages, **options)
            except PeekGraphError:
                raise
            except Exception as error:  # of whatever class and client the caller has chosen
                meaning = meaning_of(error)
                if options and meaning in ("form", "maybe_form"):
                    raise _NotInThisForm(error) from error
                if meaning in ("refused", "form") or (meaning == "maybe_form" and status_of(error)):
                    raise self._refused(error) from error
                if attempt >= self._settings.retries or (patient and meaning == "busy"):
                    raise self._unavailable(error, broken=meaning != "busy") from error
                time.sleep(pause_after(error, attempt))
                attempt += 1

    def _refused(self, error: Exception) -> ModelRefused:
        status = status_of(error)
        if status in (401, 403):
            hint = "give its key as PEEK_GRAPH_LLM__API_KEY"
        elif len(self._ladder) == 1 and self._ladder[0] != "none":
            hint = "if it is the form of the answer, set llm.structured to auto"
        else:
            hint = "see the model's name, PEEK_GRAPH_LLM__MODEL, and its context_window and max_tokens"
        return ModelRefused(f"the server of {self.name!r} refuses: {self._reason(error)}", hint)

    def _unavailable(self, error: Exception, *, broken: bool) -> ModelUnavailable:
        said = "answers with what is no chat completion" if broken else "does not answer"
        return ModelUnavailable(
            f"the server of {self.name!r} {said}: {self._reason(error)}",
            "see that it runs, and that PEEK_GRAPH_LLM__API_BASE is its address, which mostly ends with /v1",
        )

    def _reason(self, error: Exception) -> str:
        """What an error says, without a key that a server may have repeated."""
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        given = self._settings.api_key
        for key in (given.get_secret_value() if given else None, getattr(self.llm, "api_key", None)):
            if isinstance(key, str) and len(key) >= _SECRET:
                reason = reason.replace(key, "…")
        return reason[:_LONGEST_REASON]


class _NotInThisForm(Exception):
    """The server, or the class, does not take a form of answer."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


def _chat(messages: Sequence[tuple[str, str]]) -> list[ChatMessage]:
    from llama_index.core.llms import ChatMessage

    return [ChatMessage(role=role, content=text) for role, text in messages]


def _with_the_word(messages: Sequence[tuple[str, str]], how: How) -> Sequence[tuple[str, str]]:
    """Servers refuse the mode of JSON where the prompt does not name it."""
    if how != "json_object" or not messages or any("json" in text.lower() for _, text in messages):
        return messages
    *before, (role, text) = messages
    return [*before, (role, f"{text}\n\nJSON:")]


def _limited(llm: LLM, most: int | None) -> LLM:
    """The model with that bound for an answer; one whose class has none stays as it is.

    LlamaIndex's OpenAI prefers its own bound to that of a call, so that a call needs a copy.
    """
    if most is None or "max_tokens" not in type(llm).model_fields or getattr(llm, "max_tokens", None) == most:
        return llm
    return llm.model_copy(update={"max_tokens": most})
