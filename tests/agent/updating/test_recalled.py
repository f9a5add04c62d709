from __future__ import annotations

from collections.abc import Sequence

import pytest

from peek_graph.agent.updating.recalled import without_recalled
from peek_graph.records import Hit

STATUS = """# Context map: battery
## Goal
Choose a cell chemistry for 2027
## Constraints
- C1: No cobalt
## Findings
- F1 [market] (confidence 0.8; from D1§2): “LFP cells contain no cobalt at all”
- F2: Sodium-ion cells reach 140 Wh/kg
(revision 12; 1 document, 3 sections)"""

SEARCH = """SEARCH “cobalt”: 2 hits
1. F1 finding working_memory.findings[F1]
   “LFP cells contain no cobalt at all”
2. D1§2 section at notes.md#line=3,9
   “Prices of cells”
+3 more: SEARCH: cobalt from:3"""


ENTRIES = {
    "F1": "LFP cells contain no cobalt at all",
    "F2": "Sodium-ion cells reach 140 Wh/kg",
    "D1§2": "Prices of cells",
    "Q3": "Who makes separators for sodium cells?",
    "T12": "Ask the maker for prices",
}


LONG = " ".join(f"word{n}" for n in range(70))
HAN = "磷酸铁锂电池完全不含钴因此符合约束" * 3


def texts_of(refs: Sequence[str]) -> dict[str, str]:
    return {ref: ENTRIES[ref] for ref in refs if ref in ENTRIES}


def hit(ref: str, text: str, kind: str = "finding") -> Hit:
    return Hit(ref, "", kind, "", text, None, 1.0, (), ())


@pytest.mark.parametrize("kind", ["agent", "tool", "web", "document"])
@pytest.mark.parametrize("shown", [STATUS, SEARCH, f"{STATUS}\n\n{SEARCH}"])
def test_what_the_map_wrote_is_known_whoever_brings_it_back(shown: str, kind: str) -> None:
    assert without_recalled(shown, kind, (), texts_of) == ""  # type: ignore[arg-type]


def test_what_is_new_beside_it_stays() -> None:
    assert (
        without_recalled(f"{SEARCH}\nThe maker now asks 61 euros.", "tool", (), texts_of)
        == "The maker now asks 61 euros."
    )
    new = "So the price fell by a third since last year, which F1 does not say."
    assert new in without_recalled(f"I looked it up.\n{STATUS}\n{new}", "agent", (), texts_of)


@pytest.mark.parametrize(
    "own",
    [
        "- A1 paper is cheaper\n- buy more",
        "1. F16 fighter\n2. other plane",
        "# Notes\n- first\n- second",
        "## Results\nThe store works.",
        "- one line with F12 in the middle\n- another with T3 too",
        "Quarterly results:\n- Q3 revenue was 5.2 M\n- Q4 revenue was 6.1 M",
        "1. T12 is done since Monday\n2. F2 is wrong: the sheet says 120",
        "OPEN issues: the budget was cut by half",
    ],
)
def test_lists_of_somebodys_own_stay(own: str) -> None:
    assert without_recalled(own, "tool", (), texts_of) == own


def test_an_agent_that_says_what_an_entry_says_brings_nothing_new() -> None:
    known = [hit("F1", "LFP cells contain no cobalt at all"), hit("F3", "磷酸铁锂电池完全不含钴，因此符合第一条约束")]
    assert without_recalled("LFP cells contain no cobalt at all.", "agent", known, texts_of) == ""
    assert without_recalled("磷酸铁锂电池完全不含钴，因此符合第一条约束。", "agent", known, texts_of) == ""
    left = without_recalled("LFP cells contain no cobalt at all. They cost 61 euros a kWh.", "agent", known, texts_of)
    assert left == "They cost 61 euros a kWh."


def test_another_source_that_says_it_is_a_confirmation() -> None:
    known = [hit("F1", "LFP cells contain no cobalt at all")]
    for kind in ("tool", "web", "document", "user"):
        said = "LFP cells contain no cobalt at all."
        assert without_recalled(said, kind, known, texts_of) == said  # type: ignore[arg-type]


def test_other_numbers_in_the_same_words_are_new() -> None:
    known = [hit("F1", "Sodium-ion cells of the new kind reach 140 Wh/kg in the laboratory")]
    said = "Sodium-ion cells of the new kind reach 160 Wh/kg in the laboratory."
    assert without_recalled(said, "agent", known, texts_of) == said


def test_of_what_a_user_writes_only_a_whole_status_goes() -> None:
    assert without_recalled(STATUS, "user", (), texts_of) == ""
    assert without_recalled(SEARCH, "user", (), texts_of) == SEARCH
    said = "- F1 contains no cobalt at all, you say: I doubt it"
    assert without_recalled(said, "user", (), texts_of) == said


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            " ".join(f"word{n}" for n in range(70)) + " reach 140",
            " ".join(f"word{n}" for n in range(70)) + " reach 160.",
        ),
        (
            "we do recommend LFP " * 12 + "for vans",
            "we do not recommend LFP " + "we do recommend LFP " * 11 + "for vans",
        ),
        (
            "磷酸铁锂电池完全不含钴因此符合约束" * 3 + "每度电六十一元",
            "磷酸铁锂电池完全不含钴因此符合约束" * 3 + "每度电七十一元",
        ),
    ],
)
def test_one_word_more_or_another_number_is_new_in_a_long_sentence(entry: str, said: str) -> None:
    assert without_recalled(said, "agent", [hit("F1", entry)], texts_of) == said


def test_what_an_agent_quotes_from_a_source_may_become_a_finding() -> None:
    said = "Three makers deliver sodium cells for vans from 2026 on."
    assert without_recalled(said, "agent", [hit("D3§2", said, "section")], texts_of) == said
    # An action is written before its output is observed.
    assert without_recalled(said, "agent", [hit("A3", said, "action")], texts_of) == said
