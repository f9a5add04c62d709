"""The passphrase that decisions on proposals need, where one was set."""

from __future__ import annotations

import pytest

from peek_graph.errors import InvalidValue, PassphraseWrong
from tests.context_map.changing.conftest import (
    CONSTRAINTS,
    GOAL,
    PERSON,
    Worked,
    add,
    propose,
)
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def test_passphrase(m: Worked) -> None:
    first, second = propose(m, GOAL), propose(m, add(CONSTRAINTS, "x"))
    assert not m.opened.has_passphrase()
    with pytest.raises(InvalidValue):
        m.opened.set_passphrase("short")
    m.opened.set_passphrase("correct horse")
    assert m.opened.has_passphrase()
    for decide in (m.opened.confirm, m.opened.reject):
        for wrong in (None, "", "correct hors", "Correct horse", "correct horse ", "\ud800"):
            with pytest.raises(PassphraseWrong):
                decide(first, by="user:anna", reason="ok", passphrase=wrong)
    for wrong in (None, "other words"):
        with pytest.raises(PassphraseWrong):
            m.opened.set_passphrase("new passphrase", old=wrong)
        with pytest.raises(PassphraseWrong):
            m.opened.set_passphrase(None, old=wrong)
    m.opened.confirm(first, by="user:anna", reason="ok", passphrase="correct horse")
    m.opened.set_passphrase("电池电池电池电池", old="correct horse")
    with pytest.raises(PassphraseWrong):
        m.opened.confirm(second, by="user:anna", reason="ok", passphrase="correct horse")
    m.opened.confirm(second, by="user:anna", reason="ok", passphrase="电池电池电池电池")
    m.opened.set_passphrase(None, old="电池电池电池电池")
    assert not m.opened.has_passphrase()
    assert m.opened.reject(propose(m, add(CONSTRAINTS, "y")), by="b", reason="no").status == "rejected"


def test_the_passphrase_is_nowhere_in_the_map(m: Worked, project: Project) -> None:
    m.opened.set_passphrase("correct horse")
    m.update("meta.ultimate_goal", "New", **PERSON)
    rows = project.rows("MATCH (n) WHERE n.map_uid = $uid OR n.uid = $uid RETURN properties(n) AS p", uid=m.opened.uid)
    assert "correct horse" not in repr(rows)
    assert sum("passphrase" in row["p"] for row in rows) == 1
