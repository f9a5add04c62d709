"""What each kind of element shows: its fields, their types and bounds, and where it stands in the view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import ValidationError

from peek_graph.context_map.keys import check_submap_key, check_text
from peek_graph.context_map.view.checks import check_check
from peek_graph.context_map.view.json_values import JSON, ValueRefused, kind_of, storable
from peek_graph.context_map.view.models import (
    ActionFields,
    ConstraintFields,
    DocumentFields,
    Fields,
    FindingFields,
    HypothesisFields,
    NoticeFields,
    QuestionFields,
    SubMapFields,
    TodoFields,
)
from peek_graph.errors import InvalidValue

__all__ = [
    "FINISHED_TODO",
    "KINDS",
    "LONGEST_NAME",
    "Kind",
    "check_fields",
    "check_key",
    "check_primary",
    "check_submap_key",
]

FINISHED_TODO: Final = frozenset({"done", "completed", "cancelled", "dropped"})
LONGEST_NAME: Final = 300


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of element.

    ``container`` is where its like stand, below the map or a sub-map; ``primary`` the field of its main text (None: it
    has none), which may go by one of ``aliases`` instead, the surest first. ``properties``: field -> the node's.
    """

    name: str
    model: type[Fields]
    container: tuple[str, ...]
    form: Literal["list", "dict", "one"]
    primary: str | None
    aliases: tuple[str, ...]
    properties: Mapping[str, str]

    @property
    def known(self) -> tuple[str, ...]:
        """The fields that are checked, which an update may set where they are not there yet."""
        return (*(("text",) if self.primary == "text" else ()), *self.model.model_fields)

    @property
    def expected(self) -> str:
        """What a value of this kind may be."""
        text = [f"{self.primary} (a text)"] if self.primary == "text" else []
        known = [*text, *(f"{n} ({f.description or 'anything'})" for n, f in self.model.model_fields.items())]
        dictionary = f"a dictionary with {', '.join(known)}; other fields are kept as they are"
        return f"a text, or {dictionary}" if self.primary else dictionary


LOOSE: Final = ("title", "name", "content", "description")
"""Names of the main text in default of any other; beside another they are fields of their own."""


def _kind(
    name: str,
    model: type[Fields],
    container: str,
    form: Literal["list", "dict", "one"] = "list",
    primary: str | None = "text",
    aliases: Iterable[str] = (),
    **renamed: str,
) -> Kind:
    properties = {field: renamed.get(field, field) for field in model.model_fields if field != "confidence"}
    return Kind(
        name=name,
        model=model,
        container=tuple(container.split(".")),
        form=form,
        primary=primary,
        aliases=("text", *aliases, *LOOSE) if primary == "text" else ((primary,) if primary else ()),
        properties=properties,
    )


_WORKING = "working_memory"
KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        _kind("constraint", ConstraintFields, "meta.hard_constraints", aliases=("constraint", "statement")),
        _kind("document", DocumentFields, "documents", "dict", None, id="given_id"),
        _kind("action", ActionFields, "action_history", primary="action"),
        _kind("todo", TodoFields, f"{_WORKING}.todo_list", aliases=("task", "todo", "item")),
        _kind("question", QuestionFields, f"{_WORKING}.pending_questions", aliases=("question",)),
        _kind("hypothesis", HypothesisFields, f"{_WORKING}.hypothesis", "one", aliases=("hypothesis", "statement")),
        _kind("finding", FindingFields, f"{_WORKING}.findings", aliases=("finding", "statement", "claim", "fact")),
        _kind("variable", Fields, f"{_WORKING}.variables", "dict", None),
        _kind("notice", NoticeFields, f"{_WORKING}.notices", aliases=("notice", "reminder")),
        _kind("submap", SubMapFields, "sub_maps", "dict", None),
    )
}
"""Kinds of entry, and the sub-map, whose own fields are of the same make."""


def check_fields(kind: str, fields: Mapping[str, JSON]) -> None:
    """ValueRefused unless each known field is of its type and each name is usable."""
    for name in fields:
        _check_name(name, f"a field of the {kind}")
    model = KINDS[kind].model
    if kind == "constraint" and "check" in fields:
        check_check(fields["check"])
    try:
        model.model_validate({name: fields[name] for name in model.model_fields if name in fields})
    except ValidationError as error:
        name = str(error.errors(include_url=False)[0]["loc"][0])
        given = fields[name]
        found = repr(given)[:80] if isinstance(given, (str, int, float)) else kind_of(given)
        raise ValueRefused(
            "wrong_type", f"{name} of the {kind} is {found}", model.model_fields[name].description
        ) from error


def check_primary(kind: str, name: str, text: JSON) -> str:
    """The main text of an entry; ValueRefused if it is not a text, blank, or too long for its kind."""
    if not isinstance(text, str):
        raise ValueRefused("wrong_type", f"{name} of the {kind} is {kind_of(text)}", "a text")
    if not text.strip():
        raise ValueRefused("wrong_type", f"{name} of the {kind} is blank", "a text that says something")
    if kind == "constraint":
        try:
            check_text("the constraint", text)
        except InvalidValue as error:
            raise ValueRefused("too_large", error.message, error.hint) from error
    return text


def check_key(text: str) -> str:
    """The key of a document or variable, as it is; ValueRefused if it is blank, too long or not storable."""
    return _check_name(text, "the key")


def _check_name(name: str, what: str) -> str:
    if not isinstance(name, str) or not name.strip():
        raise ValueRefused("wrong_type", f"{what} is {name!r}", f"1 to {LONGEST_NAME} characters, not blank")
    if len(name) > LONGEST_NAME:
        raise ValueRefused("too_large", f"{what} has {len(name)} characters", f"at most {LONGEST_NAME}")
    return storable(name, what)
