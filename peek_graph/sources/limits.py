"""How much one source may hold, since it is written as a whole."""

from __future__ import annotations

from collections.abc import Iterable

from peek_graph.errors import SourceTooLarge
from peek_graph.records import Passage


def check_length(characters: int, most: int, name: str) -> None:
    """SourceTooLarge where a text of that many characters is too long."""
    if characters > most:
        raise SourceTooLarge(
            f"{name} has a text of {characters:,} characters or more; the limit is {most:,}",
            "split the file, or raise sources.max_characters and the server's memory",
        )


def at_most(passages: Iterable[Passage], most: int, name: str) -> tuple[Passage, ...]:
    """All passages; SourceTooLarge at the first one too many."""
    kept: list[Passage] = []
    for passage in passages:
        if len(kept) == most:
            raise SourceTooLarge(
                f"{name} has more than {most:,} sections, the limit for one source",
                "split the file, or raise sources.section_tokens, or sources.max_sections and the server's memory",
            )
        kept.append(passage)
    return tuple(kept)
