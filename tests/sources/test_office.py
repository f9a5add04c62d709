import importlib.util
import io
import sys
import zipfile
from pathlib import Path

import pytest

from peek_graph.errors import SourceTooLarge, SourceUnreadable
from peek_graph.settings import SourceSettings
from peek_graph.sources.readback import read_back
from peek_graph.sources.reader import read_source
from tests.sources.conftest import Read

DOCUMENT = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
    "<w:p><w:r><w:t>Sodium cells are cheap.</w:t></w:r></w:p></w:body></w:document>"
)
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type='
    '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
    "</Relationships>"
)


def docx(document: str = DOCUMENT) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", RELATIONS)
        archive.writestr("word/document.xml", document)
    return out.getvalue()


def test_without_markitdown_the_hint_names_the_extra(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "markitdown", None)
    with pytest.raises(SourceUnreadable) as caught:
        read("a.docx", docx())
    assert caught.value.hint == 'pip install "peek-graph[office]"'


@pytest.mark.skipif(importlib.util.find_spec("markitdown") is None, reason="the extra office is not installed")
def test_an_office_file_is_known_by_its_content_and_read_back(read: Read, tmp_path: Path) -> None:
    source = read("renamed.txt", docx())
    assert source.media_type.endswith("wordprocessingml.document")
    (passage,) = source.passages
    assert (passage.text, passage.fragment) == ("Sodium cells are cheap.", "char=0,23")
    back = read_back(tmp_path / "renamed.txt", passage.fragment, passage.text, passage.text_hash, SourceSettings())
    assert back.state == "verified"


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.docx"
    path.write_bytes(docx(" " * 20_000_000))
    with pytest.raises(SourceTooLarge, match="unpacks to"):
        read_source(path, "bomb.docx", SourceSettings(max_bytes=1_000_000))
