"""Bytes into text, with positions that stay what they were."""

from __future__ import annotations

import codecs
import re

from peek_graph.errors import SourceBinary
from peek_graph.sources.east_asian import EVIDENT, candidates
from peek_graph.sources.western import WESTERN, reads_as_western

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Without cp1250, which short Western texts are mistaken for.
_SINGLE_BYTE = ("cp1251", "koi8_r", "cp1253", "cp1255", "cp1256", WESTERN)
# What a document may declare, by Python's names. Left out are those in which it could not be read before it is decoded
# (UTF-16, EBCDIC), and Python's own, which are no encodings: `unicode_escape` makes anything of plain letters.
_DECLARABLE = frozenset(
    {
        *("gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950", "shift_jis", "cp932", "euc_jp"),
        *("euc_kr", "cp949", "johab", "koi8-r", "koi8-u", "koi8-t", "tis-620"),
        *("cp437", "cp850", "cp852", "cp866", "cp874"),
        *(f"cp{number}" for number in range(1250, 1259)),
        *(f"iso8859-{number}" for number in range(1, 17) if number != 12),
        *("mac-roman", "mac-cyrillic", "mac-greek", "mac-latin2", "mac-turkish"),
    }
)
_SAMPLE = 16_384
_HEAD = 8_192
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_DECLARED = re.compile(
    rb"""(?:<\?xml[^>]{0,200}?encoding|<meta[^>]{0,200}?charset)\s*=\s*["']?([A-Za-z0-9_.:-]{2,40})""", re.I
)


def decode(data: bytes, name: str) -> str:
    """The text of ``data``, without a byte order mark; SourceBinary, naming ``name``, where it is no text.

    NUL and lone surrogates come out as U+FFFD, one for one, so that every position stays exact.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return storable(data[len(mark) :].decode(encoding, "replace"))
    if b"\0" in data:
        wide = _utf16_without_mark(data)
        if wide is not None:
            return storable(wide)
        if b"\0" in data[:_HEAD] or data.count(0) * 1000 > len(data):
            raise _binary(name, "it has NUL bytes")
    head = data[:_SAMPLE]
    if len(_CONTROL.findall(head)) * 50 > len(head):
        raise _binary(name, "it is full of control characters")
    try:
        return storable(data.decode("utf-8"))
    except UnicodeDecodeError:
        return storable(_decode_other(data))


def storable(text: str) -> str:
    """The text with U+FFFD, one for one, for what a database refuses: NUL and lone surrogates."""
    return _UNSTORABLE.sub("�", text)


def _decode_other(data: bytes) -> str:
    declared = _declared(data)
    text = _strict(data, declared) if declared else None
    if text is not None:
        return text
    almost = data.decode("utf-8", "replace")
    broken = almost.count("�")
    if broken * 20 < len(almost) - len(almost.encode("ascii", "ignore")):
        return almost  # UTF-8 with a few bad bytes, as where somebody cut a file
    del almost
    sample = _sample(data)
    if reads_as_western(sample):
        text = _strict(data, WESTERN)
        if text is not None:
            return text
    eastern = candidates(sample)
    likeliest = next(iter(eastern), None)
    if likeliest and eastern[likeliest] >= EVIDENT:
        return data.decode(likeliest, "replace")  # a character cut in two somewhere does not make it Western
    best = _guess(sample, [*eastern, *_SINGLE_BYTE])
    for encoding in (best, likeliest, WESTERN):
        text = _strict(data, encoding) if encoding else None
        if text is not None:
            return text
    return data.decode(best, "replace") if best else data.decode("latin-1")


def _declared(data: bytes) -> str | None:
    found = _DECLARED.search(data[:4096])
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
    except LookupError:
        return None
    return name if name in _DECLARABLE else None


def _guess(sample: bytes, encodings: list[str]) -> str | None:
    """For what neither kind of evidence settles; of short texts this alone would take é for Cyrillic and ’s for 痴."""
    from charset_normalizer import from_bytes

    match = from_bytes(sample, cp_isolation=encodings, preemptive_behaviour=False).best()
    return match.encoding if match else None


def _sample(data: bytes) -> bytes:
    """A bounded excerpt with the bytes that tell: whole lines around the first non-ASCII ones."""
    first = _NOT_ASCII.search(data)
    start = data.rfind(b"\n", 0, first.start()) + 1 if first else 0
    start = max(start, (first.start() if first else 0) - _SAMPLE // 2)
    sample = data[start : start + _SAMPLE]
    if start + _SAMPLE < len(data):  # a character cut in two would speak against the right encoding
        whole = max(sample.rfind(b"\n"), sample.rfind(b" "))
        sample = sample[: whole + 1] or sample
    return sample


def _utf16_without_mark(data: bytes) -> str | None:
    head = data[: _HEAD // 2 * 2]
    even, odd = head[::2].count(0), head[1::2].count(0)
    half = max(len(head) // 2, 1)
    if len(data) % 2 or max(even, odd) * 5 < half * 2 or min(even, odd) * 20 > half:
        return None
    return _strict(data, "utf-16-le" if odd > even else "utf-16-be")


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeError:
        return None


def _binary(name: str, why: str) -> SourceBinary:
    return SourceBinary(f"{name} is no text: {why}", "convert it to text, HTML or PDF first")
