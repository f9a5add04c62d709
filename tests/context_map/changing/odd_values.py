"""Values and names that others lost, changed, or took for something else."""

from __future__ import annotations

from typing import Any

VALUES: list[Any] = [
    0, 0.0, -0.0, False, True, "", [], {}, None, 1, 1.0, -1, 0.1 + 0.2, 1e308, 5e-324, 2**53 + 1, 2**63 - 1,
    -(2**63), 2**63, -(2**63) - 1, 2**200, "0", "null", "NaN", " ", "\n", "\t x ", "a\r\nb", "it's", '"', "`x`",
    "$x", "\\", "{}", "[1]",
    "\u202e RTL \u200f", "x\u200by\ufeff", "e\u0301", "\u00e9", "🔋👩‍🔬", "\U0010ffff", "\ufffd",
    "固态电池", "ไทย", "עברית",
    [0], [None], [[]], [{}], {"": 0}, ["a", 1, None, {"b": [False]}], [1, 1.0, True], ["a", "b"], [1, 2], [0.5],
    {"a": {"b": {"c": [{"d": None}]}}}, {"z": 1, "a": 2},
    {"uid": 1, "id": 2, "text": 3, "map_uid": 4, "since": 5, "until": 6},
    {"__proto__": {"x": 1}, "a.b": 1, "it's": 2, "`x`": 3, "a\nb": 4, "名": 5, "🔋": 6, "x" * 300: 7},
    "x" * 100_000, ["固" * 50_000, "y"], list(range(3000)), {f"k{n}": n for n in range(500)},
]  # fmt: skip

NAMES = [
    "uid", "id", "text", "uuid", "since", "until", "kind", "map_uid", "parent_uid", "position", "fields", "value",
    "ref", "title", "status", "embedding", "content_hash", "author", "source_kind", "confidence",
    "live", "path", "key",
    "written", "other_fields", "__proto__", "__class__", "constructor", "a.b", "a..b", "it's", '"q"', "`x`", "a\nb",
    "a\tb", " lead", "trail ", "x" * 300,
    "固态电池", "🔋", "T12", "D3§1", "0", "-1", "[0]", "$", "*", "null", "true", "meta", "documents",
    "\u202ertl", "z\u200bw",
    "e\u0301", "\u00e9", "SET n.x=1", "}) DETACH DELETE m //", "supported_by", "hypothesis",
    "vector_pending", "stale",
]  # fmt: skip
