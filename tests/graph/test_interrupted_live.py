"""Ctrl-C gets out of the driver's retries."""

from __future__ import annotations

import socket

import pytest

from peek_graph.graph.database import Database, Transaction

pytestmark = pytest.mark.live


def test_ctrl_c_that_breaks_the_connection_is_not_tried_again(database: Database) -> None:
    calls = 0

    def work(tx: Transaction) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            # As the signal does in the middle of a message: the socket is of no use, and another error hides the first.
            raw: socket.socket = tx._tx._connection.socket._socket
            raw.shutdown(socket.SHUT_RDWR)
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt:
                raise BufferError("Existing exports of data: object cannot be re-sized")  # noqa: B904 # as it is there

    with pytest.raises(KeyboardInterrupt):
        database.transact(work)
    assert calls == 1
