"""What is derived from states, counted again: what is not asked for anew is as its states make it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from peek_graph.context_map.indexing.contexts import context_of, neighbourhood
from peek_graph.context_map.indexing.embedded import embedded_text
from peek_graph.graph.indexing import PendingLinks
from peek_graph.graph.own_words import own_words
from peek_graph.graph.states import DERIVED
from tests.context_map.graph_read import Element, GraphRead, Node
from tests.context_map.mentions.invariants import mentions

_FLAGS = ("vector_pending", "links_pending")


def flags(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    """A flag is there only while it is true, and on live entries; what is searched has a vector or waits for one."""
    for element in elements:
        props = element.node.props
        for flag in _FLAGS:
            if props.get(flag) not in (None, True) or (flag in props and not element.node.is_live):
                yield f"{element.name} has {flag} {props[flag]}, live {element.node.is_live}"
        if not element.node.is_live or element.node.kind in ("map", "submap"):
            continue
        unsearched = props.get("unsearched")
        says = bool(embedded_text(element.node.kind, props).strip())
        has = [name for name in ("embedding", "vector_pending", "vector_error") if props.get(name) is not None]
        if (len(has) > 1) or (unsearched and has) or (not has and says and not unsearched):
            yield f"{element.name} has {has}, unsearched {unsearched}"


def versions(graph: GraphRead, _: list[Element]) -> Iterator[str]:
    """Former states keep nothing that is derived."""
    for node in graph.labelled("Version"):
        kept = sorted(DERIVED & node.props.keys())
        if node.props.get("kind") == "document" and "text" in node.props:
            kept.append("text")
        if kept:
            yield f"a version of {node.props.get('ref')} keeps {kept}"


def words(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    """A document is found by the words that somebody wrote, and only by those."""
    for element in elements:
        if element.node.kind == "document":
            expected = own_words(element.node.props)
            found = {name: element.node.props.get(name) for name in expected}
            if found != expected:
                yield f"{element.name} says {found}, not {expected}"
        elif element.node.props.get("unsearched") is not None:
            yield f"{element.name} is unsearched"


def sections(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    """A live section knows in which document it is, and where that is; its context is that of its neighbours."""
    for element in elements:
        node = element.node
        if node.kind == "document" and node.is_live:
            held = [r for r in graph.out_of(node) if r.type == "HAS_SECTION" and r.props.get("until") is None]
            nodes = [graph.nodes[rel.end] for rel in sorted(held, key=lambda rel: rel.props["position"])]
            texts = [section.props.get("text", "") for section in nodes]
            for position, section in enumerate(nodes):
                if section.props.get("context") != neighbourhood(texts, position, section.props.get("title", "")):
                    yield f"{section.props['ref']} sees {section.props.get('context')!r}"
                at = section.props.get("document_uid"), section.props.get("place_uid")
                if at != (node.uid, node.props["parent_uid"]):
                    yield f"{section.props['ref']} is at {at}, not {(node.uid, node.props['parent_uid'])}"
        elif node.kind != "section" and {"document_uid", "place_uid"} & node.props.keys():
            yield f"{element.name} is no section, but is at {node.props.get('place_uid')}"


def contexts(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    """Who does not wait for its links sees what is around it now."""
    actions: dict[str, list[Node]] = defaultdict(list)
    live = [e.node for e in elements if e.node.is_live and e.node.kind not in ("map", "submap", "section")]
    for node in live:
        if node.kind == "action":
            actions[node.props["parent_uid"]].append(node)
    around: dict[str, tuple[list[str], list[str]]] = {}
    for items in actions.values():
        items.sort(key=lambda node: node.props["position"])
        texts = [str(node.props.get("text") or "") for node in items]
        for at, node in enumerate(items):
            before = [text[-600:] for text in texts[max(0, at - 2) : at]]
            around[node.uid] = before, [text[:600] for text in texts[at + 1 : at + 2]]
    for node in live:
        if not node.props.get("links_pending"):
            expected = context_of(_pending(node.props), around.get(node.uid, ([], [])))
            if node.props.get("context") != expected:
                yield f"{node.props['ref']} sees {node.props.get('context')!r}, not {expected!r}"


def _pending(props: dict[str, Any]) -> PendingLinks:
    return PendingLinks(
        props["uid"],
        props["kind"],
        props.get("title") or "",
        props.get("text") or "",
        props.get("key") or "",
        props.get("aliases"),
        props.get("who"),
        props.get("when"),
        props.get("document_uid"),
        None,
    )


CHECKS = (flags, versions, words, sections, contexts, mentions)
