"""What a search found, as nodes of LlamaIndex."""

from __future__ import annotations

from typing import Any, Final

from llama_index.core.schema import (
    NodeRelationship,
    NodeWithScore,
    ObjectType,
    RelatedNodeInfo,
    RelatedNodeType,
    TextNode,
)

from peek_graph.records import Hit, Neighbour

_FOR_THE_MODEL: Final = ("ref", "kind", "pointer", "flags", "status")


def node_of(hit: Hit) -> NodeWithScore:
    """A hit as a node: the same entry in the same state is the same node, whatever the query.

    So only the score depends on the query: fusion in LlamaIndex knows nodes by a hash of text and metadata.
    """
    metadata = _metadata(hit)
    # A document has no pointer; where it comes from then stands in for it.
    shown = (*_FOR_THE_MODEL, *(() if hit.pointer else ("source",)))
    node = TextNode(
        id_=hit.uid,
        text=_text(hit),
        metadata=metadata,
        excluded_embed_metadata_keys=list(metadata),
        excluded_llm_metadata_keys=[key for key, value in metadata.items() if key not in shown or value is None],
        relationships=_relationships(hit),
    )
    return NodeWithScore(node=node, score=hit.score)


def _text(hit: Hit) -> str:
    """What a model should read; a title that the text begins with is not said twice."""
    if not hit.title or hit.text.startswith(hit.title):
        return hit.text
    return f"{hit.title}\n{hit.text}" if hit.text else hit.title


def _metadata(hit: Hit) -> dict[str, Any]:
    """Flat, so that every vector store takes it; keys are always there, without a value they are None."""
    return {
        "ref": hit.ref,
        "path": hit.path,
        "kind": hit.kind,
        "pointer": hit.pointer,
        "confidence": hit.confidence,
        "flags": ", ".join(hit.flags) or None,
        "submap": hit.submap,
        "source": hit.source,
        "author": hit.author,
        "since": hit.since,
        "status": hit.status,
    }


def _relationships(hit: Hit) -> dict[NodeRelationship, RelatedNodeType]:
    found: dict[NodeRelationship, RelatedNodeType] = {}
    if hit.parent is not None:
        found[NodeRelationship.SOURCE] = _related(hit.parent, ObjectType.DOCUMENT)
        found[NodeRelationship.PARENT] = _related(hit.parent, ObjectType.DOCUMENT)
    if hit.previous is not None:
        found[NodeRelationship.PREVIOUS] = _related(hit.previous, ObjectType.TEXT)
    if hit.following is not None:
        found[NodeRelationship.NEXT] = _related(hit.following, ObjectType.TEXT)
    return found


def _related(neighbour: Neighbour, node_type: ObjectType) -> RelatedNodeInfo:
    return RelatedNodeInfo(node_id=neighbour.uid, node_type=node_type, metadata={"ref": neighbour.ref})
