"""The HTML and PDF of three Debian documentation packages into a map: ``python -m bench.documents``."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import time
import uuid
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.server import bench_map, bench_settings
from bench.table import Row, print_rows
from peek_graph import ContextMap
from peek_graph.artifacts import resolve_one
from peek_graph.context_map.indexing.embedded import embedded_text
from peek_graph.embedding.base import Embedder
from peek_graph.embedding.onnx import BGE_SMALL_EN
from peek_graph.embedding.registry import make_embedder
from peek_graph.embedding.service import EmbeddingService
from peek_graph.settings import EmbeddingSettings, MapSettings, Settings

_PACKAGES = ("sqlite3-doc", "git-doc", "gnuplot-doc")
_FOLDER = Path(__file__).resolve().parent.parent / ".bench" / "documents"
_MODEL = "bge-small-en-v1.5"
_BARE_TEXTS = 2_000
_BARE_BATCH = 32


class Timed:
    """An embedder that adds up the seconds spent in it."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.name, self.dimensions = inner.name, inner.dimensions
        self.seconds = 0.0

    def embed_passages(self, texts: Sequence[str]) -> Any:
        started = time.perf_counter()
        try:
            return self._inner.embed_passages(texts)
        finally:
            self.seconds += time.perf_counter() - started

    def embed_query(self, text: str) -> Any:
        return self._inner.embed_query(text)


def fetched() -> Path | None:
    """The folder with the packages' documents; None where there is no Debian to ask."""
    if _FOLDER.is_dir():
        return _FOLDER
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return None
    parts = _FOLDER.with_name("parts")
    parts.mkdir(parents=True, exist_ok=True)
    for package in _PACKAGES:
        done = subprocess.run(["apt-get", "download", package], cwd=parts, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{done.stderr.strip()}\nrun `apt-get update` first", file=sys.stderr)
            return None
    for archive in parts.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", str(archive), str(parts / "out")], check=True, capture_output=True)
    wanted = [p for p in (parts / "out").rglob("*") if p.suffix in (".html", ".pdf", ".gz") and p.is_file()]
    for number, path in enumerate(sorted(wanted)):
        if path.suffix == ".gz" and not path.name.endswith((".html.gz", ".pdf.gz")):
            continue
        target = _FOLDER.with_name("new") / f"{number // 500:02}" / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".gz":
            subprocess.run(f"gzip -dc '{path}' > '{target.with_suffix('')}'", shell=True, check=True)
        else:
            shutil.copy(path, target.with_name(f"{number}-{path.name}"))
    _FOLDER.with_name("new").rename(_FOLDER)
    return _FOLDER


def run(settings: Settings) -> Iterator[Row]:
    """(what, unit, value) rows."""
    folder = fetched()
    if folder is None:
        print("documents: skipped, the Debian packages cannot be had here", file=sys.stderr)
        return
    files = sum(path.is_file() for path in folder.rglob("*"))
    settings = settings.model_copy(update={"map": MapSettings(roots=(str(folder),))})
    embedder = Timed(make_embedder(_MODEL, EmbeddingSettings()))
    with bench_map(settings, f"bench-documents-{uuid.uuid4().hex[:6]}", embedder=embedder) as opened:
        first = opened.add([folder])
        counted = first.sources.new + first.sources.unchanged + first.sources.refused
        yield "files", "files", files
        yield "  read or refused with a reason", "files", counted
        print(Counter(refusal.error for refusal in first.refused), file=sys.stderr)
        yield "sections", "sections", first.sections
        yield "first add", "s", first.seconds
        yield "  sections a second", "sections/s", first.sections / first.seconds
        yield "  share of time that is embedding (target >= 70)", "%", 100 * embedder.seconds / first.seconds
        yield "  peak memory of the client (target < 1000)", "MB", _peak_megabytes()
        again = opened.add([folder])
        yield "second add / first (target < 5)", "%", 100 * again.seconds / first.seconds
        yield "  embeddings", "texts", again.embedded
        yield "  revisions", "revisions", again.revision - first.revision
        yield from _against_bare(opened)


def _against_bare(opened: ContextMap) -> Iterator[Row]:
    """The embedding service against a bare loop of the model's own libraries over the same texts."""
    statement = "MATCH (s:Section {map_uid: $uid}) WHERE s:Entry RETURN s.title, s.text ORDER BY s.text_hash LIMIT $n"
    db = opened._handle.db
    with db.driver.session(database=db.database) as session:
        rows = session.run(statement, uid=opened.uid, n=_BARE_TEXTS).values()
    texts = [embedded_text("section", {"title": title, "text": text}) for title, text in rows]
    service = EmbeddingService(make_embedder(_MODEL, EmbeddingSettings()))
    service.embed(texts[:10])
    bare = _bare_loop()
    bare(texts[:10])
    ours, theirs = _seconds(lambda: service.embed(texts)), _seconds(lambda: bare(texts))
    yield "embedding, speed of ours / bare loop (target >= 0.9)", "ratio", theirs / ours
    yield "  bare loop", "texts/s", len(texts) / theirs


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _bare_loop() -> Callable[[list[str]], None]:
    import onnxruntime
    from tokenizers import Tokenizer

    with zipfile.ZipFile(resolve_one(BGE_SMALL_EN.coordinate)) as jar:
        session = onnxruntime.InferenceSession(
            jar.read(f"{BGE_SMALL_EN.stem}.onnx"), providers=["CPUExecutionProvider"]
        )
        tokenizer = Tokenizer.from_str(jar.read(f"{BGE_SMALL_EN.stem}-tokenizer.json").decode())
    tokenizer.enable_truncation(512)
    tokenizer.enable_padding()

    def embed(texts: list[str]) -> None:
        for start in range(0, len(texts), _BARE_BATCH):
            batch = tokenizer.encode_batch(texts[start : start + _BARE_BATCH])
            ids = np.array([item.ids for item in batch], dtype=np.int64)
            mask = np.array([item.attention_mask for item in batch], dtype=np.int64)
            session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})

    return embed


def _seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def main() -> None:
    with bench_settings(embedding={"cache": False}) as settings:
        print_rows(run(settings))


if __name__ == "__main__":
    main()
