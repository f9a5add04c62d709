"""Who changes a map: a person or an agent, from which source, and how far that is to be trusted."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from dataclasses import dataclass, replace

from peek_graph.context_map.view.json_values import ValueRefused, storable
from peek_graph.errors import OperationError
from peek_graph.records import SourceKind
from peek_graph.settings import ConfidenceSettings

# Of a place in a source only the source counts: two pages of one paper are not independent.
_PLACE = re.compile(r"[#§].*", re.DOTALL)
_PREFIX = re.compile(r"\A(?:(?:tool|document|web|agent|user|file):(?://(?=/))?)+")

_LONGEST_WORD = 4000


def check_words(**words: str) -> None:
    """OperationError unless each is a text that can be kept, and none of ``author`` and ``by`` blank."""
    for name, text in words.items():
        if not isinstance(text, str) or len(text) > _LONGEST_WORD:
            raise OperationError(f"{name} is {str(text)[:60]!r}…", f"a text of at most {_LONGEST_WORD} characters")
        try:
            storable(text, name)
        except ValueRefused as error:
            raise OperationError(error.reason) from error
        if name in ("author", "by") and not text.strip():
            raise OperationError(f"{name} is blank", "say who makes the change")


def as_one(name: str) -> str:
    """A name as a person reads it: without case, blanks and what has no look of its own."""
    seen = (character for character in unicodedata.normalize("NFKC", name) if character.isprintable())
    return "".join("".join(seen).split()).casefold()


@dataclass(frozen=True, slots=True)
class Speaker:
    """The author of a batch; ``source`` is where it was learned, in the author's words.

    ``reported``: the author only says what it understood somebody of that source kind to say.
    """

    author: str
    source: str
    source_kind: SourceKind
    confidence: ConfidenceSettings
    confirmed: bool = False
    reported: bool = False

    @property
    def may_decide(self) -> bool:
        """Whether protected fields change at once: a person's do, and what was confirmed."""
        return self.confirmed or self.is_person

    @property
    def is_person(self) -> bool:
        """Whether a person speaks, and not somebody who passes on what one said."""
        return self.source_kind == "user" and not self.reported

    @property
    def independent_source(self) -> str | None:
        """What has to differ, beside the author, for two to be independent; None if no source is named.

        All that agents conclude by themselves counts as one. A document is the same by any spelling of its path.
        """
        if self.source_kind == "agent":
            return "agent"
        source = _PREFIX.sub("", _PLACE.sub("", as_one(self.source)), count=1).rstrip("/")
        if not source or "://" in source:
            return source or None
        return posixpath.normpath(source.replace("\\", "/")).replace("//", "/")

    def as_confirmed(self) -> Speaker:
        """The same one, whose operations somebody with the right to do so has confirmed."""
        return replace(self, confirmed=True)

    def trust(self, explicit: float | None) -> tuple[float, str]:
        """The confidence of what this one says, and a word if it is less than was asked for."""
        own: float = getattr(self.confidence, self.source_kind)
        if self.reported and self.source_kind == "user":
            own = min(own, self.confidence.tool)
        if explicit is None:
            return own, ""
        if isinstance(explicit, bool) or not 0 <= explicit <= 1:
            raise ValueRefused("wrong_type", f"confidence is {explicit!r}", "a number from 0 to 1")
        if explicit > own and not self.is_person:
            kind = f"{'a reported' if self.reported else 'source kind'} {self.source_kind!r}"
            return own, f"confidence {explicit:g} was lowered to {own:g}, the most for {kind}"
        return explicit, ""  # 1 stays 1, not 1.0
