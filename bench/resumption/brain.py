"""The scripted model: its answers follow from the request alone, and it names no ref that it was not shown."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bench.resumption.sources import FILES
from bench.resumption.story import STEPS, Step
from bench.resumption.story.step import Call, Note, Phase
from bench.resumption.tools import said
from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import Asked, call, say

_STEP: Final = re.compile(r"^This is step (\d+)\.", re.MULTILINE)
_OBSERVED: Final = re.compile(r"^(=== [0-9a-f]{12} ===)\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)
_REFUSED: Final = re.compile(r"^(\{.*\}) -> (.*)$", re.MULTILINE)
_NEARLY: Final = re.compile(r"^\S+ says nearly this: “(.*)”\. If it is the same", re.DOTALL)
_ENTRY: Final = re.compile(r"^\s*(?:[-*]|\d{1,3}\.)\s+([A-Z]\d+(?:§[\d.]+)?)\b")
_PIECE: Final = re.compile(r"\s*\[([^\]]+)\]")
# The letters of the refs that an operation may name.
_KINDS: Final = {"supported_by": "D", "contradicts": "F"}
_FIELDS: Final = {"status": "T", "": "Q"}
_HEAD: Final = 40
_NO_MORE: Final = json.dumps({"analysis": "The rest is better not done.", "operations": []})


def folded(text: str) -> str:
    """Casefolded, in NFKC, each run of blanks one."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@dataclass(slots=True)
class Brain:
    """Answers requests; ``unseen`` are the pieces that were in nothing it was shown, ``refused`` what the map refused.

    Both are for the record only: no answer depends on them.
    """

    unseen: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def answer(self, asked: Asked) -> Answer:
        """What the model says."""
        if number := step_of(asked):
            return self._act(STEPS[number - 1], asked)
        if observation_of(asked) is not None:
            return self._note(asked)
        return say("Nothing is asked of me.")

    def _act(self, step: Step, asked: Asked) -> Answer:
        made = calls_made(asked)
        if made < len(step.calls):
            one = step.calls[made]
            if isinstance(one, Phase):
                named = {"title" if one.action == "open" else "summary": one.text}
                return call("change_phase", action=one.action, key=one.key, **named)
            return call(one.tool, **{"request" if one.tool == "query_context_map" else "what": one.what})
        shown = _entries(asked.text)

        def ref(found: re.Match[str]) -> str:
            named = self._find(found[1], shown)
            return f" ({named})" if named else ""

        return say(
            f"ANALYSIS: The status and the input lead to this.\nDECISION: {step.decision}\n"
            f"OUTPUT: {_PIECE.sub(ref, step.output)}\nNEXT: {step.next}\nOUTCOME: {step.outcome}\n"
            f"DONE: {'yes' if step.done else 'no'}"
        )

    def _note(self, asked: Asked) -> Answer:
        observed = folded(observation_of(asked) or "")
        if "You have answered this already." in asked.last:
            return self._once_more(asked)
        shown = _entries(asked.text)
        operations = [
            operation
            for step, notes in _notes_on(observed)
            for note in notes
            if (operation := self._operation(step, note, shown)) is not None
        ]
        return say(json.dumps({"analysis": "It adds to the map.", "operations": operations}, ensure_ascii=False))

    def _once_more(self, asked: Asked) -> Answer:
        """What says the same in other words is left out; what says something else is given again."""
        again = []
        for found in _REFUSED.finditer(asked.last):
            nearly = _NEARLY.match(found[2])
            self.refused.append(found[0])
            if nearly:
                operation = json.loads(found[1])
                value = operation["value"]
                text = value.get("text", "") if isinstance(value, Mapping) else value
                if folded(text)[:150] != folded(nearly[1])[:150]:
                    again.append(operation)
        said_again = json.dumps({"analysis": "These say something else.", "operations": again}, ensure_ascii=False)
        return say(said_again if again else _NO_MORE)

    def _operation(self, step: Step, note: Note, shown: list[tuple[str, str]]) -> dict[str, Any] | None:
        refs: dict[str, list[str]] = {}
        for relation, piece in note.refs:
            if found := self._find(piece, shown, _KINDS.get(relation) or _FIELDS[note.place]):
                refs.setdefault(relation, []).append(found)
        if note.refs and note.refs[0][0] == "":
            if "" not in refs:
                return None
            path = refs[""][0] + (f".{note.place}" if note.place else "")
            return {"op": "update", "path": path, "value": note.value}
        if note.place == "working_memory.hypothesis":
            return {"op": "update", "path": note.place, "value": {"text": note.value, **refs}}
        if note.place.startswith("variables."):
            there = any(note.place.partition(".")[2] in text for _, text in shown)
            return {"op": "update" if there else "add", "path": f"working_memory.{note.place}", "value": note.value}
        value = note.value if not refs else {"text": note.value, **refs}
        return {"op": "add", "path": f"sub_maps.{step.phase}.working_memory.{note.place}", "value": value}

    def _find(self, piece: str, shown: list[tuple[str, str]], kinds: str = "DF") -> str:
        wanted = folded(piece)
        found = next((ref for ref, text in shown if wanted in text and ref[0] in kinds), "")
        if not found:
            self.unseen.append(piece)
        return found


def step_of(asked: Asked) -> int:
    """The number of the step that the loop asks for; 0 if it is not the loop that asks."""
    users = [message for message in asked.messages if message["role"] == "user"]
    found = _STEP.search(str(users[0].get("content"))) if users else None
    return int(found[1]) if found else 0


def calls_made(asked: Asked) -> int:
    """How many results of tools the model was given in this step."""
    return sum(message["role"] == "tool" for message in asked.messages)


def observation_of(asked: Asked) -> str | None:
    """The observation that the updater asks about; None if it is not the updater that asks."""
    found = _OBSERVED.search(asked.last)
    return found[2] if found else None


def holds(observed: str, text: str) -> bool:
    """Whether an observation, folded, has this text of the story in it: its beginning or its end."""
    plain = folded(_PIECE.sub("", text))
    return bool(plain) and (plain[:_HEAD] in observed or plain[-_HEAD:] in observed)


def _notes_on(observed: str) -> Iterator[tuple[Step, tuple[Note, ...]]]:
    for step in STEPS:
        if step.heard and holds(observed, step.user):
            yield step, step.heard
        for one in step.calls:
            if isinstance(one, Call) and one.notes:
                text = FILES[one.what] if one.tool == "read_source" else said(step.number, one)
                if holds(observed, text):
                    yield step, one.notes
        if step.concluded and holds(re.sub(r" \([A-Z]\d+[^)]*\)", "", observed), step.output):
            yield step, step.concluded


def _entries(text: str) -> list[tuple[str, str]]:
    """The entries in what a model is shown, each with its lines, folded."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if head := _ENTRY.match(line):
            found.append((head[1], [line]))
        elif found and line.startswith("   "):
            found[-1][1].append(line)
    return [(ref, folded(" ".join(lines))) for ref, lines in found]
