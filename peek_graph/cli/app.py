"""``peek-graph``: the group, its connection options and its commands."""

from __future__ import annotations

import click

from peek_graph.cli.agent import agent
from peek_graph.cli.archiving import archive, prune, restore
from peek_graph.cli.changing import apply, note
from peek_graph.cli.demo import demo
from peek_graph.cli.dictionary import dump, load
from peek_graph.cli.group import ExplainingGroup
from peek_graph.cli.history import at, diff, history, show
from peek_graph.cli.maps import init, maps, submap
from peek_graph.cli.observing import observe
from peek_graph.cli.passphrase import passphrase
from peek_graph.cli.proposals import confirm, proposals, reject
from peek_graph.cli.reading import log, read, status
from peek_graph.cli.replaying import replay
from peek_graph.cli.searching import query, search
from peek_graph.cli.server import down, server, up
from peek_graph.cli.session import Session
from peek_graph.cli.snapshots import rollback, snapshot, snapshots
from peek_graph.cli.sources import add, reindex
from peek_graph.cli.why import why


@click.group(cls=ExplainingGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--uri", envvar="PEEK_GRAPH_URI", show_envvar=True, help="A Neo4j to use instead of the local one.")
@click.option("--user", envvar="PEEK_GRAPH_USER", show_envvar=True, help="Its user; default: neo4j.")
@click.option("--password", envvar="PEEK_GRAPH_PASSWORD", show_envvar=True, help="The user's password.")
@click.option("--database", envvar="PEEK_GRAPH_DATABASE", show_envvar=True, help="Default: the server's own default.")
@click.option("--instance", envvar="PEEK_GRAPH_INSTANCE", show_envvar=True, help="Which local Neo4j, by name.")
@click.option(
    "--map",
    "map_name",
    metavar="NAME",
    envvar="PEEK_GRAPH_MAP__NAME",
    show_envvar=True,
    help="Default: by the project file.",
)
@click.version_option(package_name="peek-graph", prog_name="peek-graph")
@click.pass_context
def main(
    ctx: click.Context,
    uri: str | None,
    user: str | None,
    password: str | None,
    database: str | None,
    instance: str | None,
    map_name: str | None,
) -> None:
    """Keep a project's context map in Neo4j: what its sources say and where.

    Without --uri, commands use the local Neo4j that `peek-graph up` starts.

    \b
    Examples:
      peek-graph demo
      peek-graph up
      peek-graph init --goal "Choose a cell chemistry for 2027"
      peek-graph add papers/ notes/
      peek-graph search "energy density of solid electrolytes"
    """
    # An empty option counts as unset, as an empty variable does: scripts pass what may be empty.
    ctx.obj = Session(uri or None, user or None, password or None, database or None, instance or None, map_name or None)


_COMMANDS = (
    *(demo, up, down, server),
    *(init, maps, submap, add, reindex),
    *(status, search, query, read, why),
    *(note, apply, observe, load, dump),
    *(log, show, diff, history, at, snapshot, snapshots, rollback),
    *(proposals, confirm, reject, passphrase),
    *(archive, restore, prune),
    *(agent, replay),
)
for command in _COMMANDS:
    main.add_command(command)
