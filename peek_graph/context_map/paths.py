"""Paths of the JSON view: where an entry stands, in the form that agents type."""

from __future__ import annotations

from peek_graph.context_map.view.steps import Step, format_path


def entry_path(submap: str | None, document_key: str | None, section_ref: str | None = None) -> str:
    """The path of a document, or of one of its sections: ``sub_maps.market.documents.ref_1.sections[D3§2]``."""
    keys = [step for key in (submap or "").split(".") if key for step in ("sub_maps", key)]
    steps = [Step(key, "key") for key in (*keys, "documents", document_key or "")]
    if section_ref:
        steps += [Step("sections", "key"), Step(section_ref, "ref")]
    return format_path(steps)
