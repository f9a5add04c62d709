"""Sources that come in, come again with other words, and are gone."""

from __future__ import annotations

from dataclasses import replace

from bench.recorded.notebook import Notebook
from bench.recorded.step import Source


def read_in(book: Notebook, scopes: list[str]) -> tuple[Source, ...]:
    """Now and then a source, in a sub-map of the phase; a known one may have another passage than before."""
    if book.sources and book.chance(0.012):
        return (_read_again(book),)
    if not book.chance(0.05 if book.sources else 0.5):
        return ()
    topic = book.grammar.topic()
    texts = tuple(_passage(book, topic) for _ in range(book.rng.randint(3, 10)))
    ref = book.new_ref("document")
    source = Source(f"sources/{ref[1:]}.md", book.grammar.say("title", **topic), texts, book.rng.choice(scopes))
    book.sources.append((source, ref))
    book.passages += [(source.submap, f"{ref}§{number}") for number in range(1, len(texts) + 1)]
    return (source,)


def gone(book: Notebook) -> tuple[str, ...]:
    """Now and then a source is no longer there; what was read from it stays."""
    if len(book.sources) < 3 or not book.chance(0.005):
        return ()
    source, _ = book.sources.pop(book.rng.randrange(len(book.sources) - 1))
    return (source.uri,)


def _read_again(book: Notebook) -> Source:
    at = book.rng.randrange(len(book.sources))
    source, ref = book.sources[at]
    changed = book.rng.randrange(len(source.texts))
    topic = book.grammar.topic()
    texts = tuple(_passage(book, topic) if n == changed else text for n, text in enumerate(source.texts))
    book.sources[at] = replace(source, texts=texts), ref
    # What stood there is archived with its ref; the passage that takes its place is not cited.
    old = (source.submap, f"{ref}§{changed + 1}")
    book.passages = [passage for passage in book.passages if passage != old]
    return book.sources[at][0]


def _passage(book: Notebook, topic: dict[str, str]) -> str:
    more = [book.grammar.say("sentence", **topic) for _ in range(book.rng.randint(1, 5))]
    return " ".join(dict.fromkeys([book.grammar.say_new("sentence", **topic), *more]))
