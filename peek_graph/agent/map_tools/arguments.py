"""Operations in the forms in which models send them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from peek_graph.errors import OperationError

_FENCED: Final = re.compile(r"```[a-zA-Z]*\s*(.*?)```", re.DOTALL)


def operations_in(given: Any, more: Mapping[str, Any]) -> Any:
    """What `ContextMap.apply` takes, from what a tool was called with; OperationError if there is nothing to take.

    A list may come as JSON text, fenced or not, or have its operations as texts; a single operation may be in no list,
    or have its parts where the list should be (``more``). What is in each operation is for `apply` to judge.
    """
    if given is None and "op" in more:
        return [dict(more)]
    if given is None:
        wrong = f"there is no argument {next(iter(more))!r}" if more else "the argument 'operations' is missing"
        raise OperationError(wrong)
    value = _read(given)
    if isinstance(value, Mapping) and "operations" in value and "op" not in value:
        value = _read(value["operations"])
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list):
        raise OperationError(f"operations is {type(value).__name__}, not a list")
    if not value:
        raise OperationError("operations is empty")
    return [_read(item) if isinstance(item, str) and item.lstrip().startswith("{") else item for item in value]


def _read(given: Any) -> Any:
    if not isinstance(given, str):
        return given
    fenced = _FENCED.search(given)
    try:
        return json.loads(fenced[1] if fenced else given)
    except ValueError as error:
        raise OperationError(f"operations is no JSON: {error}") from error
    except RecursionError as error:
        raise OperationError("operations is nested too deep") from error
