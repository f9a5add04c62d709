"""``demo``: the story of one small project, told with the real commands."""

from __future__ import annotations

import click


@click.command()
@click.option("--keep", is_flag=True, help="Leave the demo's Neo4j running and its files in place, to look around.")
def demo(keep: bool) -> None:
    """Show the whole story on sample documents.

    Starts a Neo4j of its own, builds a map from a dozen notes on batteries, asks it questions, changes a note, and
    takes everything away again. Needs no key and no Docker, and no network once the first set-up is done.

    \b
    Examples:
      peek-graph demo
      peek-graph demo --keep
    """
    from peek_graph.cli.story import tell

    tell(keep=keep)
