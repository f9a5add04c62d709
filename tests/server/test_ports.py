from __future__ import annotations

import socket

import pytest

from peek_graph.server.ports import HOST, free_port


def test_the_preferred_port_if_it_is_free() -> None:
    port = free_port([])
    assert free_port([port]) == port


@pytest.mark.parametrize("address", [HOST, "0.0.0.0"])
def test_a_port_that_somebody_listens_on_is_passed_over(address: str) -> None:
    with socket.create_server((address, 0)) as taken:
        port = taken.getsockname()[1]
        other = free_port([])
        assert free_port([port]) != port
        assert free_port([port, other]) == other


def test_ports_to_avoid() -> None:
    first, second = free_port([]), free_port([])
    assert free_port([first, second], {first}) == second


def test_connections_that_linger_do_not_take_the_port() -> None:
    with socket.create_server((HOST, 0)) as server:
        port = server.getsockname()[1]
        client = socket.create_connection((HOST, port))
        accepted, _ = server.accept()
        accepted.close()  # the side that closes first keeps the port in TIME_WAIT
        assert client.recv(1) == b""
        client.close()
    assert free_port([port]) == port
