"""What somebody named to be brought back, and whether it can be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from peek_graph.context_map.archiving.targets import REF, named, near_submaps, parse_target, raise_refused
from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.view.json_values import ValueRefused
from peek_graph.context_map.view.paths import Path
from peek_graph.context_map.view.places import place_of
from peek_graph.errors import HistoryPruned
from peek_graph.graph.archive import ArchivedSubMap, Placed, archived_submaps, lineage, submaps_archived_in


@dataclass(slots=True)
class Returning:
    """What comes back: sub-maps by uid with their keys from the root, each after the one it is in, and entries by uid.

    ``already`` names the targets that are live.
    """

    submaps: dict[str, tuple[str, ...]] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    archived_in: dict[str, int] = field(default_factory=dict)
    entries: dict[str, Placed] = field(default_factory=dict)
    already: list[str] = field(default_factory=list)

    def add(self, submap: ArchivedSubMap, keys: tuple[str, ...]) -> None:
        """One more sub-map."""
        self.submaps[submap.uid] = keys
        self.parents[submap.uid] = submap.parent_uid
        self.archived_in[submap.uid] = submap.until

    def by_revision(self) -> dict[int, list[str]]:
        """The sub-maps by the revision that archived them with what was in them."""
        found: dict[int, list[str]] = {}
        for uid, number in self.archived_in.items():
            found.setdefault(number, []).append(uid)
        return found

    def keys_of(self, draft: Draft, uid: str) -> tuple[str, ...]:
        """The keys from the root of a sub-map that is live or comes back."""
        return self.submaps[uid] if uid in self.submaps else draft.keys_of(uid)


def find_returning(draft: Draft, targets: Iterable[str], pruned_before: int) -> Returning:
    """What the targets name; PathError for those that lead nowhere or whose sub-map is not there."""
    finding = _Finding(draft, pruned_before)
    paths = [parse_target(target) for target in targets]
    # Sub-maps first, so that entries may be named that come back into them.
    for path in sorted(paths, key=lambda path: (_ref_of(path) is not None, len(path.steps))):
        finding.take(path)
    raise_refused(finding.refused)
    finding.returning.already.sort(key=[named(path) for path in paths].index)
    return finding.returning


class _Finding:
    def __init__(self, draft: Draft, pruned_before: int) -> None:
        self.returning = Returning()
        self.refused: list[tuple[str, str | None]] = []
        self._draft = draft
        self._pruned_before = pruned_before
        self._map_uid = draft.root.uid
        self._live = {item.uid for item in draft if item.kind == "submap"} | {self._map_uid}

    def take(self, path: Path) -> None:
        ref = _ref_of(path)
        try:
            if ref is not None:
                self._take_entry(ref, named(path))
            else:
                self._take_submap(path)
        except ValueRefused as error:
            self.refused.append((error.reason, error.expected or error.hint))

    def _take_entry(self, ref: str, name: str) -> None:
        element = self._draft.by_ref(ref)
        if element is None or element.stored is None:
            pruned = f", and all that ended by revision {self._pruned_before} is pruned"
            reason = f"there is no {ref}{pruned if self._pruned_before else ''}"
            raise ValueRefused("unknown_path", reason, "see `search --archived` for refs")
        if element.live:
            self.returning.already.append(name)
            return
        if element.kind == "section":
            raise ValueRefused("wrong_type", f"{ref} is a section, which comes with its document or source", None)
        self._check_pruned(ref, element.stored.until or 0)
        parent_uid = element.parent_uid
        if parent_uid not in self._live and parent_uid not in self.returning.submaps:
            raise ValueRefused("archived", f"{ref} was in a sub-map that is archived", self._first(parent_uid))
        self.returning.entries[element.uid] = Placed(
            element.uid,
            element.kind,
            ref,
            parent_uid,
            element.props.get("key"),
            element.props.get("source_uri"),
            element.position,
            element.stored.since,
        )

    def _take_submap(self, path: Path) -> None:
        keys = _keys_of(path)
        if keys is None:
            there = "name sub-maps by their former path, as sub_maps.market, and entries by ref"
            raise ValueRefused("unknown_path", f"{path} is neither", there)
        parent_uid = self._map_uid
        for depth, key in enumerate(keys, 1):
            is_last = depth == len(keys)
            live = self._draft.by_key("submap", parent_uid, key)
            archived = archived_submaps(self._draft.runner, self._map_uid, parent_uid, key)
            coming = next((item for item in archived if item.uid in self.returning.submaps), None)
            here = place_of(keys[: depth - 1], "submap", key=key)
            if live is not None and is_last and archived:
                raise ValueRefused("exists", f"{here} is taken by a live sub-map", "archive that one first, or move it")
            if live is None and coming is None and not archived:
                raise ValueRefused("unknown_path", f"there is no {here}", near_submaps(self._draft, parent_uid, key))
            if is_last and (live is not None or coming is not None):
                if live is not None:
                    self.returning.already.append(named(path))
            elif is_last:
                self._check_pruned(str(path), archived[0].until)
                self._add_all(archived[0], keys)
            elif live is None and coming is None:
                raise ValueRefused("archived", f"{here} is archived", f"restore {here} first")
            parent_uid = live.uid if live is not None else (coming or archived[0]).uid

    def _add_all(self, submap: ArchivedSubMap, keys: tuple[str, ...]) -> None:
        """The sub-map and those in it that went in the same revision."""
        together = submaps_archived_in(self._draft.runner, self._map_uid, submap.until)
        waiting = [(submap, keys)]
        while waiting:
            item, own = waiting.pop(0)
            self.returning.add(item, own)
            waiting += [(inner, (*own, inner.key)) for inner in together if inner.parent_uid == item.uid]

    def _first(self, parent_uid: str) -> str:
        """What has to be restored before what is in that sub-map."""
        line = lineage(self._draft.runner, self._map_uid, parent_uid)
        for depth, item in enumerate(line, 1):
            if not item.live and item.uid not in self.returning.submaps:
                keys = [one.key for one in line[:depth]]
                return f"restore {place_of(keys[:-1], 'submap', key=keys[-1])} first"
        return "restore its sub-map first"

    def _check_pruned(self, what: str, until: int) -> None:
        # A prune that was cut short may have taken parts of it already.
        if until <= self._pruned_before:
            raise HistoryPruned(
                f"{what} was archived by revision {until}; all that ended by revision {self._pruned_before} was pruned",
                "what `prune` deleted is in the file that it wrote",
            )


def _ref_of(path: Path) -> str | None:
    """The ref that a path is, or that it ends with."""
    last = path.steps[-1] if path.steps else None
    if last is not None and (last.kind == "ref" or REF.fullmatch(str(last.value))):
        return str(last.value)
    return None


def _keys_of(path: Path) -> tuple[str, ...] | None:
    names = [str(step.value) for step in path.steps]
    is_submap = names and len(names) % 2 == 0 and all(name == "sub_maps" for name in names[::2])
    return tuple(names[1::2]) if is_submap else None
