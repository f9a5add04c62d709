"""Paths of the JSON view: where an entry stands, in the dotted form that agents type."""

from __future__ import annotations


def submap_path(submap: str | None) -> str:
    """``sub_maps.market.sub_maps.prices.`` for the dotted key ``market.prices``; empty for the map itself."""
    return "".join(f"sub_maps.{step(key)}." for key in submap.split(".")) if submap else ""


def entry_path(submap: str | None, document_key: str | None, section_ref: str | None = None) -> str:
    """The path of a document, or of one of its sections: ``documents.ref_1.sections[D3§2.3]``."""
    path = f"{submap_path(submap)}documents.{step(document_key or '')}"
    return f"{path}.sections[{section_ref}]" if section_ref else path


def step(key: str) -> str:
    """One key of a path; quoted where it is not a plain word."""
    return key if key.isidentifier() else "'" + key.replace("\\", "\\\\").replace("'", "\\'") + "'"
