from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from peek_graph.server import versions
from peek_graph.server.config import EVERYWHERE, Memory, choose_memory, write_config
from peek_graph.server.ports import HOST
from peek_graph.settings import ServerSettings

COMPOSE = Path(__file__).parent.parent.parent / "docker" / "compose.yaml"
GIGABYTE = 2**30


def _written(home: Path, version: str) -> dict[str, str]:
    write_config(home, version, 7700, 7500, Memory("1g", "512m"))
    lines = (home / "conf" / "neo4j.conf").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if not line.startswith("#"))


@pytest.mark.parametrize("version", versions())
def test_every_address_is_the_loopback_one(tmp_path: Path, version: str) -> None:
    conf = _written(tmp_path, version)
    addresses = {key: value for key, value in conf.items() if key.endswith("_address")}
    assert addresses["server.bolt.listen_address"] == f"{HOST}:7700"
    assert addresses["server.http.advertised_address"] == f"{HOST}:7500"
    assert {value.partition(":")[0] for value in addresses.values()} == {HOST}


@pytest.mark.parametrize(
    ("gigabytes", "expected"),
    [(2, Memory("512m", "128m")), (8, Memory("1024m", "512m")), (64, Memory("2048m", "1024m"))],
)
def test_memory_suits_the_machine(gigabytes: int, expected: Memory) -> None:
    assert choose_memory(ServerSettings(), gigabytes * GIGABYTE) == expected


def test_memory_by_setting() -> None:
    assert choose_memory(ServerSettings(heap="3g", pagecache="100m")) == Memory("3g", "100m")


def test_docker_has_the_same_settings_and_is_bound_to_loopback() -> None:
    service = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]["neo4j"]
    for key, value in EVERYWHERE.items():
        name = "NEO4J_" + key.replace("_", "__").replace(".", "_")
        assert service["environment"][name] == value, name
    assert service["image"] == f"neo4j:{versions()[0]}-community"
    assert all(port.startswith(f"{HOST}:") for port in service["ports"])
    assert ":?" in service["environment"]["NEO4J_AUTH"], "starts without a password"
    assert service["healthcheck"]
