"""Where a user's data, caches and local servers are kept."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from peek_graph.errors import SettingsError

DEFAULT_INSTANCE = "default"


def data_dir() -> Path:
    """This user's data folder (``PEEK_GRAPH_HOME`` moves it); servers live below."""
    home = os.environ.get("PEEK_GRAPH_HOME")
    return Path(home) if home else Path(platformdirs.user_data_dir("peek-graph", appauthor=False))


def cache_dir() -> Path:
    """What can be made again: vectors already computed (below ``PEEK_GRAPH_HOME`` when that is set)."""
    home = os.environ.get("PEEK_GRAPH_HOME")
    return Path(home) / "cache" if home else Path(platformdirs.user_cache_dir("peek-graph", appauthor=False))


def instance_dir(instance: str) -> Path:
    """The folder of one managed Neo4j instance."""
    if not instance or not instance.replace("-", "").replace("_", "").isalnum() or not instance.isascii():
        raise SettingsError(f"instance name {instance!r} is not usable", "use letters, digits, - and _")
    return data_dir() / "servers" / instance


def connection_file(instance: str) -> Path:
    """Where a managed instance leaves its address and password, readable by its owner only."""
    return instance_dir(instance) / "connection.json"
