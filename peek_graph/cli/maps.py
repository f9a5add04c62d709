"""``init``, ``maps`` and ``submap``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from peek_graph.cli.group import ExplainingGroup
from peek_graph.cli.json_forms import map_form, submap_form
from peek_graph.cli.options import json_option, map_option
from peek_graph.cli.output import columns, counted, say, say_json
from peek_graph.errors import InvalidValue

if TYPE_CHECKING:
    from peek_graph.cli.session import Session


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@click.option("--name", "--map", "name", help="The map's name; default: the folder's.")
@click.option("--goal", required=True, help="What the project is after.")
@click.option("--constraint", "constraints", multiple=True, help="What must hold whatever happens; may be repeated.")
@click.option("--root", "roots", multiple=True, help="A folder that sources may lie in; may be repeated; default: all.")
@json_option
@click.pass_obj
def init(
    session: Session,
    folder: Path,
    name: str | None,
    goal: str,
    constraints: tuple[str, ...],
    roots: tuple[str, ...],
    as_json: bool,
) -> None:
    """Begin a map for FOLDER (default: this one).

    Makes the map in Neo4j and writes peek-graph.toml into the folder; commands in it and below then know their map.

    \b
    Examples:
      peek-graph init --goal "Choose a cell chemistry for 2027"
      peek-graph init --goal "…" --constraint "No cobalt" --constraint "Below 90 USD/kWh"
      peek-graph init ~/research/battery --name battery --goal "…" --root papers --root notes
    """
    from peek_graph.context_map.project import begin_project

    if not folder.is_dir():
        if folder.exists():
            raise InvalidValue(f"{folder} is no folder", "name the project's folder")
        raise InvalidValue(f"folder {folder} does not exist", "make it first, or name another one")
    context_map, file = begin_project(
        folder,
        name=name or session.map_name,
        goal=goal,
        constraints=constraints,
        roots=tuple(root for root in roots if root) or (".",),
        settings=session.settings(folder),
    )
    with context_map:
        if as_json:
            say_json({"map": context_map.name, "uid": context_map.uid, "file": str(file)})
        else:
            say(f"Map {context_map.name!r} is begun; {file} names it.")
            say("Next: peek-graph add FILE_OR_FOLDER …")


@click.command(short_help="List the maps of the database.")
@json_option
@click.pass_obj
def maps(session: Session, as_json: bool) -> None:
    """List the maps of the database; `*` marks this folder's.

    \b
    Examples:
      peek-graph maps
      peek-graph maps --json
    """
    from peek_graph.context_map import list_maps

    settings = session.settings()
    found = list_maps(settings)
    if as_json:
        say_json({"maps": [map_form(info) for info in found]})
        return
    if not found:
        say("No maps yet. Begin one with: peek-graph init --goal …")
        return
    rows = [("", "map", "revision", "documents", "sections", "embedder", "goal")]
    for info in found:
        mark = "*" if info.name == settings.map.name else ""
        numbers = (str(info.revision), f"{info.documents:,}", f"{info.sections:,}")
        rows.append((mark, info.name, *numbers, info.embedder or "-", _first_line(info.goal)))
    for line in columns(rows):
        say(line)


@click.group(cls=ExplainingGroup)
def submap() -> None:
    """Sub-maps: parts of a map by topic or phase.

    \b
    Examples:
      peek-graph submap add market --title "Market" --kind topic
      peek-graph submap list
    """


@submap.command("add")
@click.argument("key")
@click.option("--title", help="How it is shown; default: made from the key.")
@click.option("--kind", type=click.Choice(["topic", "phase"]), default="topic", show_default=True)
@click.option("--parent", metavar="PATH", help="The sub-map it belongs in, as `market` or `market.prices`.")
@click.option("--summary", default="", help="One paragraph that the whole map shows of it.")
@map_option
@json_option
@click.pass_obj
def submap_add(
    session: Session, key: str, title: str | None, kind: str, parent: str | None, summary: str, as_json: bool
) -> None:
    """Add the sub-map KEY.

    \b
    Examples:
      peek-graph submap add market --title "Market" --kind topic
      peek-graph submap add prices --parent market --summary "What cells cost, by year."
    """
    with session.open_map() as context_map:
        info = context_map.add_submap(
            key,
            title=title or None,
            kind="phase" if kind == "phase" else "topic",
            parent=parent or None,
            summary=summary,
        )
        if as_json:
            say_json({"map": context_map.name, **submap_form(info)})
        else:
            say(f"Sub-map {info.path!r} ({info.kind}) is in map {context_map.name!r}.")


@submap.command("list")
@map_option
@json_option
@click.pass_obj
def submap_list(session: Session, as_json: bool) -> None:
    """List the sub-maps, nested ones below their parents.

    \b
    Examples:
      peek-graph submap list
      peek-graph submap list --map battery --json
    """
    with session.open_map() as context_map:
        found = context_map.submaps()
        name = context_map.name
    if as_json:
        say_json({"map": name, "submaps": [submap_form(info) for info in found]})
        return
    if not found:
        say(f"Map {name!r} has no sub-maps yet. Add one with: peek-graph submap add KEY")
        return
    for line in columns(
        [
            (info.path, info.kind, counted(info.documents, "document"), counted(info.sections, "section"), info.title)
            for info in found
        ]
    ):
        say(line)


def _first_line(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else ""
    return line if len(line) <= 60 else line[:59] + "…"
