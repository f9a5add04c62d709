"""Paths of the JSON view: where an entry stands, in the form that agents type."""

from __future__ import annotations


def entry_path(submap: str | None, document_key: str | None, section_ref: str | None = None) -> str:
    """The path of a document, or of one of its sections: ``sub_maps.market.documents.ref_1.sections[D3§2]``."""
    steps = [step for key in (submap or "").split(".") if key for step in ("sub_maps", key)]
    path = "".join(_step(step) for step in (*steps, "documents", document_key or "")).removeprefix(".")
    return f"{path}.sections[{section_ref}]" if section_ref else path


def _step(key: str) -> str:
    """One step, dotted where the key is a plain word, else in brackets and quotes."""
    if key.isidentifier():
        return f".{key}"
    quoted = key.replace("\\", "\\\\").replace("'", "\\'")
    return f"['{quoted}']"
