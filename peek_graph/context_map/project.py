"""Begins a project: a map in the graph, and ``peek-graph.toml`` in the folder that names it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import tomlkit

from peek_graph.context_map.facade import ContextMap
from peek_graph.errors import InvalidValue, SettingsError
from peek_graph.settings import PROJECT_FILE, Settings, load_settings


def begin_project(
    folder: Path,
    *,
    goal: str,
    name: str | None = None,
    constraints: str | Sequence[str] = (),
    roots: Sequence[str] = (".",),
    settings: Settings | None = None,
) -> tuple[ContextMap, Path]:
    """Write the file and make the map; the map is open. ``name`` defaults to the folder's.

    Raises SettingsError if the folder has a project file already, InvalidValue for a root that is no folder, MapExists.
    """
    folder = folder.resolve()
    file = folder / PROJECT_FILE
    if file.exists():
        raise _there_already(file)
    for root in roots:
        if not (folder / root).is_dir():
            raise InvalidValue(f"root {root!r} is no folder below {folder}", "make it first, or name another one")
    name = name or folder.name
    try:
        # "x": of two at once in this folder, one finds the file there. Before the map, which cannot be taken back.
        with file.open("x", encoding="utf-8") as out:
            out.write(_project_text(name, roots))
    except FileExistsError:
        raise _there_already(file) from None
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}", "choose a folder of your own") from error
    try:
        opened = ContextMap.create(name, goal=goal, constraints=constraints, settings=_within(settings, file, roots))
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return opened, file


def _there_already(file: Path) -> SettingsError:
    return SettingsError(f"{file} is already there", "use the map it names, or remove the file to begin another one")


def _within(settings: Settings | None, file: Path, roots: Sequence[str]) -> Settings:
    settings = settings or load_settings(file.parent)
    group = settings.map.model_copy(update={"roots": tuple(roots)})
    return settings.model_copy(update={"project_file": file, "map": group})


def _project_text(name: str, roots: Sequence[str]) -> str:
    document = tomlkit.document()
    document.add(
        tomlkit.comment(
            "A peek-graph project. Settings: see the README; environment (PEEK_GRAPH_…) goes before this file."
        )
    )
    table = tomlkit.table()
    table.add("name", name)
    roots_item = tomlkit.array()
    roots_item.extend(roots)
    roots_item.comment("where sources may lie; nothing outside is ever read")
    table.add("roots", roots_item)
    document.add("map", table)
    return tomlkit.dumps(document)
