from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.embedding import choose_embedder

ENGLISH = "Sulfide solid electrolytes reach ionic conductivities close to those of liquids, as Müller et al. report. "
CHINESE = "硫化物固态电解质的离子电导率已接近液态电解质,但对水分十分敏感。LFP 与 NMC 的能量密度不同。"


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        ([ENGLISH] * 10, "bge-small-en-v1.5"),
        ([ENGLISH * 10 + "σ = 1.2 mS/cm, α, β"], "bge-small-en-v1.5"),
        ([CHINESE] * 10, "bge-small-zh-v1.5"),
        ([ENGLISH, CHINESE] * 10, "multilingual-e5-small"),
        (["Твёрдые электролиты обещают высокую плотность энергии."], "multilingual-e5-small"),
        (["固体電解質はエネルギー密度を高めると期待されている。"], "multilingual-e5-small"),
        (["고체 전해질은 에너지 밀도를 높인다."], "multilingual-e5-small"),
        (["Les électrolytes solides améliorent la densité d'énergie des batteries."], "multilingual-e5-small"),
        (["Les e\u0301lectrolytes solides ame\u0301liorent la densite\u0301."], "multilingual-e5-small"),
        (["Festkörperelektrolyte erhöhen die Energiedichte für künftige Fahrzeuge."], "multilingual-e5-small"),
        (["ＥＮＥＲＧＹ density of solid electrolytes"], "bge-small-en-v1.5"),
        ([], "bge-small-en-v1.5"),
        (["", "123 456", "---"], "bge-small-en-v1.5"),
    ],
)
def test_the_scripts_decide(texts: list[str], name: str) -> None:
    assert choose_embedder(texts).name == name


def test_the_reason_has_the_shares() -> None:
    reason = "the texts are mainly Chinese (Latin 3.1%, Han 96.9%, other scripts 0.0%)"
    assert choose_embedder([CHINESE]).reason == reason


def test_one_long_text_does_not_speak_for_all() -> None:
    assert choose_embedder([ENGLISH * 1000, *[CHINESE] * 100]).name == "bge-small-zh-v1.5"


def test_only_the_first_texts_are_read() -> None:
    assert choose_embedder(itertools.cycle([ENGLISH])).name == "bge-small-en-v1.5"


@given(st.lists(st.text(st.characters(exclude_categories=()))))
def test_any_texts_get_a_choice_and_always_the_same(texts: list[str]) -> None:
    assert choose_embedder(texts) == choose_embedder(list(texts))
