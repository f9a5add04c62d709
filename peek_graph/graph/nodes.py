"""Single nodes and small lists, read through neomodel.

Importing this module imports neomodel, which is slow: do it inside functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from neo4j import ManagedTransaction
from neomodel import db

from peek_graph.graph.database import Database
from peek_graph.graph.declared import (
    APP,
    BY_KIND,
    CLASSES,
    Action,
    Constraint,
    Document,
    Entry,
    Finding,
    Hypothesis,
    Map,
    Name,
    Notice,
    Question,
    Revision,
    Section,
    SubMap,
    Todo,
    Variable,
    Version,
)
from peek_graph.records import MapInfo

__all__ = [
    "APP",
    "CLASSES",
    "Action",
    "Constraint",
    "Document",
    "Entry",
    "Finding",
    "Hypothesis",
    "Map",
    "Name",
    "Notice",
    "Question",
    "Revision",
    "Section",
    "SubMap",
    "Todo",
    "Variable",
    "Version",
    "get_entry",
    "get_map",
    "list_maps",
    "with_nodes",
]

T = TypeVar("T")


def with_nodes(database: Database, work: Callable[[], T], *, write: bool = False) -> T:
    """Runs work that uses neomodel, in one transaction on this database; it may be run again on transient errors.

    neomodel has one driver for the whole process, but asks it for nothing while the current thread or task has an
    active transaction. That is what is handed over, so several databases and threads do not mix, and a connection that
    the rest of the program gave to neomodel stays as it is.
    """

    def inside(tx: ManagedTransaction) -> T:
        if db.driver is None:
            db.driver = database.driver  # never used: only its absence would be an error
        before = db._active_transaction, db._database_name
        db._active_transaction, db._database_name = cast(Any, tx), APP
        try:
            return work()
        finally:
            db._active_transaction, db._database_name = before

    return database.manage(inside, write=write)


def get_map(database: Database, name: str) -> MapInfo | None:
    """The map of that name."""
    found = with_nodes(database, lambda: _fetch(Map.nodes.filter(app=APP, name=name), Map))
    return _map_info(found[0]) if found else None


def list_maps(database: Database) -> list[MapInfo]:
    """All maps of the database, by name."""
    return [_map_info(node) for node in with_nodes(database, lambda: _fetch(Map.nodes.filter(app=APP), Map, "name"))]


def get_entry(database: Database, map_uid: str, ref: str) -> Entry | None:
    """The live entry of that ref, as an instance of its kind's class. For use inside ``graph/`` only."""
    found = with_nodes(database, lambda: _fetch(Entry.nodes.filter(map_uid=map_uid, ref=ref), Entry))
    return cast(Entry, found[0]) if found else None


def _fetch(nodes: Any, cls: type[Any], *order: str) -> list[Any]:
    # Not `nodes.all()`: that picks the class by the labels, and fails on a node to which a person added one by hand.
    builder = nodes.order_by(*order).query_cls(nodes).build_ast() if order else nodes.query_cls(nodes).build_ast()
    rows, _ = db.cypher_query(builder.build_query(), builder._query_params)
    return [_class_of(row[0], cls).inflate(row[0]) for row in rows]


def _class_of(node: Any, cls: type[Any]) -> Any:
    return BY_KIND.get(node.get("kind"), cls) if issubclass(cls, Entry) else cls


def _map_info(node: Map) -> MapInfo:
    return MapInfo(
        uid=node.uid,
        name=node.name,
        goal=node.goal,
        revision=node.revision,
        documents=node.document_count,
        sections=node.section_count,
        embedder=node.embedder,
    )
