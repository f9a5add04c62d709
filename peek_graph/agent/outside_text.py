"""Text from outside, before a model sees it: nothing hidden in it, and nothing that could pass for a turn of a talk."""

from __future__ import annotations

import re
from typing import Final

# Controls but for line breaks and tabs, what directs or hides text, and halves of characters, which no server takes.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
    "\U000e0000-\U000e0fff]"
)
# `<|im_start|>`, `[INST]`, `<<SYS>>`, `<start_of_turn>`, `<s>`: the marks of the common chat templates.
_TURN: Final = re.compile(
    r"<(?=[|｜]|<?/?SYS>|/?(?:start|end)_of_(?:turn|text)|/?s>|/?(?:bos|eos)>|/?(?:im_start|im_end)>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CALLS)\])",
    re.IGNORECASE,
)


def without_turns(text: str) -> str:
    """The text without what cannot be seen; the marks of a turn have a blank in them, so that they are none."""
    text = _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _TURN.sub(lambda sign: f"{sign[0]} ", text)
