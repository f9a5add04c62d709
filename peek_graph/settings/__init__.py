"""Settings, where they come from, and the Neo4j that they lead to."""

from __future__ import annotations

from peek_graph.settings.agent_groups import (
    AgentSettings,
    LlmSettings,
    MonitorSettings,
    TriggerSettings,
    UpdaterSettings,
)
from peek_graph.settings.connection import (
    SCHEMES,
    Connection,
    check_address,
    resolve_connection,
)
from peek_graph.settings.folders import (
    DEFAULT_INSTANCE,
    cache_dir,
    connection_file,
    data_dir,
    instance_dir,
)
from peek_graph.settings.groups import (
    ArchiveSettings,
    ConfidenceSettings,
    EmbeddingSettings,
    MapSettings,
    ProtectionSettings,
    QuerySettings,
    SearchSettings,
    ServerSettings,
    SourceSettings,
    StatusSettings,
    WriteSettings,
)
from peek_graph.settings.loading import (
    PROJECT_FILE,
    Settings,
    find_project_file,
    load_settings,
    map_named_in,
)

__all__ = [
    "DEFAULT_INSTANCE",
    "PROJECT_FILE",
    "SCHEMES",
    "AgentSettings",
    "ArchiveSettings",
    "ConfidenceSettings",
    "Connection",
    "EmbeddingSettings",
    "LlmSettings",
    "MapSettings",
    "MonitorSettings",
    "ProtectionSettings",
    "QuerySettings",
    "SearchSettings",
    "ServerSettings",
    "Settings",
    "SourceSettings",
    "StatusSettings",
    "TriggerSettings",
    "UpdaterSettings",
    "WriteSettings",
    "cache_dir",
    "check_address",
    "connection_file",
    "data_dir",
    "find_project_file",
    "instance_dir",
    "load_settings",
    "map_named_in",
    "resolve_connection",
]
