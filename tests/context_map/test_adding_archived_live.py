"""What was archived does not come back by itself."""

from __future__ import annotations

import pytest

from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def test_a_folder_leaves_archived_documents_archived_and_a_named_file_brings_one_anew(project: Project) -> None:
    opened = project.map()
    for name in ("a", "b"):
        project.write(f"notes/{name}.md", f"# {name}\n\nWords of {name}.\n")
    opened.add([project.folder / "notes"])
    opened.archive("D1", source_kind="user")
    before = opened.log(1)[0].number
    again = opened.add([project.folder / "notes"])
    assert again.sources.new == 0
    assert again.sources.unchanged == 1
    assert again.missing["archived"].startswith("1 sources are of archived documents")
    assert opened.log(1)[0].number == before
    assert opened.restore("D1", source_kind="user").changed
    opened.archive("D1", source_kind="user")
    named = opened.add([project.folder / "notes" / "a.md"])
    assert named.sources.new == 1
    assert "archived" not in named.missing
