import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.agent.feeding.triviality import is_acknowledgement, weight, why_trivial

TRIVIAL = """
ok|OK!|okay, thanks|Thanks a lot|thank you very much, that's great|got it|sounds good|Yes, please continue|go ahead
Perfect.|makes sense|hello|thx|understood, carry on|👍|👍👍 🎉|...|?!|———|   |\t|\u200b|x = 1|no
好的|好|收到|谢谢|好的，谢谢！|没问题|明白了|嗯嗯|请继续|继续吧|非常好，谢谢你|知道了|对的|ok好的|是
"""
TELLING = """
The cell failed at 45 °C|Use sodium cells instead|Budget is 5000 EUR|it failed with error 42|ok, then store it in Neo4j
thanks, but the report must be shorter|电池太贵了|改用钠电池|温度不超过45度|好的，但是预算只有五千
리튬 배터리는 비싸다|батареи слишком дороги
"""


def rows(table: str) -> list[str]:
    return [text for line in table.strip("\n").split("\n") for text in line.split("|")]


@pytest.mark.parametrize("text", rows(TRIVIAL))
def test_what_says_nothing_is_trivial(text: str) -> None:
    assert why_trivial(text, 12)


@pytest.mark.parametrize("text", rows(TELLING))
def test_what_says_something_is_not(text: str) -> None:
    assert why_trivial(text, 12) is None


@pytest.mark.parametrize(
    ("text", "expected"), [("abc 12", 5), ("电池", 6), ("ａｂ", 2), ("电a!", 4), ("バッテリー", 15), ("🎉—", 0)]
)
def test_letters_and_digits_are_weighed(text: str, expected: int) -> None:
    assert weight(text) == expected


def test_the_reason_says_the_number_and_the_setting() -> None:
    assert why_trivial("pH 7.4", 12) == "it has 4 letters and digits, and triggers.trivial_below is 12"
    assert why_trivial("pH 7.4", 0) is None
    assert why_trivial("7", 0) is None


@given(st.text(), st.integers(0, 50))
def test_any_text_is_judged(text: str, below: int) -> None:
    why = why_trivial(text, below)
    assert why is not None or weight(text) >= below


def test_a_long_text_of_thanks_is_more_than_thanks() -> None:
    assert not is_acknowledgement("thanks " * 30)
