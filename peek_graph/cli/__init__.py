"""The command line: parse, one call of the library, print."""

from peek_graph.cli.app import main

__all__ = ["main"]
