"""Who is at work: a person where somebody sits at a terminal, else an agent."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from peek_graph.cli.output import one_line, say
from peek_graph.errors import ProtectedField
from peek_graph.records import SourceKind

if TYPE_CHECKING:
    from peek_graph.context_map import ContextMap
    from peek_graph.records import Verdict

Command = TypeVar("Command", bound=Callable[..., Any])

_MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Actor:
    """Who a change is by: what the library takes as ``source_kind`` and ``author``."""

    source_kind: SourceKind
    author: str

    @property
    def is_person(self) -> bool:
        """Whether this one may change protected fields."""
        return self.source_kind == "user"


def at_terminal() -> bool:
    """Whether somebody can be asked: a pipe, cron and most agents' shells have no terminal on both ends."""
    return all(stream is not None and not stream.closed and stream.isatty() for stream in (sys.stdin, sys.stderr))


def actor(source_kind: SourceKind | None = None) -> Actor:
    """Who is at work; ``source_kind`` lowers a person to what is passed on, as a tool's output."""
    kind = source_kind or ("user" if at_terminal() else "agent")
    try:
        login = getpass.getuser()
    except (KeyError, OSError, ImportError):  # a container without an entry for this uid
        login = ""
    side = "user" if kind == "user" else "agent"
    return Actor(kind, f"{side}:{login}" if login else side)


def source_kind_option(command: Command) -> Command:
    """``--source-kind``, as the `Actor` that the command takes as ``by``."""
    return click.option(
        "--source-kind",
        "by",
        type=click.Choice(get_args(SourceKind)),
        callback=_actor_of,
        help="Where it comes from; default: user at a terminal, else agent.",
    )(command)


def _actor_of(_: click.Context, __: click.Parameter, kind: SourceKind | None) -> Actor:
    if kind == "user" and not at_terminal():
        raise click.BadParameter(
            "a person is only who sits at a terminal, and stdin or stderr is none here; leave it out, or say `agent`"
        )
    return actor(kind)


def settle(context_map: ContextMap, by: Actor, trial: Callable[[Actor], Iterable[Verdict]]) -> Actor:
    """Who the change shall be by: a person is asked first where an agent could only propose.

    ``trial`` is a dry run. Whoever says no goes on as an agent, so that it becomes a proposal.
    """
    if not by.is_person:
        return by
    agent = actor("agent")
    try:
        protected = [_protected_line(verdict) for verdict in trial(agent) if _is_protected(verdict)]
    except ProtectedField as error:
        protected = [one_line(error.message)]
    if not protected:
        return by
    say("Protected, so that an agent can only propose it:", err=True)
    for line in protected[:_MOST_SHOWN]:
        say(f"  {line}", err=True)
    if (more := len(protected) - _MOST_SHOWN) > 0:
        say(f"  … and {more:,} more", err=True)
    return by if _allows(context_map) else agent


def must_ask(*, yes: bool, as_json: bool) -> bool:
    """Whether to show and ask before doing it; wrong usage where that cannot be."""
    if yes:
        return False
    if as_json:
        raise click.UsageError("--json needs --yes: nothing but data is printed then")
    if not at_terminal():
        raise click.UsageError("there is no terminal to ask at: see what --dry-run says, then give --yes")
    return True


def need_terminal(what: str) -> None:
    """Refuse what only a person may do where none can be seen."""
    if not at_terminal():
        raise ProtectedField(
            f"{what} is for a person, and there is no terminal here to ask one at",
            "run it yourself in a terminal, with neither input nor errors sent elsewhere",
        )


def or_end(question: str) -> None:
    """Ask; any answer but yes ends the run with exit code 1."""
    if not click.confirm(question, err=True):
        say("Nothing is changed.", err=True)
        click.get_current_context().exit(1)


def ask_passphrase(context_map: ContextMap, ending: str = "") -> str | None:
    """The map's passphrase as typed, None if it has none; wrong ones are the library's to refuse."""
    if not context_map.has_passphrase():
        return None
    text: str = click.prompt(
        f"Passphrase of map {one_line(context_map.name)}{ending}",
        hide_input=True,
        default="",
        show_default=False,
        err=True,
    )
    return text


def _allows(context_map: ContextMap) -> bool:
    passphrase = ask_passphrase(context_map, " (none: propose it only)")
    if passphrase is None:
        return click.confirm("Change it as yourself? No makes it a proposal", err=True)
    if passphrase:
        context_map.check_passphrase(passphrase)
    return bool(passphrase)


def _is_protected(verdict: Verdict) -> bool:
    # A duplicate of what is proposed already names the proposal: that must be no way round being asked.
    proposes = any(ref.startswith("P") for ref in (verdict.ref or "", *verdict.refs))
    return proposes or verdict.verdict == "proposed" or verdict.code == "protected"


def _protected_line(verdict: Verdict) -> str:
    return one_line(f"{verdict.op} {verdict.path}", 200)
