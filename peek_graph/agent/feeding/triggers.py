"""What is observed by `TriggerSettings`: at once, with others, or not at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from peek_graph.agent.feeding.observation import Observation, Skipped
from peek_graph.agent.feeding.triviality import weight, why_trivial
from peek_graph.context_map.tokens import count_tokens
from peek_graph.records import SourceKind
from peek_graph.settings import TriggerSettings

# A host may put the name of its server before a tool's own, as in ``mcp__peek-graph__query_context_map``.
_OURS: Final = re.compile(r"(?:.*[^a-z])?(?:query|update)_context_map", re.IGNORECASE | re.DOTALL)
_COUNTED: Final = 20_000


@dataclass(frozen=True, slots=True)
class Triggers:
    """Decides by settings."""

    settings: TriggerSettings

    def user_message(self, text: str) -> Observation | Skipped:
        """A person's message, which is never joined with others."""
        if not self.settings.user_messages:
            return Skipped(text, "user", "user", "triggers.user_messages is off")
        if why := why_trivial(text, self.settings.trivial_below):
            return Skipped(text, "user", "user", why)
        return Observation(text, "user", "user", tokens_of(text))

    def tool_result(self, name: str, text: str, kind: SourceKind) -> Observation | Skipped:
        """A tool's result: what the map itself answered never, that of named tools always, others by their size."""
        if _OURS.fullmatch(name.strip()):
            return Skipped(text, kind, name, "it is what the map itself answered")
        if name in self.settings.never:
            return Skipped(text, kind, name, "triggers.never names the tool")
        if name in self.settings.tools:
            why = None if weight(text[:_COUNTED]) else "it has no letters and no digits"
            return Skipped(text, kind, name, why) if why else self._sized(text, kind, name)
        if why := why_trivial(text, self.settings.trivial_below):
            return Skipped(text, kind, name, why)
        found = self._sized(text, kind, name)
        if found.tokens < (least := self.settings.tool_results_above):
            why = f"it has {found.tokens} tokens, and triggers.tool_results_above is {least}"
            return Skipped(text, kind, name, why)
        return found

    def conclusion(self, text: str) -> Observation | Skipped:
        """What the agent itself concludes."""
        if why := why_trivial(text, self.settings.trivial_below):
            return Skipped(text, "agent", "conclusion", why)
        return self._sized(text, "agent", "conclusion")

    def phase_end(self, text: str) -> Observation | Skipped:
        """What is said at the end of a phase; it is not joined with others."""
        if not self.settings.phase_end:
            return Skipped(text, "agent", "phase", "triggers.phase_end is off")
        if why := why_trivial(text, self.settings.trivial_below):
            return Skipped(text, "agent", "phase", why)
        return Observation(text, "agent", "phase", tokens_of(text))

    def due_after(self, steps: int) -> bool:
        """Whether what waits is observed after so many steps."""
        return self.settings.every > 0 and steps % self.settings.every == 0

    def enough(self, tokens: int) -> bool:
        """Whether what waits has enough tokens together."""
        return tokens >= self.settings.batch_tokens

    def _sized(self, text: str, kind: SourceKind, source: str) -> Observation:
        tokens = tokens_of(text)
        return Observation(text, kind, source, tokens, small=tokens < self.settings.batch_tokens)


def tokens_of(text: str) -> int:
    """Tokens, of a long text those of its beginning: it is only asked whether there are many."""
    return count_tokens(text[:_COUNTED])
