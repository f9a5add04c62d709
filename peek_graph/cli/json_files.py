"""JSON that commands take from a file or from stdin, and write to one."""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from peek_graph.cli.output import json_text
from peek_graph.errors import InvalidValue, OperationError

STDIN = "-"


def read_operations(file: str) -> list[Any]:
    """The operations of ``file`` (``-``: stdin): a list, one operation, or ``{"operations": […]}``.

    What each is, the library judges. OperationError for what is no JSON or none of the three.
    """
    found = read_json(file)
    if isinstance(found, dict) and "op" not in found and isinstance(found.get("operations"), list):
        if others := sorted(found.keys() - {"operations"}):
            # Not passed over: a base_revision that is not looked at would overwrite what others wrote.
            raise OperationError(
                f"{_named(file)} has {', '.join(map(repr, others))} beside the operations",
                "give them as options: --base-revision, --request-id, --source, --reason",
            )
        found = found["operations"]
    if isinstance(found, dict):
        return [found]
    if not isinstance(found, list):
        raise OperationError(f"{_named(file)} is {_kind(found)}", 'write a list: [{"op": …, "path": …, "value": …}, …]')
    return found


def read_dictionary(file: str) -> Mapping[str, Any]:
    """The map of ``file`` (``-``: stdin) as a dictionary; OperationError if it is none."""
    found = read_json(file)
    if not isinstance(found, dict):
        raise OperationError(f"{_named(file)} is {_kind(found)}", "a map is an object, as `peek-graph dump` prints it")
    return found


def read_json(file: str) -> Any:
    """The JSON of ``file``, with or without a byte order mark; OperationError where it is none."""
    data = _bytes_of(file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OperationError(f"{_named(file)} is not UTF-8 at byte {error.start}", "save it as UTF-8") from error
    try:
        return json.loads(text, parse_constant=_no_json)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise OperationError(f"{_named(file)} is no JSON at {where}: {error.msg}", "correct it there") from error
    except ValueError as error:  # NaN, or an integer of thousands of digits
        raise OperationError(f"{_named(file)} is no usable JSON: {error}", "correct the number") from error
    except RecursionError as error:
        raise OperationError(f"{_named(file)} is nested too deeply", "flatten it") from error


def json_or_text(given: str) -> Any:
    """The JSON value that ``given`` is; itself where it is none."""
    try:
        return json.loads(given, parse_constant=_no_json, parse_float=_finite)
    except (ValueError, RecursionError):
        return given


def write_json(file: Path, form: Any) -> None:
    """Write ``form`` as UTF-8; at any time the file is whole, or as it was before."""
    text = json_text(form, "utf-8") + "\n"
    try:
        file = file.resolve()  # what a link leads to is replaced, and not the link
        if file.exists() and not file.is_file():
            file.write_text(text, encoding="utf-8")  # a pipe or a terminal
        else:
            _replace(file, text)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise InvalidValue(f"{file} cannot be written: {reason}", "name another file") from error


def _replace(file: Path, text: str) -> None:
    mode = file.stat().st_mode if file.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name[:100]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        Path(name).chmod(mode)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _bytes_of(file: str) -> bytes:
    try:
        if file == STDIN:
            if sys.stdin is None:
                raise InvalidValue("stdin is closed", "name a file, or send the JSON to stdin")
            return sys.stdin.buffer.read()
        return Path(file).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise InvalidValue(f"{_named(file)} cannot be read: {reason}", "name a file of JSON, or - for stdin") from error


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _no_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


def _finite(number: str) -> float:
    found = float(number)
    if math.isinf(found):
        raise ValueError(f"{number} is too large")
    return found


def _named(file: str) -> str:
    return "stdin" if file == STDIN else file


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "a text"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return f"{json.dumps(value)[:40]}"
