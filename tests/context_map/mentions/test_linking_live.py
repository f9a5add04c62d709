from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from peek_graph.context_map.mentions import linking
from peek_graph.graph.mentions import PendingText
from tests.context_map.mentions.conftest import Graph, document, finding

pytestmark = pytest.mark.live


def test_a_text_written_after_the_name_is_linked(graph: Graph) -> None:
    graph.add(document("d", "Theodred II (Bishop of Elmham)"))
    graph.add(finding("f", "The date of Theodred II's death is not known."))
    assert graph.links == {("f", "d"): "theodred ii"}


def test_a_text_written_before_the_name_is_linked(graph: Graph) -> None:
    graph.add(finding("f", "The date of Theodred II's death is not known."), finding("g", "Theodred died."))
    linked = graph.add(document("d", "Theodred II (Bishop of Elmham)"))
    assert linked.relinked == 1
    assert graph.links == {("f", "d"): "theodred ii"}


def test_entries_of_one_batch_see_each_other(graph: Graph) -> None:
    graph.add(finding("f", "See Energy Density."), document("d", "Energy density", "Like the Grid Storage."),
              document("e", "Grid storage", "Low energy density."))  # fmt: skip
    assert graph.links == {("f", "d"): "energy density", ("d", "e"): "grid storage", ("e", "d"): "energy density"}


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("战国无双3", "《战国无双3》是光荣的作品。"),
        ("固态电池", "我们研究了固态电池的能量密度。"),
        ("量子", "他说量子力学很难。"),
        ("アメリカ", "彼はアメリカに行った。"),
        ("서울", "서울은 대한민국의 수도이다."),
        ("Москва", "Он живёт в городе Москва уже год."),
        ("القاهرة", "تقع القاهرة على نهر النيل"),
        ("दिल्ली", "भारत की राजधानी दिल्ली है"),
        ("กรุงเทพ", "กรุงเทพเป็นเมืองหลวง"),
        ("Αθήνα", "Η Αθήνα είναι η πρωτεύουσα"),
        ("Straße", "In dieser Straße wohnt sie."),
        ("J. R. R. Tolkien", "It was J.R.R. Tolkien who wrote it."),
        ("J.R.R. Tolkien", "It was J. R. R. Tolkien who wrote it."),
        ("O'Brien", "Then O’Brien's answer came."),
        ("node:fs", "Use node:fs for it."),
        ("ref_paper_1", "As ref_paper_1 says."),
        ("Who's Who", "He is in Who's Who now."),
        ("U.S.A.", "Made in the U.S.A. by hand."),
    ],
)
def test_both_ways_in_every_script(graph: Graph, title: str, text: str) -> None:
    graph.add(finding("before", text))
    graph.add(document("d", title))
    graph.add(finding("after", text))
    assert set(graph.links) == {("before", "d"), ("after", "d")}


def test_names_are_titles_keys_and_aliases_of_documents_and_keys_of_variables(graph: Graph) -> None:
    graph.add(
        document("d", "Solid Electrolytes", key="paper_7", aliases=("SSE review",)),
        PendingText("v", "variable", key="budget", text="budget = 7"),
        PendingText("s", "section", title="A Section Title", text="Nothing named.", document_uid="d"),
        PendingText("t", "todo", title="Buy Lithium", text="Buy Lithium"),
    )
    for n, text in enumerate(
        [
            "read solid electrolytes",
            "as paper-7 has it",
            "the SSE review",
            "over the budget",
            "A Section Title",
            "Buy Lithium today",
        ]
    ):
        graph.add(finding(f"f{n}", text))
    assert set(graph.links) == {("f0", "d"), ("f1", "d"), ("f2", "d"), ("f3", "v")}


def test_no_link_to_itself_nor_from_its_sections_to_a_document(graph: Graph) -> None:
    graph.add(
        document("d", "Grid Storage", "Grid Storage is about grid storage."),
        PendingText("s", "section", text="In Grid Storage we say", document_uid="d"),
        PendingText("o", "section", text="In Grid Storage they say", document_uid="other"),
    )
    assert set(graph.links) == {("o", "d")}


@pytest.mark.parametrize(
    "order",
    [*permutations([document("ny", "New York"), document("nyc", "New York City"), finding("f", "New York City only")])],
    ids=lambda order: "-".join(entry.uid for entry in order),
)
def test_the_longest_name_holds_the_place_whatever_came_first(graph: Graph, order: Sequence[PendingText]) -> None:
    for entry in order:
        graph.add(entry)
    assert graph.links == {("f", "nyc"): "new york city"}
    graph.change("nyc", title="Gotham Town")
    assert graph.links == {("f", "ny"): "new york"}


def test_a_new_title_takes_the_links_of_the_old_one_away(graph: Graph) -> None:
    graph.add(finding("f", "About Sodium Ions."), finding("g", "About Lithium Ions."))
    graph.add(document("d", "Sodium ions"))
    graph.change("d", title="Lithium ions")
    assert graph.links == {("g", "d"): "lithium ions"}
    assert [name["form"] for name in graph.names] == ["lithium ions"]


def test_one_of_two_names_gone_leaves_the_link_by_the_other(graph: Graph) -> None:
    graph.add(document("d", "Sodium Ion Cells", key="na_cells"), finding("f", "NA cells are Sodium Ion Cells."))
    assert graph.links == {("f", "d"): "sodium ion cells"}
    graph.change("d", title="Others")
    assert graph.links == {("f", "d"): "na cells"}


def test_a_changed_text_mentions_what_it_says_now(graph: Graph) -> None:
    graph.add(document("d", "Sodium ions"), document("e", "Lithium ions"), finding("f", "sodium ions"))
    graph.change("f", text="lithium ions")
    assert set(graph.links) == {("f", "e")}
    graph.change("f", text="")
    assert graph.links == {}


def test_what_is_archived_is_not_linked_and_comes_back_with_all_links(graph: Graph) -> None:
    graph.add(document("d", "Sodium ions"), finding("f", "Of sodium ions."))
    graph.archive("d")
    graph.add(finding("g", "More of sodium ions."))
    assert graph.named("sodium ions") == []
    assert ("g", "d") not in graph.links
    graph.change("f", text="Nothing.")
    graph.restore("d")
    assert set(graph.links) == {("g", "d")}


def test_restored_and_changed_before_it_was_linked_again(graph: Graph) -> None:
    graph.add(document("d", "Sodium ions"))
    graph.archive("d")
    graph.add(finding("g", "More of sodium ions."))
    graph.revise("restore_entries", "d")
    graph.revise("update_entries", "d", summary="now with one")
    graph.link(graph.texts["d"])
    assert set(graph.links) == {("g", "d")}


def test_an_update_that_is_no_restoring_asks_for_no_older_text(graph: Graph) -> None:
    graph.add(document("d", "Sodium ions"), finding("f", "Of sodium ions."))
    graph.add(finding("g", "More of sodium ions."))
    graph.revise("update_entries", "d", summary="now with one")
    assert graph.link(graph.texts["d"]).relinked == 0
    assert {name["since"] for name in graph.names} == {3}


def test_a_form_of_more_than_three_is_linked_to_none_whatever_came_first(graph: Graph) -> None:
    graph.add(finding("f", "A Status Report."))
    for n in range(3):
        graph.add(document(f"d{n}", "Status report"))
    assert set(graph.links) == {("f", "d0"), ("f", "d1"), ("f", "d2")}
    graph.add(document("d3", "Status Report"))
    assert graph.links == {}
    graph.add(finding("g", "A status report."))
    assert graph.links == {}
    graph.change("d1", title="Other")
    assert {(a, b) for a in "fg" for b in ("d0", "d2", "d3")} == set(graph.links)
    assert [(named.entry_uid, named.count) for named in graph.named("the status report")] == [
        ("d0", 3), ("d2", 3), ("d3", 3)
    ]  # fmt: skip


def test_a_restored_fourth_makes_it_ambiguous_again(graph: Graph) -> None:
    graph.add(*(document(f"d{n}", "Status report") for n in range(3)), finding("f", "A status report."))
    graph.archive("d0")
    graph.add(document("d3", "Status report"))
    assert set(graph.links) == {("f", f"d{n}") for n in (1, 2, 3)}
    graph.restore("d0")
    assert graph.links == {}


def test_ambiguous_names_hold_their_place(graph: Graph) -> None:
    graph.add(document("r", "Report"), finding("f", "Status Report of May"), finding("g", "The Report of May"))
    assert set(graph.links) == {("f", "r"), ("g", "r")}
    graph.add(*(document(f"d{n}", "Status report") for n in range(4)))
    assert set(graph.links) == {("g", "r")}


@pytest.mark.parametrize("texts_first", [True, False])
def test_a_very_common_name_is_not_linked(graph: Graph, texts_first: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "MOST_MENTIONS", 20)
    texts = [finding(f"f{n}", f"The battery test number {n}.") for n in range(21)]
    name = document("d", "Battery test", key="bt_file")
    parts = [[name], texts[:10], texts[10:20]]
    for part in parts[1:] + parts[:1] if texts_first else parts:
        graph.add(*part)
    assert len(graph.links) == 20
    graph.add(finding("both", "The bt_file, a battery test."))
    assert graph.links == {("both", "d"): "bt file"}
    assert {name["form"]: name.get("common") for name in graph.names} == {"battery test": True, "bt file": None}
    graph.add(document("e", "Battery Test"))
    assert set(graph.links) == {("both", "d")}
    assert all(name.get("common") for name in graph.names if name["form"] == "battery test")


def test_a_name_that_is_common_from_the_first_is_not_linked(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "MOST_MENTIONS", 20)
    graph.add(*(finding(f"f{n}", f"The battery test number {n}.") for n in range(30)))
    graph.add(document("d", "Battery test"))
    assert graph.links == {}
    assert [name["common"] for name in graph.names] == [True]


def test_more_older_texts_than_one_transaction_takes_are_left_to_the_next(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linking, "_MOST_RELINKED", 5)
    graph.add(*(finding(f"f{n}", f"The battery test number {n}.") for n in range(8)))
    linked = graph.add(document("d", "Battery test"))
    assert (linked.relinked, linked.deferred) == (5, 3)
    waiting = graph.deferred
    assert len(waiting) == 3
    graph.link(*(graph.texts[uid] for uid in waiting))
    assert len(graph.links) == 8


def test_maps_do_not_see_each_other(graph: Graph, other_graph: Graph) -> None:
    other_graph.add(document("d", "Sodium ions"), finding("f", "sodium ions"))
    graph.add(document("d2", "Sodium ions"))
    graph.add(finding("g", "sodium ions"))
    assert set(graph.links) == {("g", "d2")}
    assert set(other_graph.links) == {("f", "d")}


def test_linking_twice_changes_nothing(graph: Graph) -> None:
    graph.add(
        document("d", "Sodium ions", "Of lithium ions."), document("e", "Lithium ions"), finding("f", "sodium ions")
    )
    before = graph.links, graph.names
    assert graph.link(*graph.texts.values()).relinked == 0
    assert (graph.links, graph.names) == before


def test_a_question_without_capitals_names_what_it_spells(graph: Graph) -> None:
    graph.add(document("d", "Phoolwari"), document("e", "Lambert, Margrave of Tuscany"))
    assert [(n.entry_uid, n.form, n.count) for n in graph.named("who made phoolwari?")] == [("d", "phoolwari", 1)]
    assert graph.named("Who made phoolwari?") == []
    assert graph.named("who was lambert?") == []
    assert [n.entry_uid for n in graph.named("Lambert, margrave of Tuscany, and Phoolwari")] == ["e", "d"]


def test_a_question_of_a_megabyte_is_read_in_part(graph: Graph) -> None:
    graph.add(document("d", "Phoolwari"))
    assert [named.entry_uid for named in graph.named("Phoolwari " + "wordy " * 170_000)] == ["d"]
    assert graph.named("") == []
    assert graph.named("wordy " * 2_000 + "Phoolwari") == []
