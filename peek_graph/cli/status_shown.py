"""What commands that show a status share: the options, and how it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from peek_graph.cli.arguments import TOKENS
from peek_graph.cli.json_forms import status_form
from peek_graph.cli.options import Command
from peek_graph.cli.output import columns, one_line, say, say_json

if TYPE_CHECKING:
    from peek_graph.records import Status

_OPTIONS = (
    click.option("--budget", type=TOKENS, metavar="TOKENS", help="At most so many; default: 1600, by setting."),
    click.option(
        "--focus", metavar="SUBMAP", help="Widen this sub-map, by path or title, and those below it, and fold the rest."
    ),
    click.option(
        "--language", type=click.Choice(["auto", "en", "zh"]), help="Of headings and marks; default: auto, by setting."
    ),
    click.option(
        "--form",
        type=click.Choice(["text", "markdown"]),
        help="Text for a prompt, or Markdown for people, which has no bound; default: text.",
    ),
    click.option("--explain", is_flag=True, help="Say of each entry that was looked at why it is in or out."),
)


def status_options(command: Command) -> Command:
    """``--budget``, ``--focus``, ``--language``, ``--form`` and ``--explain``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def show_status(status: Status, form: str | None, *, as_json: bool) -> None:
    """The status in the form that was asked for; with the reasons, if those were."""
    if as_json:
        say_json(status_form(status))
        return
    say(status.markdown if form == "markdown" else status.text)
    if status.explained:
        say()
        for line in columns(
            [(one_line(one.ref), "in" if one.shown else "out", one_line(one.reason)) for one in status.explained]
        ):
            say(line)
