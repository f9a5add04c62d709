"""Free ports on the loopback address."""

from __future__ import annotations

import socket
import sys
from collections.abc import Collection, Iterable

HOST = "127.0.0.1"


def free_port(preferred: Iterable[int], avoid: Collection[int] = ()) -> int:
    """The first free one of ``preferred``, else any. It may be taken again before it is used: the caller retries."""
    for port in preferred:
        if port not in avoid and _bound(port) is not None:
            return port
    while (port := _bound(0) or 0) in avoid:
        pass
    return port


def _bound(port: int) -> int | None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As Java does: connections of the last run that linger in TIME_WAIT do not take the port. On Windows the
        # option means something else, that two may bind the same port.
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
            probe.listen(1)  # a bound port that somebody listens on is only refused here
        except OSError:
            return None
        return int(probe.getsockname()[1])
