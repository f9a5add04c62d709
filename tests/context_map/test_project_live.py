import threading
import uuid
from pathlib import Path

import pytest

from peek_graph.context_map import list_maps
from peek_graph.context_map.project import begin_project
from peek_graph.errors import InvalidValue, MapExists, SettingsError
from peek_graph.settings import load_settings
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def test_a_project_is_a_map_and_a_file_that_names_it(project: Project) -> None:
    name = f"电池 'x' {uuid.uuid4().hex[:6]}"
    opened, file = begin_project(project.folder, goal="g", name=name, settings=project.settings)
    project.made.append(opened)
    settings = load_settings(project.folder)
    assert (settings.map.name, settings.project_file, settings.map.roots) == (name, file, (".",))
    with pytest.raises(SettingsError, match="already there"):
        begin_project(project.folder, goal="g", settings=project.settings)


def test_a_map_that_cannot_be_made_leaves_no_file(project: Project) -> None:
    there = project.map()
    for bad in ({"name": there.name}, {"goal": " "}, {"roots": ["nowhere"]}):
        with pytest.raises((MapExists, InvalidValue)):
            begin_project(project.folder, **{"goal": "g", "settings": project.settings, **bad})
    assert not list(project.folder.iterdir())


def test_two_at_once_in_one_folder_make_one_map(project: Project) -> None:
    outcomes: list[str] = []
    prefix = uuid.uuid4().hex[:8]

    def begin(number: int) -> None:
        try:
            opened, _ = begin_project(project.folder, goal="g", name=f"{prefix}-{number}", settings=project.settings)
            project.made.append(opened)
            outcomes.append("made")
        except SettingsError:
            outcomes.append("refused")

    threads = [threading.Thread(target=begin, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["made", "refused", "refused", "refused"]
    assert len([m for m in list_maps(project.settings) if m.name.startswith(prefix)]) == 1


def test_a_folder_that_cannot_be_written_is_said(project: Project) -> None:
    with pytest.raises(SettingsError, match="cannot be written"):
        begin_project(Path("/proc"), goal="g", name=uuid.uuid4().hex, settings=project.settings)
