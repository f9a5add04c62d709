from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from peek_graph.context_map.mentions import linking
from peek_graph.graph.mentions import PendingText, find_forms, find_holders
from tests.context_map.mentions.conftest import Graph, document, finding

pytestmark = pytest.mark.live

HOSTILE = [
    'Lucene +map_uid:x^2 OR *:* AND "quoted" ~3 [a TO b] {c} (d) \\ / title:x',
    "`) MATCH (n) DETACH DELETE n //",
    "'; DROP INDEX x; --",
    "$map_uid ${jndi:ldap://x} {{x}}",
    'A "quoted" title',
    "back`tick and \\back\\slash",
    "tab\tand\x01control\x02characters\x7f",
    "rocket 🚀 science 👩\u200d🚀",
    "AND OR NOT Nothing",
    "Wild* card? fuzzy~",
    "C++ and C# compared",
]

# In these, full text holds other terms than a name does.
ODD = [
    "\u202eright to left\u202c override",
    "a" * 2_000 + " b",
    "long " + "x" * 1_000,
    "ﬁne ﬂour № ½ Ⅷ",
]


@pytest.mark.parametrize("title", HOSTILE)
def test_hostile_titles_are_names_like_any_other(graph: Graph, title: str) -> None:
    graph.add(finding("before", f"See: {title}, they say."), finding("other", "Nothing of the kind."))
    graph.add(document("d", title))
    graph.add(finding("after", f"See: {title}, they say."))
    assert set(graph.links) == {("before", "d"), ("after", "d")}
    assert [named.entry_uid for named in graph.named(f"what does {title} say")] == ["d"]


@pytest.mark.parametrize("title", ODD)
def test_odd_titles_are_found_in_what_is_written_after_them(graph: Graph, title: str) -> None:
    graph.add(finding("before", f"See: {title}, they say."))
    graph.add(document("d", title))
    graph.add(finding("after", f"See: {title}, they say."))
    assert ("after", "d") in graph.links
    assert [named.entry_uid for named in graph.named(f"what does {title} say")] == ["d"]


@given(st.lists(st.text(max_size=40), min_size=1, max_size=3), st.text(max_size=80))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_title_or_text_fails(graph: Graph, titles: list[str], text: str) -> None:
    titles = [title.replace("\0", "") for title in titles if "\0" not in title and title.isprintable()]
    number = next(graph.numbers)
    graph.add(
        *(document(f"d{number}-{n}", title, title, aliases=(title,)) for n, title in enumerate(titles)),
        finding(f"f{number}", f"{text} {' '.join(titles)}".encode("utf-8", "ignore").decode().replace("\0", "")),
    )


def test_two_thousand_documents_named_alike(graph: Graph) -> None:
    graph.add(
        finding("f", "In Chapter 1 of the Annual Report on Safety."), finding("g", "The Annual Report on Noise 77.")
    )
    for start in range(0, 2_000, 500):
        numbers = range(start, start + 500)
        graph.add(
            *(document(f"c{n}", "Chapter 1") for n in numbers),
            *(document(f"r{n}", f"Annual Report on Noise {n}") for n in numbers),
        )
    graph.add(document("s", "Annual Report on Safety"))
    graph.add(finding("late", "Chapter 1 and the Annual Report on Noise 1234"))
    assert set(graph.links) == {("f", "s"), ("g", "r77"), ("late", "r1234")}
    assert graph.named("chapter 1") == []
    forms, crowded = find_forms(graph.db, graph.map_uid, ["chapter 1", "annual report"], 64)
    assert crowded == {"chapter 1", "annual report"}
    assert sum(map(len, forms.values())) <= 65
    assert len(find_holders(graph.db, graph.map_uid, [("chapter 1", "chapter 1")], 4)["chapter 1"].uids) == 4


def test_a_text_of_300_000_characters(graph: Graph) -> None:
    rng = random.Random(1)
    words = ["".join(rng.choices("abcdefghij", k=5)) for _ in range(5_000)]
    text = " ".join(rng.choices(words, k=50_000)) + " Sodium Ions"
    assert len(text) > 300_000
    graph.add(document("d", "Sodium ions"))
    graph.add(finding("f", text))
    graph.add(document("e", text[-29:-12]))
    assert set(graph.links) == {("f", "d"), ("f", "e")}
    graph.add(finding("cjk", "研究" * 40_000 + "钠离子"), document("z", "钠离子"))
    assert ("cjk", "z") in graph.links


def test_one_text_that_names_everything_is_cut(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "_MOST_LINKS", 20)
    graph.add(*(document(f"d{n}", f"Paper number {n}") for n in range(50)))
    graph.add(finding("index", ", ".join(f"paper number {n}" for n in range(50))))
    assert set(graph.links) == {("index", f"d{n}") for n in range(20)}


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_writing_does_not_matter(graph: Graph, other_graph: Graph, seed: int) -> None:
    """The same entries in two orders and in batches of other sizes come to the same links."""
    rng = random.Random(seed)
    titles = ["New York", "New York City", "City", "Report (draft)", "Report", "report", "The Old Report", "York",
              "战国", "战国无双", "无双"]  # fmt: skip
    entries: list[PendingText] = [
        document(f"d{n}", rng.choice(titles), rng.choice(["", "Of New York City.", "The Report."])) for n in range(9)
    ]
    for n in range(8):
        said = rng.sample([*titles, "a city", "new york"], 3)
        entries.append(finding(f"f{n}", ", ".join(said)))
    for target in (graph, other_graph):
        rest = list(entries)
        rng.shuffle(rest)
        while rest:
            size = rng.randint(1, 4)
            target.add(*rest[:size])
            rest = rest[size:]
    assert graph.links == other_graph.links
    assert graph.links
