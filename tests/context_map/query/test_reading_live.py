"""What ``READ`` answers, page by page, and what it says of the original."""

from __future__ import annotations

import re

import pytest

from tests.context_map.query.conftest import Asking

pytestmark = pytest.mark.live


def test_reading_from_the_original(ask: Asking) -> None:
    text = ask("READ: D1§1")
    assert (
        text
        == "READ D1§1 at notes/solid.md#line=6,7\nverified: the original is as it was indexed\n> Cells reach 400 Wh/kg."
    )
    assert ask("notes/solid.md#line=6,7").endswith("\n> Cells reach 400 Wh/kg.")
    assert ask.answer("read D1/1").text == text
    (ask.folder / "notes/solid.md").write_text(
        "# Solid electrolytes\n\nThey replaced liquids.\n\n## Energy density\n\nIt is 500.\n"
    )
    assert "\nchanged: " in ask("READ: D1§1")
    (ask.folder / "notes/solid.md").unlink()
    assert "\ngone: " in ask("READ: D1§1") or "\nunreachable: " in ask("READ: D1§1")


def test_a_whole_document_is_not_given_as_the_originals_words(ask: Asking) -> None:
    text = ask("READ: D1")
    assert text.splitlines()[1].startswith("summary and sections; the original is unchanged since it was read; READ: ")
    (ask.folder / "notes/solid.md").write_text("# Solid\n\nNew words.\n")
    text = ask("READ: D1")
    assert text.splitlines()[1] == (
        "summary and sections as they were read; the original has changed since; "
        "READ: notes/solid.md, or a section, reads its words"
    )
    assert "New words." not in text
    assert "> New words." in ask("READ: notes/solid.md")
    assert "original changed" in ask("READ: D1", 40)
    (ask.folder / "notes/solid.md").unlink()
    assert "as they were read; the original is gone" in ask("READ: D1")


def test_nothing_to_read_is_said_once(asked: Asking) -> None:
    assert asked("READ:").startswith("READ: a ref or a pointer is missing; as in READ: D3§2.3")


@pytest.mark.parametrize("budget", [30, 45])
def test_a_little_room_shows_words_and_how_to_go_on(asked: Asking, budget: int) -> None:
    request, words = "READ: notes/solid.md", ""
    for _ in range(60):
        text = asked(request, budget)
        words += "".join(line[1:] for line in text.splitlines() if line.startswith(">"))
        going_on = re.search(r"go on: (READ: .*)$", text)
        if going_on is None:
            break
        request = going_on[1]
    assert "115 USD" in words
    assert "They may replace liquids." in words
    assert "> Cells reach" in asked("READ: D1§1", budget)


def test_reading_what_has_no_original(asked: Asking) -> None:
    assert asked("READ: T1") == "READ T1 todo\nit stands in the map itself\n> Check report 0"
    assert "> output:\n> ## Goal\n> no answer" in asked("READ: A2")
    assert '> {"2024":115}' in asked("READ: V1")


@pytest.mark.parametrize("budget", [60, 110, 400])
def test_a_long_text_is_read_to_its_end_page_by_page(ask: Asking, budget: int) -> None:
    written = " ".join(f"word{number}" for number in range(400)) + "\n\nend 结束"
    ask.do({"op": "add", "path": "working_memory.findings", "value": written})
    request, lines = "READ: F3", []
    while request:
        text = ask(request, budget)
        lines += [line.removeprefix(">").removeprefix(" ") for line in text.splitlines() if line.startswith(">")]
        going_on = re.search(r"go on: (READ: .*)$", text)
        request = going_on[1] if going_on else ""
    assert " ".join(lines).split() == written.split()
    assert "there is nothing from 9999 on" in ask("READ: F3 from 9999", budget)
