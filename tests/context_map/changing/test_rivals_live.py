"""Claims that stand beside each other are addressed as they are shown."""

from __future__ import annotations

import pytest

from tests.context_map.changing.conftest import HYPOTHESIS, PERSON, VARIABLES, Worked, add, delete, move, update
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


@pytest.fixture
def rivals(m: Worked) -> Worked:
    m.add(f"{VARIABLES}.n", 1, **PERSON)
    m.update(f"{VARIABLES}.n", 2, source_kind="web")
    return m


def test_a_variables_rival_by_the_name_it_is_shown_under(rivals: Worked) -> None:
    names = list(rivals.memory["variables"])
    assert names[0] == "n"
    path = f"{VARIABLES}['{names[1]}']"
    rivals.update(path, 3, source_kind="web")
    assert rivals.memory["variables"] == {"n": 1, names[1]: 3}
    rivals.refused(add(path, 4), "exists")
    rivals.refused(update(f"{VARIABLES}['n (V1)x']", 4), "unknown_path")
    rivals.refused(update(f"{VARIABLES}['m (V2)']", 4), "unknown_path")
    rivals.delete(path)
    assert rivals.memory["variables"] == {"n": 1}


def test_the_first_goes_and_the_other_takes_its_name(rivals: Worked) -> None:
    rivals.delete(f"{VARIABLES}.n")
    assert rivals.memory["variables"] == {"n": 2}
    rivals.update(f"{VARIABLES}.n", 5, source_kind="web")
    assert rivals.memory["variables"] == {"n": 5}


def test_a_persons_decision_on_one_leaves_the_other(rivals: Worked) -> None:
    rivals.do(add("sub_maps.market", "Market"), move("V2", "sub_maps.market"))
    assert rivals.memory["variables"] == {"n": 1}
    assert rivals.view["sub_maps"]["market"]["working_memory"]["variables"] == {"n": 2}


def test_hypotheses_by_their_positions(m: Worked, project: Project) -> None:
    m.add(HYPOTHESIS, "first", **PERSON)
    proposed = m.one(update(HYPOTHESIS, "second"), source_kind="tool", source="tool:a")
    m.opened.reject(proposed.ref or "", by="user:anna", reason="no")
    m.do(add("sub_maps.market", "Market"), add(f"sub_maps.market.{HYPOTHESIS}", "second"), **PERSON)
    m.refused(move("H2", "$"), "exists", **PERSON)
    m.refused(update(f"{HYPOTHESIS}[0]", "x"), "unknown_path", **PERSON)
    assert m.memory["hypothesis"] == "first"


def test_deleting_the_whole_dictionary_takes_rivals_too(rivals: Worked) -> None:
    rivals.do(delete(VARIABLES))
    assert "variables" not in rivals.memory
