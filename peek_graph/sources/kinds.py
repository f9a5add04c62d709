"""What a file is, by its content first; its name decides only between kinds of text."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePath

MARKDOWN, PLAIN, RST, HTML, PDF = "text/markdown", "text/plain", "text/x-rst", "text/html", "application/pdf"
_OPEN_XML = "application/vnd.openxmlformats-officedocument."
DOCX = _OPEN_XML + "wordprocessingml.document"
PPTX = _OPEN_XML + "presentationml.presentation"
XLSX = _OPEN_XML + "spreadsheetml.sheet"
EPUB = "application/epub+zip"
OLD_OFFICE = "application/x-ole-storage"
OFFICE = {DOCX: ".docx", PPTX: ".pptx", XLSX: ".xlsx", EPUB: ".epub", OLD_OFFICE: ""}

_PDF_MARK = b"%PDF-"
_BOM = b"\xef\xbb\xbf"
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_PDF_END = re.compile(rb"\bstartxref\s+\d+\s+%%EOF")
_OLE_MARK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PARTS = (
    ("word/document.xml", DOCX),
    ("ppt/presentation.xml", PPTX),
    ("xl/workbook.xml", XLSX),
    ("META-INF/container.xml", EPUB),
)
_MARKDOWN_NAMES = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd")
_RST_NAMES = (".rst", ".rest")
_HTML_NAMES = (".html", ".htm", ".xhtml", ".shtml")
_OPEN_NAMES = ("", ".txt", ".text", ".readme", ".doc", ".note", ".notes")  # they promise nothing about markup

_HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]{0,300}>\s*|<!--(?:[^-]|-(?!->)){0,5000}-->\s*){0,9}<(?:!doctype\s+html|html|head|body)\b", re.I
)
_TAG = re.compile(
    r"</?(?:p|div|h[1-6]|ul|ol|li|table|tr|td|a|span|pre|br|title|meta|section|article|body)\b[^<>]{0,999}>", re.I
)
_ATX = re.compile(r"^#{1,6} +\S", re.M)
_MARKDOWN_SIGN = re.compile(r"^(?:```|~~~)|\]\([^)\s]+\)|^#{2,6} +\S|^\|?(?: *:?-{3,}:? *\|)+", re.M)
_RST_SIGN = re.compile(r"^\.\. [\w-]+::|^\.\. _[^:\n]+:|:[\w-]+:`[^`]+`", re.M)


def binary_type(data: bytes) -> str | None:
    """PDF, or what markitdown is for; None where only the text can tell."""
    if _is_pdf(data):
        return PDF
    if data.startswith(_OLE_MARK):
        return OLD_OFFICE
    if data.startswith(b"PK\x03\x04"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                names = set(archive.namelist())
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
            return None
        return next((kind for part, kind in _PARTS if part in names), None)
    return None


def _is_pdf(data: bytes) -> bool:
    """Readers find a PDF's mark after whatever stands before it, such as a mail's header; but texts speak of it too."""
    at = data.find(_PDF_MARK, 0, 1024)
    before = data[: max(at, 0)].removeprefix(_BOM).strip()
    if at < 0 or not before:
        return at >= 0
    return bool(_CONTROL.search(before)) or (bool(_PDF_END.search(data[-2048:])) and not _is_utf8(data))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def text_type(text: str, name: str) -> str:
    """Which kind of text this is."""
    suffix = PurePath(name).suffix.lower()
    head = text[:20_000]
    if _HTML_START.match(head):
        return HTML
    if suffix in _HTML_NAMES and _TAG.search(head):
        return HTML
    if suffix in _MARKDOWN_NAMES:
        return MARKDOWN
    if suffix in _RST_NAMES:
        return RST
    if suffix in _OPEN_NAMES and not head.startswith("#!"):
        if _RST_SIGN.search(head):
            return RST
        if _ATX.match(head.lstrip()) and _MARKDOWN_SIGN.search(head):
            return MARKDOWN
    return PLAIN
