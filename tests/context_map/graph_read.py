"""All nodes and relationships of one map, as they are stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from peek_graph.graph.database import Database


@dataclass(eq=False)
class Node:
    """A node with its labels and properties."""

    id: str
    labels: frozenset[str]
    props: dict[str, Any]

    @property
    def uid(self) -> str:
        return str(self.props.get("uid"))

    @property
    def is_element(self) -> bool:
        return bool(self.labels & {"Map", "SubMap", "Entry", "Archived"}) and "Version" not in self.labels

    @property
    def is_live(self) -> bool:
        return "Archived" not in self.labels

    @property
    def kind(self) -> str:
        return "map" if "Map" in self.labels else "submap" if "SubMap" in self.labels else str(self.props.get("kind"))


@dataclass(eq=False)
class Rel:
    """A relationship by the ids of its ends."""

    type: str
    start: str
    end: str
    props: dict[str, Any]


@dataclass
class GraphRead:
    """The map's graph by id, and what belongs together in it."""

    nodes: dict[str, Node]
    rels: list[Rel]
    versions: dict[str, list[Node]] = field(default_factory=lambda: defaultdict(list))
    by_uid: dict[str, Node] = field(default_factory=dict)
    _into: dict[str, list[Rel]] = field(default_factory=lambda: defaultdict(list))
    _out: dict[str, list[Rel]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for node in self.nodes.values():
            if "Version" in node.labels:
                self.versions[node.uid].append(node)
            elif node.is_element:
                self.by_uid[node.uid] = node
        for rel in self.rels:
            self._into[rel.end].append(rel)
            self._out[rel.start].append(rel)

    @property
    def map(self) -> Node:
        return next(node for node in self.nodes.values() if "Map" in node.labels)

    def labelled(self, label: str) -> list[Node]:
        return [node for node in self.nodes.values() if label in node.labels]

    def into(self, node: Node) -> list[Rel]:
        return self._into[node.id]

    def out_of(self, node: Node) -> list[Rel]:
        return self._out[node.id]

    def chain(self, node: Node) -> Iterator[Node]:
        """The versions that PREVIOUS leads to; one that branches or never ends is cut after too many."""
        for _ in range(10_000):
            previous = [rel.end for rel in self._out[node.id] if rel.type == "PREVIOUS"]
            if len(previous) != 1:
                return
            node = self.nodes[previous[0]]
            yield node


@dataclass
class Element:
    """A map, sub-map or entry with its former states, the oldest first, and its own as the last."""

    node: Node
    states: list[dict[str, Any]]

    @classmethod
    def of(cls, graph: GraphRead, node: Node) -> Element:
        versions = sorted(graph.versions[node.uid], key=lambda version: version.props["since"])
        own = {**node.props, "since": node.props.get("since", 1)}
        return cls(node, [*(version.props for version in versions), own])

    @property
    def name(self) -> str:
        return str(self.node.props.get("ref") or self.node.props.get("key") or self.node.kind)


def read_graph(db: Database, map_uid: str) -> GraphRead:
    """The whole graph of a map; relationships also those that lead out of it."""
    with db.driver.session(database=db.database) as session:
        return session.execute_read(lambda tx: _read(tx, map_uid))


def _read(tx: Any, map_uid: str) -> GraphRead:
    nodes: dict[str, Node] = {}
    rels: dict[str, Rel] = {}
    for row in tx.run(
        "MATCH (n) WHERE n.map_uid = $uid OR (n:Map AND n.app = 'peek-graph' AND n.uid = $uid) "
        "RETURN n, COLLECT { MATCH (n)-[r]-() RETURN r } AS rels",
        uid=map_uid,
    ):
        node = row["n"]
        nodes[node.element_id] = Node(node.element_id, frozenset(node.labels), dict(node))
        for rel in row["rels"]:
            rels[rel.element_id] = Rel(rel.type, rel.start_node.element_id, rel.end_node.element_id, dict(rel))
    return GraphRead(nodes, list(rels.values()))
