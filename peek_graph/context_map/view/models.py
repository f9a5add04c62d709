"""The fields of each kind that are checked, with their types and bounds; any may be null."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

_Text: TypeAlias = Annotated[str | None, Field(description="a text")]
_QuestionStatus: TypeAlias = Literal["open", "answered", "dropped"]


class Fields(BaseModel):
    """Values are taken as they are: no text becomes a number."""

    model_config = ConfigDict(strict=True)


class EntryFields(Fields):
    """What is known of an entry of any kind."""

    confidence: Annotated[float | None, Field(ge=0, le=1, description="a number from 0 to 1")] = None


class ConstraintFields(EntryFields):
    """What is known of a constraint; the keys of ``check`` are looked at apart."""

    check: Annotated[Any, Field(description="what to check of an output, as {max_words: 3000}")] = None


class TodoFields(EntryFields):
    """What is known of a todo."""

    status: Annotated[
        Literal["open", "pending", "doing", "in_progress", "blocked", "done", "completed", "cancelled", "dropped"]
        | None,
        Field(description="open, pending, doing, in_progress, blocked, done, completed, cancelled or dropped"),
    ] = None
    priority: Annotated[
        Annotated[int, Field(ge=0, le=9)] | Literal["high", "medium", "low"] | None,
        Field(description="a whole number from 0 to 9, or high, medium or low"),
    ] = None


class QuestionFields(EntryFields):
    """What is known of a question."""

    status: Annotated[_QuestionStatus | None, Field(description="open, answered or dropped")] = None
    answer: Any = None


class HypothesisFields(EntryFields):
    """What is known of a hypothesis."""

    status: _Text = None


class NoticeFields(EntryFields):
    """What is known of a notice."""

    topic: Annotated[str | None, Field(description="a text that says what it is about")] = None
    times: Annotated[int | None, Field(ge=1, description="a whole number from 1")] = None
    choices: Annotated[list[str] | None, Field(description="a list of snapshots")] = None
    about: Annotated[str | None, Field(description="the ref of an entry")] = None


class SaidFields(EntryFields):
    """Who said or did it and when: texts, or whatever else somebody put there, which is then only kept."""

    who: Annotated[Any, Field(description="a text")] = None
    when: Annotated[Any, Field(description="a text")] = None


class FindingFields(SaidFields):
    """What is known of a finding."""


class ActionFields(SaidFields):
    """What is known of an action."""

    step: Annotated[int | str | None, Field(description="a whole number or a text")] = None
    action: Annotated[str | None, Field(description="a text that says what was done")] = None
    output: Any = None
    key_decision: Any = None
    next_step_triggers: Any = None
    outcome: Annotated[Literal["ok", "failed"] | None, Field(description="ok or failed")] = None


class DocumentFields(EntryFields):
    """What is known of a document."""

    id: _Text = None
    title: _Text = None
    summary: _Text = None
    key_points: Annotated[list[Any] | None, Field(description="a list")] = None
    interpretation: _Text = None
    raw_text_position: Annotated[str | None, Field(description="a text that says where the original is")] = None
    aliases: Annotated[Any, Field(description="a list of texts, other names of it")] = None


class SubMapFields(Fields):
    """What is known of a sub-map."""

    title: _Text = None
    kind: Annotated[Literal["phase", "topic"] | None, Field(description="phase or topic")] = None
    status: Annotated[str | None, Field(description="a text such as open or done")] = None
    summary: _Text = None
