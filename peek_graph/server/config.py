"""neo4j.conf of a managed instance."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil

from peek_graph.server.ports import HOST
from peek_graph.settings import ServerSettings

_FOLDERS = ("conf", "data", "import", "licenses", "logs", "plugins", "run")

EVERYWHERE = {
    "dbms.security.auth_enabled": "true",
    # No Cypher statement reads files of this machine.
    "dbms.security.allow_csv_import_from_file_urls": "false",
    "dbms.usage_report.enabled": "false",
    "client.allow_telemetry": "false",
    "server.bolt.telemetry.enabled": "false",
    # Two databases would take 512 MB of disk before anything is in them.
    "db.tx_log.preallocate": "false",
}
"""Settings that docker/compose.yaml has too."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Sizes as Neo4j and Java write them: ``512m``, ``2g``."""

    heap: str
    pagecache: str


def choose_memory(settings: ServerSettings, total: int | None = None) -> Memory:
    """An eighth of the machine (``total`` bytes) for the heap and a sixteenth for pages, within what suits a laptop."""
    megabytes = (psutil.virtual_memory().total if total is None else total) // 2**20
    return Memory(
        settings.heap or f"{min(2048, max(512, megabytes // 8))}m",
        settings.pagecache or f"{min(1024, max(128, megabytes // 16))}m",
    )


def write_config(home: Path, version: str, bolt_port: int, http_port: int, memory: Memory) -> None:
    """Lay out Neo4j's home folder and write its configuration anew."""
    for name in _FOLDERS:
        (home / name).mkdir(exist_ok=True)
    lines = {
        "server.default_listen_address": HOST,
        "server.default_advertised_address": HOST,
        "server.bolt.listen_address": f"{HOST}:{bolt_port}",
        "server.bolt.advertised_address": f"{HOST}:{bolt_port}",
        "server.http.listen_address": f"{HOST}:{http_port}",
        "server.http.advertised_address": f"{HOST}:{http_port}",
        "server.https.enabled": "false",
        "server.memory.heap.max_size": memory.heap,
        "server.memory.pagecache.size": memory.pagecache,
        **EVERYWHERE,
        **_of_version(version),
    }
    text = "# Written by `peek-graph up` at each start; changes here are lost.\n"
    text += "".join(f"{key}={value}\n" for key, value in lines.items())
    (home / "conf" / "neo4j.conf").write_text(text, encoding="utf-8")


def _of_version(version: str) -> dict[str, str]:
    # Without the quiet period a stop waits three times five seconds for connections that nobody makes.
    quiet_period = "internal.dbms.bolt.netty_server_shutdown_quiet_period"
    if version.startswith("5."):
        return {quiet_period: "0"}
    # Fleet discovery listens for broadcasts from other machines.
    return {f"{quiet_period}_duration": "0s", "server.fleet_discovery.enabled": "false"}
