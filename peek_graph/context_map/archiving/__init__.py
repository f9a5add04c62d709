"""What is done leaves the live map, comes back, or is deleted for good."""

from __future__ import annotations

from peek_graph.context_map.archiving.pruning import prune, take_back
from peek_graph.context_map.archiving.putting_away import archive, archive_if_due
from peek_graph.context_map.archiving.restoring import restore

__all__ = ["archive", "archive_if_due", "prune", "restore", "take_back"]
