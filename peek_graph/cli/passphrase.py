"""``passphrase``: what keeps an agent with a terminal from deciding for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from peek_graph.cli.options import map_option
from peek_graph.cli.output import say
from peek_graph.cli.person import ask_passphrase, need_terminal

if TYPE_CHECKING:
    from peek_graph.cli.session import Session


@click.command(short_help="Set what a person is asked for.")
@click.option("--remove", is_flag=True, help="Ask for none any more.")
@map_option
@click.pass_obj
def passphrase(session: Session, remove: bool) -> None:
    """Set the map's passphrase, or change it.

    Changes of goal, constraints and hypothesis, `confirm` and `reject` then ask for it. Set one where an agent may use
    a terminal as you do: a terminal alone does not tell you apart.

    \b
    Examples:
      peek-graph passphrase
      peek-graph passphrase --remove
    """
    need_terminal("the passphrase")
    with session.open_map() as context_map:
        old = ask_passphrase(context_map)
        name = context_map.name
        if old is not None:
            context_map.check_passphrase(old)  # before anybody thinks of a new one
        if remove:
            if old is not None:
                context_map.set_passphrase(None, old=old)
            say(f"Map {name!r} asks for no passphrase.")
            return
        new: str = click.prompt("New passphrase", hide_input=True, confirmation_prompt=True, err=True)
        context_map.set_passphrase(new, old=old)
    say(f"Map {name!r} asks for the passphrase from now on. It cannot be read back: keep it somewhere safe.")
