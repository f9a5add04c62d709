"""A batch cannot be compared with a past that `prune` took."""

from __future__ import annotations

from pathlib import Path

import pytest

from peek_graph.errors import HistoryPruned
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def test_a_base_before_the_pruned_is_refused(project: Project, tmp_path: Path) -> None:
    opened = project.map(embedder=None)
    for text in ("a", "b", "c"):
        opened.apply([{"op": "update", "path": "meta.current_step", "value": text}])
    assert opened.prune(4, file=tmp_path / "pruned.jsonl").versions == 3
    ours = [{"op": "update", "path": "meta.current_step", "value": "ours"}]
    for revision in (0, 2, 3):
        with pytest.raises(HistoryPruned, match=f"base revision {revision}"):
            opened.apply(ours, base_revision=revision)
    assert opened.apply(ours, base_revision=4).changed
