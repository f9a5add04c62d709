from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Template

import pytest

from peek_graph.agent.prompts import Prompts
from peek_graph.errors import PromptError

OWN = files("peek_graph.agent.prompts")


def templates(language: str) -> dict[str, Template]:
    found = (OWN / language).iterdir()
    return {file.name: Template(file.read_text(encoding="utf-8")) for file in found if file.name.endswith(".md")}


def test_both_languages_have_the_same_templates_with_the_same_places() -> None:
    english, chinese = templates("en"), templates("zh")
    assert english
    assert english.keys() == chinese.keys()
    for name, template in english.items():
        assert template.is_valid(), name
        assert set(template.get_identifiers()) == set(chinese[name].get_identifiers()), name


def test_what_is_filled_in_is_not_filled_in_again() -> None:
    shown = Prompts("en").fill(
        "review", status="$related ${mark} $$", related="R", origin="o", mark="M", observation="x", operations="1."
    )
    assert "$related ${mark} $$" in shown


def test_a_users_template_stands_in_the_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "zh").mkdir()
    (tmp_path / "review_system.md").write_text("for all", encoding="utf-8")
    (tmp_path / "zh" / "review_system.md").write_text("只给中文", encoding="utf-8")
    assert Prompts("en", tmp_path).fill("review_system") == "for all"
    assert Prompts("zh", tmp_path).fill("review_system") == "只给中文"
    assert Prompts("zh", tmp_path).fill("observe_system") == Prompts("zh").fill("observe_system")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("$observation and $nonsense", "an unknown $nonsense"),
        ("$observation costs $5", "a $ that begins no name"),
        ("no place for it", "lacks $observation"),
    ],
)
def test_a_wrong_template_is_refused_by_what_is_wrong(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "review.md").write_text(text, encoding="utf-8")
    with pytest.raises(PromptError) as refused:
        Prompts("en", tmp_path).fill("review", ("observation",), observation="x")
    assert complaint in refused.value.message
    assert str(tmp_path / "review.md") in refused.value.message


def test_a_template_that_is_no_text_and_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "review.md").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(PromptError, match="cannot be read"):
        Prompts("en", tmp_path).fill("review")
    with pytest.raises(PromptError, match="no folder"):
        Prompts("en", tmp_path / "nowhere")
    with pytest.raises(PromptError, match="no template"):
        Prompts("en").fill("unheard_of")
