"""Whether a server answers, asked without a driver."""

from __future__ import annotations

import base64
import http.client
import json
import socket
from dataclasses import dataclass
from typing import Literal

import psutil

from peek_graph.server.ports import HOST
from peek_graph.server.state import ServerRecord

_SECONDS = 5.0
# Bolt's preamble, then four proposals of versions: 5.8 and seven minor versions below, 4.4, and none.
_HANDSHAKE = bytes.fromhex("6060b017 00070805 00000404 00000000 00000000")


@dataclass(frozen=True, slots=True)
class Answer:
    """``ready``: queries run. ``refused``: it is up but does not take the password. ``what`` is for a person."""

    state: Literal["ready", "starting", "refused"]
    what: str


def ask(process: psutil.Process, record: ServerRecord) -> Answer:
    """Bolt, then HTTP with a query, at the ports of ``record``, as far as ``process`` itself listens on them."""
    if not is_open(process, record):
        return Answer("starting", "its ports are not open yet")
    return _query(record)


def is_open(process: psutil.Process, record: ServerRecord) -> bool:
    """Whether ``process`` listens at both ports of ``record`` and takes a Bolt handshake.

    Without the first, another Neo4j that was quicker to take the port would be taken for ours.
    """
    return _listens(process, {record.bolt_port, record.http_port}) and bolt_answers(record.bolt_port)


def bolt_answers(port: int) -> bool:
    """Whether a Bolt server takes a handshake at ``port``."""
    try:
        with socket.create_connection((HOST, port), timeout=_SECONDS) as connection:
            connection.sendall(_HANDSHAKE)
            chosen = connection.recv(4)
    except OSError:
        return False
    return len(chosen) == 4 and any(chosen)


def _query(record: ServerRecord) -> Answer:
    token = base64.b64encode(f"{record.user}:{record.password}".encode()).decode("ascii")
    headers = {"Authorization": f"Basic {token}", "Content-Type": "application/json", "Accept": "application/json"}
    # Not urllib: it would send the password to a proxy that the environment names.
    connection = http.client.HTTPConnection(HOST, record.http_port, timeout=_SECONDS)
    try:
        connection.request("POST", "/db/neo4j/query/v2", json.dumps({"statement": "RETURN 1"}), headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return Answer("starting", f"HTTP does not answer yet ({type(error).__name__})")
    finally:
        connection.close()
    if status in (200, 202):
        return Answer("ready", "")
    if status in (401, 403, 429):  # 429: it counts wrong passwords, and waits after some
        return Answer("refused", f"HTTP status {status}")
    return Answer("starting", f"its database is not open yet (HTTP status {status})")


def _listens(process: psutil.Process, ports: set[int]) -> bool:
    try:
        connections = process.net_connections(kind="tcp")
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:  # some systems show connections to administrators only
        return True
    return ports <= {one.laddr.port for one in connections if one.status == psutil.CONN_LISTEN}
