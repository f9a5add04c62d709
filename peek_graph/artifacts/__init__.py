from peek_graph.artifacts.download import INSTALL_HINT, Report
from peek_graph.artifacts.lock import LockedFile, coordinates, lock_names
from peek_graph.artifacts.resolver import repository, resolve, resolve_one

__all__ = ["INSTALL_HINT", "LockedFile", "Report", "coordinates", "lock_names", "repository", "resolve", "resolve_one"]
