"""Options that commands share, one decorator each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def _remember_json(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
    if value and not ctx.resilient_parsing:
        ctx.obj.json = True
    return value


def _remember_map(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if value and not ctx.resilient_parsing:
        ctx.obj.map_name = value
    return value


def _remember_instance(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if value and not ctx.resilient_parsing:
        ctx.obj.instance = value
    return value


def no_blank_paths(_: click.Context, __: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    """A blank path is a variable that was not set; it would be taken for the folder itself."""
    if any(not path.strip() for path in paths):
        raise click.BadParameter("a path is empty")
    return paths


def json_option(command: Command) -> Command:
    """``--json``: data on stdout as one JSON object; errors on stderr as one too."""
    return click.option(
        "--json", "as_json", is_flag=True, is_eager=True, callback=_remember_json, help="Print JSON instead of text."
    )(command)


def map_option(command: Command) -> Command:
    """``--map`` after the command's name, for those who think of it late."""
    return click.option(
        "--map",
        metavar="NAME",
        callback=_remember_map,
        expose_value=False,
        help="The map to use; default: the one named in peek-graph.toml.",
    )(command)


def instance_option(command: Command) -> Command:
    """``--instance`` after the command's name, where a local Neo4j is meant."""
    return click.option(
        "--instance",
        metavar="NAME",
        callback=_remember_instance,
        expose_value=False,
        help="Which local Neo4j; default: `default`, by setting.",
    )(command)


def quiet_option(command: Command) -> Command:
    """``--quiet``: no progress."""
    return click.option("-q", "--quiet", is_flag=True, help="Show no progress.")(command)


def reason_option(command: Command) -> Command:
    """``--reason``: kept in the revision."""
    return click.option("--reason", default="", help="Why; the log keeps it.")(command)


def dry_run_option(command: Command) -> Command:
    """``--dry-run``: say what would be done."""
    return click.option("--dry-run", is_flag=True, help="Say what would be done, and do nothing.")(command)


def yes_option(command: Command) -> Command:
    """``--yes``: do not ask; needed where nobody can be asked."""
    return click.option("-y", "--yes", is_flag=True, help="Do not ask. Needed where there is no terminal to ask at.")(
        command
    )
