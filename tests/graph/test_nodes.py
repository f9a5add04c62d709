import threading
from typing import Any

import pytest

from peek_graph.errors import ConstraintViolated, InvalidValue, PeekGraphError
from peek_graph.graph.database import Database
from peek_graph.graph.queries import load_queries
from peek_graph.records import MapInfo
from peek_graph.settings import Connection
from tests.graph.adhoc import adhoc

LABELS = adhoc("MATCH (n) WHERE n.map_uid = $uid OR n.uid = $uid RETURN labels(n) AS labels")


def make_map(uid: str, **more: Any) -> str:
    from peek_graph.graph import nodes

    return str(nodes.Map(uid=uid, name=f"map {uid}", goal="know", **more).save().uid)


@pytest.mark.live
def test_declarations_and_schema_agree(database: Database) -> None:
    from peek_graph.graph import nodes

    declared = {(cls.__label__, properties) for cls in nodes.CLASSES for properties in vars(cls).get("unique", ())}
    found = {(row["labels"][0], tuple(row["properties"])) for row in database.read(load_queries("schema").list_unique)}
    others = {label for label, _ in found} - {label for label, _ in declared}
    assert others == {"PeekGraphSchema", "Archived", "Snapshot", "Proposal"}
    assert declared == {pair for pair in found if pair[0] not in others}
    properties = {cls.__label__: set(cls.defined_properties(aliases=False, rels=False)) for cls in nodes.CLASSES}
    for row in database.read(load_queries("schema").list_indexes):
        label = row["labels"][0]
        if label in properties:
            assert set(row["properties"]) <= properties[label], row["name"]


@pytest.mark.live
def test_a_map_is_saved_and_read(database: Database, own_uid: str) -> None:
    from peek_graph.graph import nodes

    nodes.with_nodes(database, lambda: make_map(own_uid, document_count=3), write=True)
    expected = MapInfo(own_uid, f"map {own_uid}", "know", 0, 3, 0, None)
    assert nodes.get_map(database, f"map {own_uid}") == expected
    assert expected in nodes.list_maps(database)
    assert nodes.get_map(database, "no such map") is None


@pytest.mark.live
def test_a_label_added_by_hand_and_foreign_nodes_do_no_harm(database: Database, own_uid: str) -> None:
    from peek_graph.graph import nodes

    nodes.with_nodes(database, lambda: make_map(own_uid), write=True)
    database.write(
        adhoc(
            "MATCH (m:Map {app: 'peek-graph', uid: $uid}) SET m:ByHand CREATE (:Map {map_uid: $uid, odd: [1]}) "
            "CREATE (:Entry:Document:ByHand {map_uid: $uid, uid: 'd', ref: 'D1', kind: 'document', title: 'T'}) "
            "CREATE (:Entry:Odd {map_uid: $uid, uid: 'o', ref: 'O1', kind: 'odd', title: 'U'})",
            "write",
        ),
        uid=own_uid,
    )
    assert own_uid in {found.uid for found in nodes.list_maps(database)}
    document, odd = nodes.get_entry(database, own_uid, "D1"), nodes.get_entry(database, own_uid, "O1")
    assert (type(document), document and document.title) == (nodes.Document, "T")
    assert (type(odd), odd and odd.title) == (nodes.Entry, "U")
    assert nodes.get_entry(database, own_uid, "D2") is None


@pytest.mark.live
def test_labels_are_those_of_the_design(database: Database, own_uid: str) -> None:
    from peek_graph.graph import nodes

    def work() -> None:
        nodes.Section(map_uid=own_uid, uid="s", ref="D1§1", kind="section", text_hash="0", pointer="a#line=0,1").save()

    nodes.with_nodes(database, work, write=True)
    assert [set(row["labels"]) for row in database.read(LABELS, uid=own_uid)] == [{"Entry", "Section"}]


@pytest.mark.live
def test_errors_of_neomodel_are_ours_and_roll_back(database: Database, own_uid: str) -> None:
    from peek_graph.graph import nodes

    def twice() -> None:
        make_map(own_uid)
        make_map(own_uid)

    with pytest.raises(ConstraintViolated):
        nodes.with_nodes(database, twice, write=True)
    with pytest.raises(InvalidValue, match="name"):
        nodes.with_nodes(database, lambda: nodes.Map(uid=own_uid).save(), write=True)
    assert database.read(LABELS, uid=own_uid) == []


@pytest.mark.live
def test_a_read_through_neomodel_cannot_write(database: Database, own_uid: str) -> None:
    from peek_graph.graph import nodes

    with pytest.raises(PeekGraphError):
        nodes.with_nodes(database, lambda: make_map(own_uid))
    assert database.read(LABELS, uid=own_uid) == []


@pytest.mark.live
def test_databases_and_threads_do_not_mix(database: Database, neo4j_connection: Connection, own_uid: str) -> None:
    """Two databases of one process, of which one is closed meanwhile: each thread works in its own transaction."""
    from neomodel import db

    from peek_graph.graph import nodes

    inside, go_on = threading.Event(), threading.Event()
    seen: list[Any] = []

    def slowly() -> None:
        def work() -> None:
            make_map(own_uid)
            inside.set()
            assert go_on.wait(30)
            seen.append(db._active_transaction)

        nodes.with_nodes(database, work, write=True)

    thread = threading.Thread(target=slowly)
    thread.start()
    assert inside.wait(30)
    with Database.connect(neo4j_connection) as other:
        # Not yet committed over there, so this must not see it.
        assert nodes.get_map(other, f"map {own_uid}") is None
        nodes.with_nodes(other, lambda: seen.append(db._active_transaction))
    assert db._active_transaction is None
    go_on.set()
    thread.join(30)
    assert nodes.get_map(database, f"map {own_uid}") is not None
    assert len({id(transaction) for transaction in seen}) == 2


@pytest.mark.live
def test_a_program_s_own_connection_and_classes_are_left_alone(
    database: Database, neo4j_connection: Connection, own_uid: str
) -> None:
    from neo4j import GraphDatabase
    from neomodel import StringProperty, StructuredNode, db

    from peek_graph.graph import nodes

    class Foreign(StructuredNode):
        __label__ = "Map"
        uid = StringProperty()

    auth = (neo4j_connection.user, neo4j_connection.password)
    before = db.driver
    with GraphDatabase.driver(neo4j_connection.uri, auth=auth) as theirs:
        db.set_connection(driver=theirs)
        try:
            nodes.with_nodes(database, lambda: make_map(own_uid), write=True)
            assert db.driver is theirs
            found = Foreign.nodes.filter(uid=own_uid).all()
            assert [type(node) for node in found] == [Foreign]
        finally:
            db.driver = before
