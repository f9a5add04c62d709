import hashlib

from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.indexing.contexts import neighbourhood
from peek_graph.context_map.section_plan import SectionPlan, plan_sections
from peek_graph.graph.documents import StoredSection
from peek_graph.records import ParsedSource, Passage


def passage(text: str, outline: tuple[int, ...] = (1,), heading: str = "H", part: int = 1, line: int = 0) -> Passage:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Passage(outline, part, (heading,), text, f"line={line},{line + 1}", digest)


def source(*passages: Passage) -> ParsedSource:
    return ParsedSource("a.md", "A", "text/markdown", "hash", 1, 0.0, "", (), passages)


def applied(stored: list[StoredSection], plan: SectionPlan) -> list[StoredSection]:
    """What the graph holds after the plan, as `load_sections` would give it."""
    rows = {s.uid: {f: getattr(s, f) for f in StoredSection.__slots__} for s in stored}
    for uid in plan.archived:
        rows[uid] |= {"live": False, "position": None}
    for row in plan.updated:
        known = {k: v for k, v in row["properties"].items() if k in StoredSection.__slots__}
        rows[row["uid"]] |= known | ({"heading_path": tuple(known["heading_path"])} if "heading_path" in known else {})
    for row in plan.placed:
        rows[row["uid"]] |= {"position": row["position"], "pointer": row["pointer"]}
    for row in plan.created:
        new = {k: v for k, v in row["properties"].items() if k in StoredSection.__slots__}
        new |= {"heading_path": tuple(new["heading_path"]), "position": row["position"], "live": True}
        rows[new["uid"]] = new
    for row in plan.contexts:
        rows[row["uid"]]["context"] = row["context"]
    return [StoredSection(**row) for row in rows.values()]


def plan(stored: list[StoredSection], *passages: Passage) -> SectionPlan:
    return plan_sections(stored, source(*passages), "D3", {})


def live(stored: list[StoredSection]) -> list[StoredSection]:
    return sorted((s for s in stored if s.live), key=lambda s: s.position or 0)


def test_an_unchanged_source_plans_nothing() -> None:
    passages = [passage("one", (1,), "A"), passage("two", (2,), "B")]
    stored = applied([], plan([], *passages))
    again = plan(stored, *passages)
    assert again == SectionPlan([], [], [], [], [], [], [])


def test_one_changed_paragraph_is_one_new_vector() -> None:
    before = [passage(f"text {n}", (n,), f"H{n}", line=n) for n in range(1, 6)]
    stored = applied([], plan([], *before))
    after = [*before[:2], passage("text three, rewritten", (3,), "H3", line=3), *before[3:]]
    change = plan(stored, *after)
    assert [row["properties"].get("vector_pending") for row in change.updated] == [True]
    assert not change.created
    assert not change.archived
    # Its neighbours see another neighbourhood in full text, and that alone.
    assert len(change.contexts) == 4


def test_lines_pushed_down_are_other_places_and_no_other_sections() -> None:
    stored = applied([], plan([], passage("one", (1,), "A", line=1), passage("two", (2,), "B", line=5)))
    change = plan(stored, passage("one", (1,), "A", line=11), passage("two", (2,), "B", line=15))
    assert change.updated == []
    assert [row["pointer"] for row in change.placed] == ["a.md#line=11,12", "a.md#line=15,16"]


def test_a_text_without_headings_that_loses_its_first_paragraph_keeps_what_refs_mean() -> None:
    texts = {
        "alpha": "Sulfides conduct well but fear water.",
        "beta": "Prices of lithium fell by half in a year.",
        "gamma": "Vans are charged overnight in the depot.",
        "delta": "Recycling pays for nickel and cobalt alone.",
    }
    before = [
        Passage((0,), n, (), texts[name], f"line={n},{n + 1}", texts[name])
        for n, name in enumerate(["alpha", "beta", "gamma"], 1)
    ]
    after = [
        Passage((0,), n, (), texts[name], f"line={n},{n + 1}", texts[name])
        for n, name in enumerate(["beta", "gamma", "delta"], 1)
    ]
    stored = applied([], plan([], *before))
    meant = {s.ref: s.text for s in stored}
    stored = applied(stored, plan(stored, *after))
    assert all(s.text == meant[s.ref] for s in stored if s.ref in meant)
    assert [s.ref for s in live(stored)] == ["D3§0-2", "D3§0-3", "D3§0-4"]


def test_a_paragraph_that_was_edited_is_the_same_section() -> None:
    texts = ["Sulfides conduct well but fear water.", "Prices of lithium fell by half in a year."]
    edited = [texts[0], "Prices of lithium fell by a third in a year."]
    before = [Passage((0,), n, (), text, "", text) for n, text in enumerate(texts, 1)]
    after = [Passage((0,), n, (), text, "", text) for n, text in enumerate(edited, 1)]
    stored = applied([], plan([], *before))
    stored = applied(stored, plan(stored, *after))
    assert [(s.ref, s.text) for s in stored] == [("D3§0", edited[0]), ("D3§0-2", edited[1])]


def test_many_rewritten_sections_under_one_heading_are_compared_in_bounded_time() -> None:
    before = [Passage((0,), n, (), f"old {n} " * 40, "", f"o{n}") for n in range(1, 3001)]
    after = [Passage((0,), n, (), f"new {n} " * 40, "", f"n{n}") for n in range(1, 3001)]
    stored = applied([], plan([], *before))
    assert len(plan(stored, *after).created) + len(plan(stored, *after).updated) == 3000


def test_refs_stay_when_a_section_comes_between() -> None:
    stored = applied([], plan([], passage("one", (1,), "A"), passage("two", (2,), "B")))
    stored = applied(
        stored, plan(stored, passage("one", (1,), "A"), passage("new", (2,), "N"), passage("two", (3,), "B"))
    )
    assert [(s.ref, s.text) for s in live(stored)] == [("D3§1", "one"), ("D3§3", "new"), ("D3§2", "two")]


def test_a_ref_is_never_given_twice() -> None:
    stored = applied([], plan([], passage("one", (1,), "A"), passage("two", (2,), "B")))
    stored = applied(stored, plan(stored, passage("one", (1,), "A")))
    stored = applied(stored, plan(stored, passage("one", (1,), "A"), passage("other", (2,), "C")))
    assert [(s.ref, s.live) for s in stored] == [("D3§1", True), ("D3§2", False), ("D3§3", True)]


def test_a_renamed_heading_keeps_the_ref() -> None:
    stored = applied([], plan([], passage("one", (1,), "A")))
    stored = applied(stored, plan(stored, passage("one", (1,), "A, renamed")))
    assert [(s.ref, s.heading_path, s.live) for s in stored] == [("D3§1", ("A, renamed",), True)]


def test_the_neighbourhood_is_two_before_and_one_after() -> None:
    assert neighbourhood(["a", "b", "c", "d", "e"], 2) == "a\nb\nc\nd"
    assert neighbourhood(["a"], 0, "Title") == "Title\na"
    assert neighbourhood(["a", "use node:fs", "c"], 1) == "a\nuse node:fs\nc\nnode fs"


_passages = st.lists(
    st.builds(
        lambda text, heading, line: (text, heading, line),
        st.sampled_from("abcde"),
        st.sampled_from("XYZ"),
        st.integers(0, 5),
    ),
    max_size=8,
)


def numbered(items: list[tuple[str, str, int]]) -> list[Passage]:
    return [passage(text, (number,), heading, line=line) for number, (text, heading, line) in enumerate(items, 1)]


@given(st.lists(_passages, min_size=1, max_size=5))
def test_any_series_of_edits_ends_at_the_source(edits: list[list[tuple[str, str, int]]]) -> None:
    stored: list[StoredSection] = []
    chain: set[tuple[str, str]] = set()
    for edit in edits:
        passages = numbered(edit)
        change = plan(stored, *passages)
        assert set(change.next_ended) <= chain
        chain = (chain - set(change.next_ended)) | set(change.next_created)
        stored = applied(stored, change)
        now = live(stored)
        assert [(s.text, s.heading_path, s.pointer) for s in now] == [
            (p.text, p.heading_path, f"a.md#{p.fragment}") for p in passages
        ]
        assert [s.position for s in now] == list(range(len(passages)))
        assert [s.context for s in now] == [
            neighbourhood([p.text for p in passages], n, f"A › {p.heading_path[0]}") for n, p in enumerate(passages)
        ]
        assert chain == set(zip([s.uid for s in now], [s.uid for s in now][1:], strict=False))
        refs = [s.ref for s in stored]
        assert len(refs) == len(set(refs))
        assert plan(stored, *passages) == SectionPlan([], [], [], [], [], [], [])
