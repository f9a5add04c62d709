import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.errors import SourceBinary
from peek_graph.sources.encoding import decode, storable

CHINESE = "固态电池的能量密度很高，钠离子电池的成本更低。电解质的离子电导率决定了充电速度。" * 5
TAIWAN = "固態電池的能量密度很高，鈉離子電池的成本更低。電解質的離子電導率決定了充電速度。" * 5
JAPANESE = "全固体電池のエネルギー密度は高いが、ナトリウムイオン電池のコストは低い。" * 5
KOREAN = "전고체 전지의 에너지 밀도는 높고, 나트륨 이온 전지의 비용은 더 낮다. " * 5
RUSSIAN = "Плотность энергии твердотельных батарей высокая, а натриевые дешевле. " * 5
FRENCH = "L’énergie coûte 60 € ; c’est « déjà » très élevé, à 25 °C. " * 5
GERMAN = "Die Energiedichte wäre größer, für die Kathode gilt das nicht. Café déjà vu. " * 5


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "utf-8"),
        (CHINESE, "utf-8-sig"),
        (CHINESE, "utf-16"),
        (CHINESE, "utf-32"),
        (GERMAN, "utf-16"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-16-be"),
        (CHINESE, "gb18030"),
        (CHINESE, "gbk"),
        (TAIWAN, "big5"),
        (JAPANESE, "cp932"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (KOREAN, "euc_kr"),
        (KOREAN, "cp949"),
        (GERMAN, "cp1252"),
        (GERMAN, "latin-1"),
        (FRENCH, "cp1252"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
    ],
)
def test_encodings_are_found(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "a.txt") == text


@pytest.mark.parametrize(
    "text",
    [
        "It’s cheap.",
        "60 €",
        "€60 or £40",
        "20 µm thick, give or take ±2 µm.",
        "25 °C is warm. It was colder before. It will be warmer.",
        "25°C",
        "5 × 10 is 50, and it costs £40.",
        "“Cheap”, she said — or ‘cheaper’…",
        "• 3½ m³ at 10 m·s²",
        "§ 5, © 2026, ® and ™",
        "¿Qué? ¡No!",
        "Un été à la créole, ÉTÉ, ça va, œuvre.",
        "Größe",
        "á",
        "« Voilà »",
        "Só não são ações.",
    ],
)
def test_a_few_signs_and_letters_in_plain_text_are_western(text: str) -> None:
    assert decode(text.encode("cp1252"), "a.txt") == text
    for plain in ("# heading\n\n{}\n", "{}\r\n" * 3, "before {} after"):
        assert decode(plain.replace("{}", text).encode("cp1252"), "a.txt") == plain.replace("{}", text)


@pytest.mark.parametrize("before", ["", "# gbk\n\n", "see: "])
@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("固态电池的能量密度很高。", "gbk"),
        ("锂离子电池", "gbk"),
        ("今天天气很好，我们去公园。", "gb18030"),
        ("固態電池的能量密度很高。", "big5"),
        ("全固体電池のエネルギー密度は高い。", "cp932"),
        ("全固体電池のエネルギー密度は高い。", "euc_jp"),
        ("전고체 전지의 에너지 밀도는 높다.", "euc_kr"),
        ("Плотность энергии высокая.", "cp1251"),
        ("Η πυκνότητα ενέργειας είναι υψηλή.", "cp1253"),
    ],
)
def test_one_sentence_is_enough(text: str, encoding: str, before: str) -> None:
    assert decode((before + text).encode(encoding), "a.txt") == before + text


def test_a_last_character_cut_in_two_does_not_spoil_the_rest() -> None:
    assert decode(CHINESE.encode("gbk")[:-1], "a.txt") == CHINESE[:-1] + "\ufffd"


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
