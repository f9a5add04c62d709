"""What holds of names and mentions after every transaction."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from peek_graph.graph.states import LABELS
from tests.context_map.graph_read import Element, GraphRead


def mentions(graph: GraphRead, elements: list[Element]) -> Iterator[str]:
    """Names are of documents and variables that are there; links by them lead from one entry to another."""
    named: dict[str, set[str]] = defaultdict(set)
    for node in graph.labelled("Name"):
        of = graph.by_uid.get(node.props["entry_uid"])
        if of is None or of.kind not in ("document", "variable") or node.labels != {"Name"}:
            yield f"the name {node.props['form'][:80]!r} is of {of and of.props.get('ref')}"
        elif node.props["form"] in named[of.uid]:
            yield f"{of.props['ref']} has the name {node.props['form'][:80]!r} twice"
        named[node.props["entry_uid"]].add(node.props["form"])
    linked = Counter((rel.start, rel.end) for rel in graph.rels if rel.type == "MENTIONS")
    known = {element.node.id for element in elements if element.node.kind in LABELS}
    for rel in graph.rels:
        if rel.type != "MENTIONS":
            continue
        start, end = graph.nodes.get(rel.start), graph.nodes.get(rel.end)
        if start is None or end is None or not {rel.start, rel.end} <= known or rel.start == rel.end:
            yield f"MENTIONS leads from {start and start.props.get('ref')} to {end and end.props.get('ref')}"
        elif linked[rel.start, rel.end] > 1 or rel.props["form"] != rel.props["forms"][0]:
            yield f"MENTIONS from {start.props['ref']} to {end.props['ref']}: {linked[rel.start, rel.end]} of them"
        elif not end.props.get("links_pending") and (wrong := set(rel.props["forms"]) - named[end.uid]):
            yield f"{start.props['ref']} mentions {end.props['ref']} by {sorted(wrong)[:3]}"
