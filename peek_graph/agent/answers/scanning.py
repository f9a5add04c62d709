"""Where in an answer JSON stands: after the thoughts, within fences and chatter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from peek_graph.agent.answers.parsing import Parsed, parse

_NAMES: Final = "think|thinking|thoughts?|reasoning|reflection|scratchpad|inner_monologue|seed:think"
# Left to right: what begins thoughts, what ends them, where JSON can begin.
_MARK: Final = re.compile(
    rf"(?P<begin><(?:{_NAMES})(?:\s[^<>]{{0,200}})?>|◁think▷|\[THINK\]|<\|begin_of_thought\|>"
    r"|<\|channel\|>\s*(?:analysis|commentary)[^<]{0,100}<\|message\|>)"
    rf"|(?P<end></(?:{_NAMES})\s*>|◁/think▷|\[/THINK\]|<\|end_of_thought\|>"
    r"|<\|channel\|>\s*final[^<]{0,100}<\|message\|>)"
    r"|(?P<json>[{\[｛［])",
    re.IGNORECASE,
)
_END: Final = re.compile(
    rf"</(?:{_NAMES})\s*>|◁/think▷|\[/THINK\]|<\|end_of_thought\|>|<\|end\|>"
    r"|<\|channel\|>\s*final[^<]{0,100}<\|message\|>",
    re.IGNORECASE,
)
_FENCES: Final = ("```", "~~~")
_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
# A whole answer in quotes, or in one more layer of them.
_QUOTED: Final = re.compile(r"""\s*(["'])\s*[\[{]""")
# Reading again from inside of what was no JSON costs at most so much of the answer's length.
_AGAIN: Final = 1
_BEGUN: Final = re.compile(r"""[\s\[{［｛]{1,20}(?:["'“]?\w{0,40}["'”]?\s{0,20}[:：]?\s{0,20})?""")
# Twice what a batch may have.
_MOST: Final = 20_000


@dataclass(frozen=True, slots=True)
class Found:
    """A list or dictionary in an answer, and what stands between the one before and it."""

    parsed: Parsed
    start: int
    before: str
    text: str


@dataclass(frozen=True, slots=True)
class Scanned:
    """All that stands in an answer outside of its thoughts.

    ``unread``: from there on nothing was read, because JSON broke and what follows may stand in one of its texts.
    ``begun``: the answer ends where its JSON had just begun.
    """

    found: tuple[Found, ...]
    after: str
    thought: bool
    said: bool
    unread: int | None = None
    begun: bool = False


def scan(text: str) -> Scanned:
    """Each list and dictionary of ``text``, in order. Takes time in proportion to its length, whatever it is."""
    found: list[Found] = []
    at = since = 0
    thought = False
    unread = None
    begun = False
    again = _AGAIN * len(text) + 10_000
    while len(found) < _MOST and (mark := _MARK.search(text, at)):
        at = mark.end()
        if mark["begin"]:
            thought = True
            end = _END.search(text, at)
            at = since = end.end() if end else len(text)
            if end is None:
                break
        elif mark["end"]:
            # Their beginning was in the prompt: all that came was thoughts.
            found, since, thought = [], at, True
        else:
            start = mark.start()
            parsed = parse(text, start)
            if parsed.state == "whole" or parsed.keyed:
                found.append(Found(parsed, start, text[since:start], text[start : parsed.end]))
                at = since = parsed.end
            if parsed.state == "whole":
                continue
            begun = parsed.state == "cut" and _BEGUN.fullmatch(text, start) is not None
            if begun:
                break
            if parsed.keyed:
                if not text.startswith(_FENCES, parsed.end):
                    unread = parsed.end
                    break
                at = since = parsed.end + 3
            elif parsed.quoted:
                # A list of texts that broke: what follows may be in one of them, up to the fence that must end it.
                fence = _FENCE.search(text, parsed.end)
                at = fence.end() if fence else len(text)
            else:
                again -= parsed.end - start
                prose = again > 0 and not parsed.deep
                at = mark.end() if prose else max(parsed.end, mark.end())
    rest = text[since:] if unread is None else ""
    said = bool(found or _words(rest))
    return Scanned(tuple(found), rest, thought, said, unread, begun)


def inner_text(text: str) -> str | None:
    """What an answer says that is as a whole one JSON text of JSON; None if it is not."""
    quoted = _QUOTED.match(text)
    if quoted is None:
        return None
    parsed = parse(f"[{text}\n]", 0)
    if parsed.state != "whole" or parsed.unsure or len(parsed.value) != 1 or not isinstance(parsed.value[0], str):
        return None
    return parsed.value[0]


def _words(text: str) -> bool:
    return any(map(str.isalnum, text))
