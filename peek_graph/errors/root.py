"""The root of the errors, and those of arguments and settings."""

from __future__ import annotations


class PeekGraphError(Exception):
    """Root of all errors raised on purpose; ``hint`` says what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    @property
    def whole(self) -> str:
        """The message with the hint behind it."""
        return f"{self.message}; {self.hint}" if self.hint else self.message


class SettingsError(PeekGraphError):
    """A setting, peek-graph.toml or an environment variable is wrong."""


class InvalidValue(PeekGraphError):
    """An argument or value is out of its range."""
