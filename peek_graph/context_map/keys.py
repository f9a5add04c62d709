"""Names and keys that people and paths use."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from peek_graph.errors import InvalidValue

_LONGEST_KEY = 80
_LONGEST_NAME = 200
_LONGEST_TEXT = 4000
_NOT_A_WORD = re.compile(r"\W+")
_SUBMAP_KEY = re.compile(r"\w(?:[\w -]*[\w-])?")


def as_key(text: str) -> str:
    """``text`` as a dictionary key for paths: words of any script joined by ``_``, lower case."""
    return _NOT_A_WORD.sub("_", text.lower()).strip("_")[:_LONGEST_KEY].strip("_") or "document"


def document_keys(uri: str, ref: str, uid: str) -> list[str]:
    """Keys for a document, the most readable first and the last one certain to be free.

    The file's name, then with its folder, then with the document's ref, then with its uid.
    """
    path = PurePosixPath(uri)
    name = as_key(path.stem)
    folder = as_key(path.parent.name) if path.parent.name else name
    return [name, as_key(f"{folder}_{name}"), f"{name}_{ref.lower()}", f"{name}_{uid}"]


def check_map_name(name: str) -> str:
    """A map's name without outer blanks; InvalidValue if it is blank, too long or not printable."""
    name = name.strip()
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise InvalidValue(f"map name {name[:60]!r} is not usable", f"1 to {_LONGEST_NAME} printable characters")
    return name


def check_submap_key(key: str) -> str:
    """A sub-map's own key; InvalidValue if it has other than word characters, blanks and ``-``."""
    if not _SUBMAP_KEY.fullmatch(key) or len(key) > _LONGEST_KEY:
        raise InvalidValue(
            f"sub-map key {key[:60]!r} is not usable",
            f"letters of any script, digits, _, - and blanks, at most {_LONGEST_KEY} characters; `--parent` nests",
        )
    return key


def check_text(what: str, text: str) -> str:
    """A goal or constraint without outer blanks; InvalidValue if it is blank, too long or not storable."""
    text = text.strip()
    if not text:
        raise InvalidValue(f"{what} is blank", "say it in a sentence")
    if len(text) > _LONGEST_TEXT:
        raise InvalidValue(
            f"{what} has {len(text)} characters", f"at most {_LONGEST_TEXT}: it is part of every status; keep it short"
        )
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidValue(f"{what} has a NUL or half of a surrogate pair: {text[:60]!r}", "remove it")
    return text
