import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.agent.loop.reading import Spoken, read_step, without_thinking

WHOLE = Spoken("It is clear.", "Take LFP", "60 dollars\nper kWh", "Check cobalt", "ok", True)

VALUES = ("It is clear.", "Take LFP", "60 dollars\nper kWh", "Check cobalt", "ok", "yes")
NAMES = ("ANALYSIS", "DECISION", "OUTPUT", "NEXT", "OUTCOME", "DONE")
CHINESE = ("分析", "决定", "输出", "下一步", "结果", "完成")


def form(pattern: str, names: tuple[str, ...] = NAMES, values: tuple[str, ...] = VALUES) -> str:
    parts = zip(names, values, strict=True)
    return "\n".join(pattern.format(at=at, name=name, value=value) for at, (name, value) in enumerate(parts, 1))


PLAIN = form("{name}: {value}")
FORMS = {
    "plain": PLAIN,
    "headings": form("## {name}\n{value}\n"),
    "bold": form("**{name}:** {value}", tuple(name.title() for name in NAMES)),
    "bold, then the colon": form("**{name}**:\n{value}"),
    "numbered": form("{at}. {name}: {value}", ("Analysis", "Decision", "Output", "Next steps", "Outcome", "Done")),
    "thought first": f"<think>\nDECISION: no\n</think>\n{PLAIN}",
    "react": f"Thought: I know.\nAnswer:\n{PLAIN}",
    "fenced": f"```markdown\n{PLAIN}\n```",
    "json": json.dumps(
        dict(zip(("analysis", "Decision", "output", "next_step_triggers", "outcome"), VALUES, strict=False))
        | {"done": True}
    ),
    "json, a list": json.dumps({**dict(zip(NAMES, VALUES, strict=True)), "NEXT": ["Check cobalt"]}),
    "chinese": form("{name}：{value}", CHINESE, (*VALUES[:4], "成功", "是")),
    "chinese in brackets": form("【{name}】：{value}", CHINESE),
    "windows": "\r\n".join(PLAIN.replace("60 dollars\nper kWh", "60 dollars\v").split("\n")).replace("\v", "\nper kWh"),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_parts_are_found_in_every_form(form: str) -> None:
    assert read_step(FORMS[form]) == WHOLE


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("Just an answer.", "Just an answer."),
        ("", ""),
        ("The output depends on the decision: none was made.", "The output depends on the decision: none was made."),
        ('Use {"op": "add"} for it.', 'Use {"op": "add"} for it.'),
        ('{"op": "add"}', '{"op": "add"}'),
        ("[" * 5000, "[" * 5000),
        ("{" * 50_000 + "}", "{" * 50_000 + "}"),
        ("<think>" * 50_000, "<think>" * 49_999),
        (" \t#*" * 50_000 + "x", ("#*" + " \t#*" * 49_999) + "x"),
        ("<think>never ends", "never ends"),
        ("DECISION: Take LFP", "Take LFP"),
        ("I looked at it.\nNEXT: more", "I looked at it."),
    ],
)
def test_what_has_no_output_named_is_all_output(text: str, output: str) -> None:
    assert read_step(text).output == output


def test_lines_of_the_output_that_look_like_parts_stay_in_it() -> None:
    output = "The table:\nDecision: b\nOutput: 3\nNext: c"
    said = read_step(f"DECISION: a\nOUTPUT: {output}\nNEXT: d\nOUTCOME: failed: no file\nDONE: no")
    assert said.decision == "a"
    assert said.output == output
    assert (said.next, said.outcome, said.done) == ("d", "failed", False)


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("yes", True),
        ("no", False),
        ("not yet", False),
        ("是", True),
        ("否", False),
        ("Done with phase 1, but the whole task is not done", False),
        ("Done except for the appendix", False),
        ("yes, no further steps are needed", True),
        ("完成了第一阶段，但任务还没完成", False),
        ("完成，无需更多步骤", True),
    ],
)
def test_done_is_only_a_clear_yes(said: str, done: bool) -> None:
    assert read_step(f"OUTPUT: x\nDONE: {said}").done is done


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("no errors", "ok"),
        ("ok: without failures or errors", "ok"),
        ("Success. The error of before is gone", "ok"),
        ("没有错误", "ok"),
        ("没有发现任何错误", "ok"),
        ("failed: the file is not there", "failed"),
        ("not ok", "failed"),
        ("unsuccessful", "failed"),
        ("an error: no success", "failed"),
        ("不成功", "failed"),
        ("perhaps", None),
    ],
)
def test_the_first_word_and_what_is_not_denied_say_the_outcome(said: str, outcome: str | None) -> None:
    assert read_step(f"OUTPUT: x\nOUTCOME: {said}").outcome == outcome


@pytest.mark.parametrize("said", ["none", "None.", "无", "-", ""])
def test_no_next_step_is_none(said: str) -> None:
    assert read_step(f"OUTPUT: x\nNEXT: {said}\nDONE: no").next == ""


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    read_step(text)
    assert without_thinking(f"<think>{text}</think>answer").endswith("answer")
