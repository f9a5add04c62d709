"""The group that explains errors: one line and a hint, never a traceback."""

from __future__ import annotations

import json
import os
import sys
from typing import IO, Any, NoReturn

import click

from peek_graph.cli.local import explain_unreachable
from peek_graph.cli.output import forgive_encoding, leave_reader, open_closed, output_failed, say, stdout_fails
from peek_graph.errors import DatabaseUnreachable, PeekGraphError
from peek_graph.interrupts import was_interrupted

INTERRUPTED = 130
READER_LEFT = 141  # as a shell says of a program that ended so
DEBUG_VARIABLE = "PEEK_GRAPH_DEBUG"


class Explained(click.ClickException):
    """An error as it is shown: text with a hint, or the JSON form."""

    def __init__(self, name: str, message: str, hint: str | None, *, as_json: bool) -> None:
        super().__init__(message)
        self.name = name
        self.hint = hint
        self.as_json = as_json

    def show(self, file: IO[Any] | None = None) -> None:
        """Write to stderr; stdout stays for data."""
        if self.as_json:
            lines = [json.dumps({"error": self.name, "message": self.message, "hint": self.hint})]
        else:
            lines = [f"Error: {self.message}", *([f"  {self.hint}"] if self.hint else [])]
        for line in lines:
            if file is None:
                say(line, err=True)
            else:
                click.echo(line, file=file)


class ExplainingGroup(click.Group):
    """A group that turns the library's errors into click's, once, for all commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Commands in the order in which a project meets them, not by the alphabet."""
        return list(self.commands)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run; text that the terminal cannot show is replaced rather than raised about."""
        open_closed()
        forgive_encoding(sys.stdout, sys.stderr)
        try:
            return super().main(*args, **kwargs)
        except OSError as error:  # what click itself prints: help, the version, wrong usage
            if os.environ.get(DEBUG_VARIABLE) or not kwargs.get("standalone_mode", True):
                raise
            failed = output_failed(error)
            Explained(type(failed).__name__, failed.message, failed.hint, as_json=False).show()
            sys.exit(1)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Inside another run (the demo's) errors pass, so that it can clean up first."""
        if ctx.parent is not None or os.environ.get(DEBUG_VARIABLE):
            return super().invoke(ctx)
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            _end_interrupted(ctx)
        except PeekGraphError as error:
            if was_interrupted(error):
                _end_interrupted(ctx)
            message, hint = error.message, error.hint
            if isinstance(error, DatabaseUnreachable):
                message, hint = explain_unreachable(error, getattr(ctx.obj, "used", None))
            raise Explained(type(error).__name__, message, hint, as_json=_as_json(ctx)) from error
        except BrokenPipeError:  # a reader such as `head` that has seen enough
            leave_reader()
            ctx.exit(READER_LEFT)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise  # click's own
        except Exception as error:
            if was_interrupted(error):
                _end_interrupted(ctx)
            if isinstance(error, OSError) and stdout_fails():  # a command's help, which click prints
                failed = output_failed(error)
                raise Explained(type(failed).__name__, failed.message, failed.hint, as_json=_as_json(ctx)) from error
            hint = f"this is a defect of peek-graph; run again with {DEBUG_VARIABLE}=1 for the traceback to report"
            name = type(error).__name__
            raise Explained(name, f"unexpected {name}: {_one_line(error)}", hint, as_json=_as_json(ctx)) from error


def _end_interrupted(ctx: click.Context) -> NoReturn:
    say(
        "Interrupted. Revisions that were made stay, nothing is half done; the same command again does the rest.",
        err=True,
    )
    ctx.exit(INTERRUPTED)


def _as_json(ctx: click.Context) -> bool:
    return bool(getattr(ctx.obj, "json", False))


def _one_line(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text if len(text) <= 300 else text[:299] + "…"
