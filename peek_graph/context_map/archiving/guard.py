"""What no agent may archive or bring back, and the policy never does."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.protection import OWN_KINDS, PROTECTED_KINDS, Protection
from peek_graph.context_map.view.places import place_of
from peek_graph.errors import ProtectedField
from peek_graph.graph.archive import Placed, first_of_kinds
from peek_graph.settings import ProtectionSettings


class Guard:
    """Says why something must stay as it is. ``keys`` are those of its sub-map from the root."""

    def __init__(self, settings: ProtectionSettings) -> None:
        self._protection = Protection(settings.paths)

    def of_entry(self, keys: Sequence[str], kind: str, key: str | None, ref: str) -> str | None:
        """Why an agent may not touch an entry."""
        if kind in PROTECTED_KINDS | OWN_KINDS:
            return f"{ref} is a {kind}"
        path = place_of(keys, kind, key=key, ref=ref)
        if self._protection.covers(path, below=True):
            return f"{path} is protected by a setting"
        return None

    def of_submaps(self, draft: Draft, submaps: Collection[Element]) -> str | None:
        """Why an agent may not touch live sub-maps: one is protected itself, or holds what is."""
        for submap in submaps:
            if reason := self.of_submap(draft.keys_of(submap.uid)):
                return reason
        held = first_of_kinds(draft.runner, draft.root.uid, [item.uid for item in submaps], PROTECTED_KINDS)
        for submap in submaps:
            if submap.uid in held:
                kind, ref = held[submap.uid]
                return f"{_path(draft.keys_of(submap.uid))} holds the {kind} {ref}"
        return None

    def of_submap(self, keys: Sequence[str]) -> str | None:
        """Why an agent may not touch the sub-map of these keys, whatever is in it."""
        path = place_of(keys[:-1], "submap", key=keys[-1])
        return f"{path} is protected by a setting" if self._protection.covers(path, below=True) else None

    def free(self, keys: Sequence[str], entries: Sequence[Placed]) -> Sequence[Placed]:
        """Those of a sub-map's entries, all of one kind, that are not protected."""
        if not entries or not self._protection.covers(place_of(keys, entries[0].kind), below=True):
            return entries
        return [entry for entry in entries if self.of_entry(keys, entry.kind, entry.key, entry.ref) is None]


def refuse(reason: str, doing: str) -> ProtectedField:
    """The error for an agent that goes on although something must stay."""
    return ProtectedField(f"{reason}: only a person may {doing} that", "ask a person, and leave it out")


def _path(keys: Sequence[str]) -> str:
    return str(place_of(keys[:-1], "submap", key=keys[-1]))
