"""Reads a passage back from its original and says whether it still is what was indexed."""

from __future__ import annotations

import re

from peek_graph.context_map.handle import MapHandle
from peek_graph.errors import RefNotFound, SourceError, SourceNotFound
from peek_graph.graph import changes, documents
from peek_graph.records import Reading, ReadState
from peek_graph.sources.fingerprint import fingerprint
from peek_graph.sources.pointers import Pointer
from peek_graph.sources.readback import read_back, read_range
from peek_graph.sources.roots import Roots

# `§` is hard to type on many keyboards: `#` and `/` stand for it.
_REF = re.compile(r"\s*([A-Za-z]+[0-9]+)(?:\s*[§#/]\s*([0-9]+(?:\.[0-9]+)*(?:-[0-9]+)?))?\s*")
_MOST_LISTED = 200


class Reader:
    """Reads refs and pointers of one map."""

    def __init__(self, handle: MapHandle, roots: Roots) -> None:
        self._handle = handle
        self._roots = roots

    def read(self, target: str) -> Reading:
        """A section or document by ref, or a place by pointer, as ``D3§2.3``, ``D3``, ``notes.md#line=10,42``."""
        if found := _REF.fullmatch(target):
            ref = found[1].upper() + (f"§{found[2]}" if found[2] else "")
            return self._by_ref(ref)
        return self._by_pointer(Pointer.parse(target.strip()))

    def _by_ref(self, ref: str) -> Reading:
        found = documents.find_entry(self._handle.db, self._handle.uid, ref)
        if found is None:
            self._handle.node()  # raises if the map is gone
            raise RefNotFound(f"no entry {ref} in {self._handle.name!r}", self._nearest(ref))
        entry, live = found
        if entry.kind == "document":
            return self._document(ref, entry.source_uri or "") if live else self._archived(ref, entry.source_uri or "")
        if not entry.pointer:
            return Reading(ref, "", entry.text or "", "verified")  # the map itself is where it stands
        pointer = Pointer.parse(entry.pointer)
        text = entry.text or ""
        try:
            path = self._roots.resolve(pointer.uri)
        except SourceError:
            return Reading(ref, str(pointer), text, "unreachable")
        back = read_back(path, pointer.fragment or "", text, entry.text_hash or "", self._handle.settings.sources)
        now = Pointer(pointer.uri, back.fragment)
        return Reading(ref, str(now), back.text, back.state, text if back.state == "changed" else None)

    def _document(self, ref: str, uri: str) -> Reading:
        outline = documents.outline(self._handle.db, self._handle.uid, ref, _MOST_LISTED)
        lines = [outline["title"], "", outline["summary"], ""]
        lines += [f"- {point}" for point in outline["key_points"]]
        lines += [
            f"{section['ref']} {' › '.join(section['heading_path']) or section['start']}"
            for section in outline["sections"]
        ]
        if more := outline["count"] - len(outline["sections"]):
            lines.append(f"+{more} sections: SEARCH finds them")
        # One that was written into the map by hand has no original: the map itself is where it stands.
        return Reading(ref, uri, "\n".join(lines), self._state(uri, outline["source_hash"]) if uri else "verified")

    def _archived(self, ref: str, uri: str) -> Reading:
        """An archived document: its own words, its sections having gone with it."""
        (state,) = changes.load_elements(self._handle.db, self._handle.uid, refs=[ref]).by_ref
        props = state.props
        lines = [str(props.get("title") or ""), "", str(props.get("summary") or ""), ""]
        lines += [f"- {point}" for point in props.get("key_points") or ()]
        source_hash = str(props.get("source_hash") or "")
        return Reading(ref, uri, "\n".join(lines).strip(), self._state(uri, source_hash) if uri else "verified")

    def _by_pointer(self, typed: Pointer) -> Reading:
        pointer = Pointer(self._roots.uri_of_typed(typed.uri), typed.fragment)
        known = documents.documents_by_uri(self._handle.db, self._handle.uid, [pointer.uri]).get(pointer.uri)
        if known is None:
            self._handle.node()
            raise RefNotFound(
                f"no document of {pointer.uri!r} in {self._handle.name!r}", "add the source first, or read by ref"
            )
        path = self._roots.resolve(pointer.uri)
        text = read_range(path, pointer.fragment, self._handle.settings.sources)
        return Reading(None, str(pointer), text, self._state(pointer.uri, known.source_hash))

    def _state(self, uri: str, source_hash: str) -> ReadState:
        try:
            path = self._roots.resolve(uri)
            same = fingerprint(path, self._handle.settings.sources.max_bytes).source_hash == source_hash
        except SourceNotFound:
            return "gone"
        except SourceError:
            return "unreachable"
        return "verified" if same else "changed"

    def _nearest(self, ref: str) -> str:
        document = ref.partition("§")[0]
        prefixes = [f"{document}§"] if "§" in ref else []
        for prefix in (*prefixes, document, document[:1]):
            if near := documents.nearest_refs(self._handle.db, self._handle.uid, prefix):
                break
        return f"nearest: {', '.join(near)}" if near else "see `status` and `search` for refs"
