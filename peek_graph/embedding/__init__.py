from peek_graph.embedding.base import Choice, Embedded, Embedder, Vector
from peek_graph.embedding.cache import VectorCache
from peek_graph.embedding.choice import choose_embedder
from peek_graph.embedding.llama import wrap_llama_index
from peek_graph.embedding.registry import known_embedders, make_embedder
from peek_graph.embedding.service import EmbeddingService
from peek_graph.embedding.text import clean_text

__all__ = [
    "Choice",
    "Embedded",
    "Embedder",
    "EmbeddingService",
    "Vector",
    "VectorCache",
    "choose_embedder",
    "clean_text",
    "known_embedders",
    "make_embedder",
    "wrap_llama_index",
]
