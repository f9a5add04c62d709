from collections.abc import Callable
from pathlib import Path

import pytest

from peek_graph.records import ParsedSource
from peek_graph.settings import SourceSettings
from peek_graph.sources.reader import read_source

Read = Callable[..., ParsedSource]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Write content to a file of that name and read it as a source."""

    def write_and_read(name: str, content: str | bytes, **settings: int) -> ParsedSource:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_source(path, name, SourceSettings(**settings))

    return write_and_read
