"""How models that call no functions by the protocol are asked to, and how what they write is read."""

from __future__ import annotations

import re
from typing import Final

from llama_index.core.agent.react import ReActChatFormatter, ReActOutputParser
from llama_index.core.agent.react.types import ActionReasoningStep, BaseReasoningStep, ResponseReasoningStep

from peek_graph.agent.loop.reading import without_thinking

UNREADABLE: Final = "unreadable_call"
"""The tool that is named to LlamaIndex where a call cannot be read: it answers that there is none, and what to do."""

_OBSERVED: Final = re.compile(r"^[ \t*_`]*(?:Observation|观察)[ \t*_`]*[:：]", re.MULTILINE | re.IGNORECASE)
_ACTION: Final = re.compile(r"^[ \t*_`#]*Action[*_`]*[ \t]*[:：][*_` \t]*([^\n(]*)", re.MULTILINE | re.IGNORECASE)
_INPUT: Final = re.compile(r"^[ \t*_`#]*Action[ _]Input[*_`]*[ \t]*[:：]", re.MULTILINE | re.IGNORECASE)
_ANSWER: Final = re.compile(r"^[ \t*_`#]*Answer[*_`]*[ \t]*[:：]", re.MULTILINE | re.IGNORECASE)


class LenientParser(ReActOutputParser):
    """Never raises: what is no call of a tool is the answer, and a call that cannot be read is answered as one.

    ``said`` keeps the answers as they came: LlamaIndex cuts the last one at whatever place it finds "Answer:" in.
    """

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def parse(self, output: str, is_streaming: bool = False) -> BaseReasoningStep:
        """What the model wants; all after a result of a tool that it made up itself is left out."""
        self.said.append(output)
        text = without_thinking(output)
        if (invented := _OBSERVED.search(text)) and _ACTION.search(text[: invented.start()]):
            text = text[: invented.start()].rstrip()
        action, given, answer = _ACTION.search(text), _INPUT.search(text), _ANSWER.search(text)
        if action is None or given is None or (answer is not None and answer.start() < action.start()):
            return ResponseReasoningStep(thought="", response=text, is_streaming=is_streaming)
        name = action[1].strip(" \t*_`'\"")
        thought = text[: action.start()].strip().removeprefix("Thought:").strip()
        usual = f"Thought: {thought or '-'}\nAction: {name}\nAction Input: {text[given.end() :].strip(' *_`')}"
        try:
            step: BaseReasoningStep = super().parse(usual, is_streaming)
        except Exception:  # whatever its lenient JSON reader raises
            return ActionReasoningStep(thought=thought, action=UNREADABLE, action_input={})
        if isinstance(step, ActionReasoningStep) and isinstance(step.action_input, dict):
            return step
        return ActionReasoningStep(thought=thought, action=UNREADABLE, action_input={})


def formatter_of(header: str) -> ReActChatFormatter:
    """A formatter with a header of our own, in which {tool_desc}, {tool_names} and {context} are filled in."""
    escaped = header.replace("{", "{{").replace("}", "}}")
    for name in ("tool_desc", "tool_names", "context"):
        escaped = escaped.replace("{{" + name + "}}", "{" + name + "}")
    return ReActChatFormatter(system_header=escaped)
