"""Makes answers fit: of the forms that an answer can take, the fullest that is within the budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

# So many characters a token are looked at, no more: to cut early is always right, and most tokens are far shorter.
_CHARACTERS: Final = 32
_AT_LEAST: Final = 2_000


@dataclass(frozen=True, slots=True)
class Room:
    """So many tokens, by ``count``. Nothing is taken to fit that was not counted whole: tokens do not add up."""

    budget: int
    count: Callable[[str], int]

    def fits(self, text: str) -> bool:
        """Whether all of it does."""
        return len(text) <= self.characters and self.count(text) <= self.budget

    @property
    def characters(self) -> int:
        """More than these are never shown."""
        return max(_AT_LEAST, self.budget * _CHARACTERS)

    def widest(self, render: Callable[[int], str], low: int, high: int) -> tuple[int, str] | None:
        """The largest size from ``low`` to ``high`` that was found to fit, and its text; None if ``low`` does not."""
        text = render(low)
        if not self.fits(text):
            return None
        best = (low, text)
        if high > low and self.fits(text := render(high)):
            return high, text
        while best[0] + 1 < high:
            middle = (best[0] + high) // 2
            if self.fits(text := render(middle)):
                best = (middle, text)
            else:
                high = middle
        return best

    def cut(self, text: str) -> str:
        """``text``, or as much of its beginning as fits."""
        if self.fits(text):
            return text
        high = min(len(text), self.characters)
        found = self.widest(lambda size: f"{text[:size].rstrip()}…" if size else "", 0, high)
        return found[1] if found else ""
