"""Entries written as revisions of their own, and what the graph says of a map."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.context_map.handle import MapHandle, Revising
from peek_graph.graph import maps
from peek_graph.graph.states import LABELS, LETTERS, LINKS
from tests.context_map.conftest import Project


@dataclass
class Filled:
    """A map with ways to put entries into it."""

    project: Project
    opened: ContextMap

    @property
    def handle(self) -> MapHandle:
        return self.opened._handle

    @property
    def revision(self) -> int:
        return self.handle.row().revision

    def with_settings(self, **groups: Any) -> MapHandle:
        """The same map under other settings, groups as dictionaries."""
        settings = self.handle.settings
        update = {name: getattr(settings, name).model_copy(update=values) for name, values in groups.items()}
        return MapHandle(
            self.handle.db, self.handle.uid, self.handle.name, settings.model_copy(update=update), self.handle.author
        )

    def add(self, kind: str, *texts: str, at: str | None = None, **props: Any) -> list[str]:
        """Entries of one kind in the map, or in the sub-map of the dotted path ``at``; their refs."""
        refs: list[str] = []

        def work(revising: Revising) -> None:
            refs.clear()
            parent = self.uid_of(at) if at else self.handle.uid
            first = revising.begun.last(kind) + 1
            rows = []
            for number, text in enumerate(texts, first):
                refs.append(f"{LETTERS[kind]}{number}")
                own = {"uid": uuid.uuid4().hex, "ref": refs[-1], "position": float(number), "text": text}
                rows.append((kind, {"confidence": 0.6, "source_kind": "agent", "author": "tester", **own, **props}))
            revising.counters[f"last_{kind}"] = first + len(texts) - 1
            revising.writer.create_entries(parent, rows)
            revising.writer.count(parent, kind, len(rows))
            links = [(row["uid"], link, ref) for _, row in rows for link in LINKS for ref in row.get(link, ())]
            revising.writer.begin_links(links)

        self.handle.revise(work, source="test", reasoning="added")
        return refs

    def change(self, refs: Sequence[str], **props: Any) -> None:
        uids = [self.node(ref)["uid"] for ref in refs]
        self.handle.revise(
            lambda revising: revising.writer.update_entries([(uid, props) for uid in uids]),
            source="test",
            reasoning="changed",
        )

    def change_submap(self, path: str, **props: Any) -> None:
        uid = self.uid_of(path)
        self.handle.revise(
            lambda revising: revising.writer.update_submaps([(uid, props)]), source="test", reasoning="changed"
        )
        # A sub-map's path is no part of its state.

    def pass_revisions(self, number: int) -> None:
        for _ in range(number):
            self.handle.revise(lambda revising: None, source="test", reasoning="time passes")

    def uid_of(self, path: str) -> str:
        found = maps.find_submap(self.handle.db, self.handle.uid, path)
        assert found is not None
        return found

    def node(self, ref: str) -> dict[str, Any]:
        rows = self.rows("MATCH (n) WHERE n.map_uid = $uid AND n.ref = $ref AND NOT n:Version RETURN n", ref=ref)
        assert len(rows) == 1
        return dict(rows[0]["n"])

    def live(self) -> list[str]:
        """Refs of live entries, and paths of live sub-maps."""
        found = self.rows("MATCH (e:Entry {map_uid: $uid}) RETURN e.ref AS name")
        found += self.rows("MATCH (s:SubMap {map_uid: $uid}) WHERE s.path > '' RETURN s.path AS name")
        return sorted(row["name"] for row in found)

    def rows(self, cypher: str, **params: Any) -> list[dict[str, Any]]:
        return self.project.rows(cypher, uid=self.opened.uid, **params)

    def check_counts(self) -> None:
        """The counts kept on the map and its sub-maps are those of what is live in them."""
        entries: Counter[tuple[str, str]] = Counter()
        for row in self.rows(
            "MATCH (e:Entry {map_uid: $uid}) OPTIONAL MATCH (e)<-[h:HAS_SECTION]-(d) WHERE h.until IS NULL "
            "RETURN coalesce(d.parent_uid, e.parent_uid) AS parent, e.kind AS kind, count(*) AS count"
        ):
            entries[row["parent"], row["kind"]] += row["count"]
        for row in self.rows(
            "MATCH (s:SubMap {map_uid: $uid}) WHERE s.path > '' RETURN s.parent_uid AS parent, count(*) AS count"
        ):
            entries[row["parent"], "submap"] += row["count"]
        for node in self.rows(
            "MATCH (n) WHERE (n:Map AND n.uid = $uid) OR (n:SubMap AND n.map_uid = $uid) RETURN n, labels(n) AS labels"
        ):
            for kind in (*LABELS, "submap"):
                own = entries[node["n"]["uid"], kind]
                if "Map" in node["labels"]:
                    own = sum(number for (_, of), number in entries.items() if of == kind)
                assert (node["n"].get(f"{kind}_count") or 0) == own, (kind, node)


@pytest.fixture
def filled(project: Project) -> Filled:
    return Filled(project, project.map())
