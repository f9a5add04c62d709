"""Office files by way of Markdown, through markitdown where it is installed."""

from __future__ import annotations

import io
import zipfile

from peek_graph.errors import SourceEncrypted, SourceTooLarge, SourceUnreadable, SourceWithoutText
from peek_graph.sources.encoding import storable
from peek_graph.sources.kinds import OFFICE, OLD_OFFICE
from peek_graph.sources.layout import Layout
from peek_graph.sources.lines import CharPlaces
from peek_graph.sources.markdown import markdown_layout

_INSTALL = 'pip install "peek-graph[office]"'
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_LARGEST = 10  # times max_bytes, unpacked


def office_text(data: bytes, media_type: str, name: str, max_bytes: int) -> str:
    """The file as Markdown; pointers into it are ``char=`` of this."""
    if media_type == OLD_OFFICE and _ENCRYPTED in data:
        raise SourceEncrypted(f"{name} needs a password", "save it without a password, then add it again")
    if media_type != OLD_OFFICE:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
        if unpacked > _LARGEST * max_bytes:
            raise SourceTooLarge(f"{name} unpacks to {unpacked:,} bytes", "split it, or raise sources.max_bytes")
    try:
        from markitdown import MarkItDown, StreamInfo
    except ImportError as error:
        raise SourceUnreadable(f"{name} is an Office file, for which markitdown is not installed", _INSTALL) from error
    suffix = OFFICE[media_type] or ("." + name.rpartition(".")[2].lower())
    try:
        reader = MarkItDown(enable_plugins=False)
        converted = reader.convert_stream(io.BytesIO(data), stream_info=StreamInfo(extension=suffix))
    except Exception as error:  # of markitdown, or of any of the libraries behind it
        hint = _INSTALL if "MissingDependency" in type(error).__name__ else "save it in a current format, or as PDF"
        raise SourceUnreadable(
            f"{name} cannot be converted: {type(error).__name__}: {str(error)[:200]}", hint
        ) from error
    text = storable(converted.markdown)
    if not text.strip():
        raise SourceWithoutText(f"{name} has no text", "export it as PDF with text, or leave it out")
    return text


def office_layout(text: str, media_type: str) -> Layout:
    """Blocks of the converted text."""
    return markdown_layout(text, CharPlaces(text), media_type)
