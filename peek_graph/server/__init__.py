from peek_graph.server.instance import LocalServer, versions
from peek_graph.server.state import ServerRecord, ServerStatus

__all__ = ["LocalServer", "ServerRecord", "ServerStatus", "versions"]
