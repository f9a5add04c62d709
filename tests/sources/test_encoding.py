import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.errors import SourceBinary
from peek_graph.sources.encoding import decode, storable

CHINESE = "固态电池的能量密度很高，钠离子电池的成本更低。电解质的离子电导率决定了充电速度。" * 5
TAIWAN = "固態電池的能量密度很高，鈉離子電池的成本更低。電解質的離子電導率決定了充電速度。" * 5
JAPANESE = "全固体電池のエネルギー密度は高いが、ナトリウムイオン電池のコストは低い。" * 5
GERMAN = "Die Energiedichte wäre größer, für die Kathode gilt das nicht. Café déjà vu. " * 5


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "utf-8"),
        (CHINESE, "utf-8-sig"),
        (CHINESE, "utf-16"),
        (CHINESE, "utf-32"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-16-be"),
        (CHINESE, "gb18030"),
        (TAIWAN, "big5"),
        (JAPANESE, "cp932"),
        (GERMAN, "cp1252"),
    ],
)
def test_encodings_are_found(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "a.txt") == text


def test_the_letters_that_tell_may_come_late_in_a_big_file() -> None:
    text = "plain ascii line\n" * 50_000 + CHINESE
    assert decode(text.encode("gb18030"), "a.txt") == text


def test_a_declared_encoding_is_believed_where_it_decodes() -> None:
    page = f'<html><head><meta charset="big5"></head><p>{TAIWAN}'
    assert decode(page.encode("big5"), "a.html") == page
    wrong = f'<html><head><meta charset="no-such-thing"></head><p>{CHINESE}'
    assert decode(wrong.encode("gb18030"), "a.html") == wrong


@pytest.mark.parametrize(
    "name",
    [
        *("unicode_escape", "raw_unicode_escape", "unicode-escape", "utf-7", "utf-16", "utf-32-be", "idna", "punycode"),
        *(
            "rot13",
            "base64",
            "hex",
            "uu",
            "quopri",
            "zlib",
            "bz2",
            "mbcs",
            "oem",
            "undefined",
            "charmap",
            "cp037",
            "hz",
        ),
    ],
)
def test_what_is_no_encoding_of_documents_is_not_believed(name: str) -> None:
    page = f'<meta charset="{name}"><p>\\ud800 \\x00 +2AA- Café déjà vu'
    assert decode(page.encode("cp1252"), "a.html") == page


@pytest.mark.parametrize("name", ["windows-1251", "KOI8-R", "iso-8859-5", "cp866", "ibm866"])
def test_real_ones_are(name: str) -> None:
    page = f'<meta charset="{name}"><p>Энергия'
    assert decode(page.encode(name), "a.html") == page


@given(st.text(st.characters(), max_size=80))
def test_what_a_database_refuses_is_replaced_one_for_one(text: str) -> None:
    cleaned = storable(text)
    assert len(cleaned) == len(text)
    cleaned.encode("utf-8")
    assert all(
        new == ("\ufffd" if old == "\0" or "\ud800" <= old <= "\udfff" else old)
        for old, new in zip(text, cleaned, strict=True)
    )


def test_utf8_with_a_bad_byte_stays_utf8() -> None:
    data = CHINESE.encode() + b"\xe5\x9b" + CHINESE.encode()
    assert decode(data, "a.txt") == f"{CHINESE}\ufffd{CHINESE}"


def test_a_late_nul_is_replaced_one_for_one() -> None:
    text = "word " * 5000
    assert decode(f"{text}\0{text}".encode(), "a.log") == f"{text}\ufffd{text}"


@pytest.mark.parametrize(
    "data", [os.urandom(50_000), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\x7fELF\x02\x01\x01\0", b"PK\x03\x04broken"]
)
def test_binary_is_refused_by_name(data: bytes) -> None:
    with pytest.raises(SourceBinary, match=r"a\.bin"):
        decode(data, "a.bin")


@given(st.binary(max_size=300))
def test_any_bytes_are_clean_text_or_binary(data: bytes) -> None:
    try:
        text = decode(data, "a")
    except SourceBinary:
        return
    assert "\0" not in text
    text.encode("utf-8")
