"""What holds of a map's graph after every whole revision, recounted from its nodes and relationships alone."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from peek_graph.context_map import ContextMap
from peek_graph.graph.database import Database
from peek_graph.graph.states import LABELS, LINKS
from tests.context_map import derived
from tests.context_map.graph_read import Element, GraphRead, Node, read_graph
from tests.context_map.mentions.invariants import mentions

_END = 2**62
_HELD_BY = {"CONTAINS", "HAS_CONSTRAINT", "HAS_SUBMAP"}


def assert_whole(project: Any, opened: ContextMap) -> None:
    """AssertionError that lists everything in the map's graph which no whole revision leaves so."""
    problems = list(problems_of(opened._handle.db, opened.uid))
    assert not problems, f"{len(problems)} in {opened.name}:\n" + "\n".join(problems[:40])


def problems_of(db: Database, map_uid: str) -> Iterator[str]:
    """What is wrong, one line each."""
    graph = read_graph(db, map_uid)
    elements = [Element.of(graph, node) for node in graph.nodes.values() if node.is_element]
    for check in _CHECKS:
        yield from check(graph, elements)


def _revisions(graph: GraphRead, _: list[Element]) -> Iterator[str]:
    numbers = sorted(node.props["number"] for node in graph.labelled("Revision"))
    last = graph.map.props["revision"]
    if numbers != list(range(1, last + 1)):
        yield f"revisions are {numbers[:20]}, the map is at {last}"
    held = Counter(rel.end for rel in graph.rels if rel.type == "HAS_REVISION" and rel.start == graph.map.id)
    for node in graph.labelled("Revision"):
        if held[node.id] != 1:
            yield f"revision {node.props['number']} hangs on the map {held[node.id]} times"
        if missing := [name for name in ("author", "at", "source_kind") if node.props.get(name) is None]:
            yield f"revision {node.props['number']} lacks {missing}"


def _labels(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    for element in elements:
        node, props = element.node, element.node.props
        archived = "Archived" in node.labels
        if (props.get("until") is not None) != archived:
            yield f"{element.name} is {sorted(node.labels)} and until {props.get('until')}"
        if "SubMap" in node.labels:
            if (props.get("path") is None) != archived:
                yield f"sub-map {element.name} is {sorted(node.labels)} with path {props.get('path')!r}"
        elif "Map" not in node.labels:
            expected = {"Archived" if archived else "Entry", LABELS[props["kind"]]}
            if node.labels != expected:
                yield f"{element.name} has labels {sorted(node.labels)}, not {sorted(expected)}"
            needed = ("ref", "author", "source_kind", "confidence", "created_at", "updated_at", "since")
            if missing := [name for name in needed if props.get(name) is None]:
                yield f"{element.name} lacks {missing}"
        if props["uid"] != graph.map.uid and props.get("map_uid") != graph.map.uid:
            yield f"{element.name} is of map {props.get('map_uid')}"
    for what in ("uid", "ref"):
        counted = Counter(e.node.props[what] for e in elements if e.node.props.get(what))
        yield from (f"{what} {value} is of {count} elements" for value, count in counted.items() if count > 1)


def _intervals(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    known = {element.node.uid for element in elements}
    last = graph.map.props["revision"]
    for uid in graph.versions.keys() - known:
        yield f"{len(graph.versions[uid])} versions of {uid}, which is not there"
    for element in elements:
        for older, newer in zip(element.states, element.states[1:], strict=False):
            if not older["since"] < (older.get("until") or 0) <= newer["since"]:
                yield f"{element.name}: {older['since']}..{older.get('until')} before {newer['since']}"
        own = element.states[-1]
        if not own["since"] <= last or not own["since"] < (own.get("until") or _END):
            yield f"{element.name}: {own['since']}..{own.get('until')} in a map at {last}"
        if (own.get("until") or 0) > last:
            yield f"{element.name}: archived at {own['until']} in a map at {last}"
        chain = list(graph.chain(element.node))
        if [node.props["since"] for node in chain] != [state["since"] for state in reversed(element.states[:-1])]:
            yield f"{element.name}: PREVIOUS leads to {[node.props['since'] for node in chain]}"
    for node in graph.labelled("Version"):
        if node.labels != {"Version"}:
            yield f"a version of {node.props.get('ref')} has {sorted(node.labels)}"


def _touched(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    number = {node.id: node.props["number"] for node in graph.labelled("Revision")}
    touched: dict[str, Counter[int]] = defaultdict(Counter)
    for rel in graph.rels:
        if rel.type == "TOUCHED":
            touched[rel.end][number[rel.start]] += 1
    for element in elements:
        found = touched[element.node.id]
        expected = {state["since"] for state in element.states} | {
            state["until"] for state in element.states if state.get("until") is not None
        }
        if element.node.kind == "map":
            found, expected = found - Counter({1: 1}), expected - {1}
        if set(found) != expected or any(count > 1 for count in found.values()):
            yield f"{element.name}: TOUCHED by {dict(found)}, its states begin and end at {sorted(expected)}"


def _places(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    """Every element stands, at every time, in the one that its state of then names, and in no other."""
    for element in elements:
        node = element.node
        if node.kind in ("map", "section"):
            continue
        places = sorted((rel for rel in graph.into(node) if rel.type in _HELD_BY), key=lambda rel: rel.props["since"])
        wanted = {"submap": "HAS_SUBMAP", "constraint": "HAS_CONSTRAINT"}.get(node.kind, "CONTAINS")
        if {rel.type for rel in places} != {wanted}:
            yield f"{element.name} is held by {[rel.type for rel in places]}"
        if sum(rel.props.get("until") is None for rel in places) != 1:
            yield f"{element.name} is in {sum(rel.props.get('until') is None for rel in places)} places"
        for older, newer in itertools.pairwise(places):
            if older.props.get("until") != newer.props["since"]:
                yield f"{element.name}: place until {older.props.get('until')}, the next since {newer.props['since']}"
        for state in element.states:
            at = [rel for rel in places if _holds(rel.props, state["since"])]
            parents = [graph.nodes[rel.start].uid for rel in at]
            if parents != [state.get("parent_uid")]:
                yield f"{element.name} at {state['since']}: in {parents}, its state says {state.get('parent_uid')}"
            elif node.kind == "submap" and at[0].props["position"] != state["position"]:
                yield f"{element.name} at {state['since']}: at {at[0].props['position']}, not {state['position']}"
        parent = graph.by_uid.get(node.props.get("parent_uid", ""))
        if parent is None or (node.is_live and not parent.is_live):
            yield f"{element.name} is live in {parent and parent.props.get('key')}, which is not"


def _sections(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    for element in elements:
        if element.node.kind == "section":
            held = [rel for rel in graph.into(element.node) if rel.type == "HAS_SECTION"]
            opened = [graph.nodes[rel.start] for rel in held if rel.props.get("until") is None]
            if element.node.is_live and (len(opened) != 1 or not opened[0].is_live):
                yield f"{element.name} is live in {[node.props.get('ref') for node in opened]}"
            if not element.node.is_live and opened and opened[0].is_live:
                yield f"{element.name} is archived, but stands in the live {opened[0].props.get('ref')}"
        elif element.node.kind == "document":
            rels = [r for r in graph.out_of(element.node) if r.type == "HAS_SECTION" and r.props.get("until") is None]
            if len(rels) != (element.node.props.get("section_count") or 0):
                yield f"{element.name} counts {element.node.props.get('section_count')} sections, has {len(rels)}"
            order = [rel.end for rel in sorted(rels, key=lambda rel: rel.props["position"])]
            following = {
                rel.start: rel.end
                for rel in graph.rels
                if rel.type == "NEXT" and rel.props.get("until") is None and rel.start in order
            }
            if following != dict(itertools.pairwise(order)):
                yield f"{element.name}: NEXT does not follow the order of its sections"


def _links(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    """Links are, at every time at which the element is in a state, those that the state lists."""
    for element in elements:
        if element.node.kind in ("map", "submap"):
            continue
        out = [rel for rel in graph.out_of(element.node) if rel.type in LINKS.values()]
        for state in element.states:
            for name, relation in LINKS.items():
                listed = sorted(state.get(name) or [])
                drawn = sorted(
                    str(graph.nodes[rel.end].props.get("ref"))
                    for rel in out
                    if rel.type == relation and _holds(rel.props, state["since"])
                )
                if listed != drawn:
                    yield f"{element.name} at {state['since']}: {name} lists {listed}, {relation} leads to {drawn}"


def _counts(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    expected: dict[str, Counter[str]] = defaultdict(Counter)
    for element in elements:
        node = element.node
        if not node.is_live or node.kind == "map":
            continue
        expected[graph.map.uid][node.kind] += 1
        parent = node.props.get("parent_uid")
        if node.kind == "section":
            held = [rel for rel in graph.into(node) if rel.type == "HAS_SECTION" and rel.props.get("until") is None]
            parent = graph.nodes[held[0].start].props.get("parent_uid") if held else None
        if parent and parent != graph.map.uid:
            expected[parent][node.kind] += 1
    for element in elements:
        if element.node.kind in ("map", "submap"):
            for kind in (*LABELS, "submap"):
                kept = element.node.props.get(f"{kind}_count") or 0
                if kept != expected[element.node.uid][kind]:
                    yield f"{element.name} counts {kept} of {kind}, has {expected[element.node.uid][kind]}"
    for kind in LABELS.keys() - {"section"}:
        numbers = [int(e.node.props["ref"][1:]) for e in elements if e.node.kind == kind]
        if max(numbers, default=0) > (graph.map.props.get(f"last_{kind}") or 0):
            yield f"last_{kind} is {graph.map.props.get(f'last_{kind}')}, there is {max(numbers)}"


def _counts_of_revisions(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    """What a revision says that there was after it is what the states say."""
    for node in graph.labelled("Revision"):
        number = node.props["number"]
        there = Counter(e.node.kind for e in elements if any(_holds(state, number) for state in e.states))
        for kind in (*LABELS, "submap"):
            kept = node.props.get(f"{kind}_count")
            if kept is not None and kept != there[kind]:
                yield f"revision {number} counts {kept} of {kind}, there were {there[kind]}"


def _submaps(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    paths: Counter[str] = Counter()
    for element in elements:
        if element.node.kind == "submap" and element.node.is_live:
            keys: list[str] = []
            node: Node | None = element.node
            steps = 0
            while node is not None and node.kind == "submap" and steps < 100:
                keys.append(node.props["key"])
                node, steps = graph.by_uid.get(node.props["parent_uid"]), steps + 1
            path = ".".join(reversed(keys))
            paths[path] += 1
            if node is not graph.map or element.node.props["path"] != path:
                yield f"sub-map {path} is stored as {element.node.props['path']!r}"
    yield from (f"{count} sub-maps are {path}" for path, count in paths.items() if count > 1)
    keys_of = Counter(
        (e.node.props.get("parent_uid"), e.node.props.get("key"))
        for e in elements
        if e.node.kind == "document" and e.node.is_live
    )
    yield from (f"{count} documents are {key}" for (_, key), count in keys_of.items() if count > 1)


def _order_of_actions(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    for element in elements:
        if element.node.kind == "action":
            before = [graph.nodes[rel.start] for rel in graph.into(element.node) if rel.type == "NEXT"]
            if len(before) > 1 or any(int(node.props["ref"][1:]) >= int(element.name[1:]) for node in before):
                yield f"{element.name} follows {[node.props['ref'] for node in before]}"


def _relationships(graph: GraphRead, _: list[Element]) -> Iterator[str]:
    for rel in graph.rels:
        if rel.start not in graph.nodes or rel.end not in graph.nodes:
            yield f"{rel.type} leads out of the map"
        elif rel.type in {*_HELD_BY, *LINKS.values(), "HAS_SECTION", "NEXT"}:
            since, until = rel.props.get("since"), rel.props.get("until")
            if since is None or (until is not None and not since < until):
                yield f"{rel.type} of {graph.nodes[rel.start].props.get('ref')} is {since}..{until}"
    reached = {rel.end for rel in graph.rels} | {graph.map.id}
    yield from (
        f"nothing leads to {n.props.get('ref')}, {sorted(n.labels)}"
        for n in graph.nodes.values()
        if n.id not in reached and "Name" not in n.labels
    )


def _proposals(graph: GraphRead, _: list[Element]) -> Iterator[str]:
    numbers = sorted(node.props["number"] for node in graph.labelled("Proposal"))
    if numbers != list(range(1, (graph.map.props.get("last_proposal") or 0) + 1)):
        yield f"proposals are {numbers}, the last one is {graph.map.props.get('last_proposal')}"
    for node in graph.labelled("Proposal"):
        decided = node.props.get("decided")
        if (node.props["status"] == "open") != (decided is None) or node.props["since"] > graph.map.props["revision"]:
            yield f"{node.props['ref']} is {node.props['status']} since {node.props['since']}, decided {decided}"


def _holds(props: dict[str, Any], revision: int) -> bool:
    return bool(props["since"] <= revision < (props.get("until") or _END))


_CHECKS: Iterable[Callable[[GraphRead, list[Element]], Iterator[str]]] = (
    _revisions,
    _labels,
    _intervals,
    _touched,
    _places,
    _sections,
    _links,
    _counts,
    _counts_of_revisions,
    _submaps,
    _order_of_actions,
    _relationships,
    mentions,
    _proposals,
    *derived.CHECKS,
)
