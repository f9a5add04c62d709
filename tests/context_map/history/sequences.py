"""Random changes of a map by several hands, as hypothesis draws them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from peek_graph.context_map import ContextMap
from peek_graph.context_map.indexing.linking import link_pending
from peek_graph.context_map.view.dictionary import json_text
from peek_graph.errors import PeekGraphError
from tests.context_map.conftest import Project

WORDS = st.sampled_from(
    ["lithium", "固态电解质", "price fell", "0", "", "a.b", "it's", "Ω🔋", "line\nbreak", " blank ", "x" * 300]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**70) | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "键", "uid", "x y"]), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(["one", "二", "a.b", "it's", "uid", "x y"])
SUBMAPS = st.sampled_from(["market", "技术", "phase-1"])
AUTHORS = st.sampled_from(
    [("agent", "planner"), ("agent", "writer"), ("tool", "search"), ("web", "crawler"), ("user", "anna")]
)
LISTS = {
    "working_memory.todo_list": "T",
    "working_memory.pending_questions": "Q",
    "working_memory.findings": "F",
    "action_history": "A",
    "meta.hard_constraints": "C",
}


BEGINNING = {
    "meta": {"current_step": 1},
    "documents": {"one": {"summary": "s", "key_points": ["a", {"b": 0}]}, "二": {"title": "T", "summary": "界面"}},
    "action_history": ["searched", {"step": 1, "action": "read", "output": {"hits": 0}}],
    "working_memory": {
        "hypothesis": "it works",
        "todo_list": ["Check CATL0", {"task": "检查年报1", "priority": 1}, "three"],
        "pending_questions": ["why?0"],
        "findings": ["30 %0", {"text": "20 %", "confidence": 0.4}],
        "variables": {"one": 1, "a.b": None},
    },
    "sub_maps": {
        "market": {"title": "Market", "working_memory": {"todo_list": ["there"], "hypothesis": "prices fall"}}
    },
}


@dataclass
class Story:
    """One map, and what it was at each revision."""

    project: Project
    opened: ContextMap
    recorded: dict[int, str] = field(default_factory=dict)

    def record(self) -> None:
        """Note what the map is now; a revision that was noted before must still be so."""
        now = self.opened.log(1)[0].number
        text = json_text(self.opened.to_dict())
        assert self.recorded.setdefault(now, text) == text

    def refs(self, label: str = "Entry") -> list[str]:
        """The refs of live entries, or of those with another label, but for sections."""
        rows = self.project.rows(
            f"MATCH (e:{label} {{map_uid: $uid}}) WHERE NOT e:Section AND e.ref IS NOT NULL RETURN e.ref AS ref",
            uid=self.opened.uid,
        )
        return sorted(row["ref"] for row in rows) or ["T1"]

    def scopes(self) -> list[str]:
        """The paths of the map and its sub-maps, each to be put before another path."""
        return [
            "",
            *(".".join(f"sub_maps['{key}']" for key in info.path.split(".")) + "." for info in self.opened.submaps()),
        ]


def value_of(draw: Callable[..., Any], letter: str, refs: list[str]) -> Any:
    """What an agent may send for an entry of that kind, mostly right."""
    text = draw(st.sampled_from(["Check CATL", "检查年报", "why?", "did it", "30 %"])) + str(draw(st.integers(0, 5)))
    name = "action" if letter == "A" else draw(st.sampled_from(["text", "text", "title"]))
    extra: dict[str, Any] = draw(st.dictionaries(st.sampled_from(["note", "uid", "数"]), JSON, max_size=2))
    if letter == "T":
        extra |= draw(
            st.fixed_dictionaries(
                {}, optional={"status": st.sampled_from(["open", "done"]), "priority": st.integers(0, 9)}
            )
        )
    if letter == "A":
        extra |= draw(st.fixed_dictionaries({}, optional={"step": st.integers(1, 9), "output": JSON}))
    if letter == "F":
        linked = st.lists(st.sampled_from(refs), max_size=2)
        extra |= draw(
            st.fixed_dictionaries(
                {}, optional={"confidence": st.floats(0, 1), "supported_by": linked, "contradicts": linked}
            )
        )
    return {name: text, **extra} if extra or draw(st.booleans()) else text


def operation(draw: Callable[..., Any], story: Story) -> Mapping[str, Any]:
    """One operation on what is there, or nearly."""
    refs = story.refs()
    scope = draw(st.sampled_from(story.scopes()))
    ref = draw(st.sampled_from(refs))
    kind = draw(
        st.sampled_from(
            ["item", "item", "insert", "key", "submap", "meta", "update", "field", "delete", "move", "link", "list"]
        )
    )
    name, letter = draw(st.sampled_from(sorted(LISTS.items())))
    path = name if letter == "C" else scope + name
    match kind:
        case "item":
            return {"op": "add", "path": path, "value": value_of(draw, letter, refs)}
        case "insert":
            index = draw(st.integers(-2, 2))
            return {"op": "add", "path": f"{path}[{index}]", "value": value_of(draw, letter, refs)}
        case "key":
            key = draw(KEYS).replace("'", "\\'")
            part = draw(st.sampled_from(["documents", "working_memory.variables"]))
            value = (
                draw(JSON)
                if part != "documents"
                else {"summary": draw(WORDS), "key_points": draw(st.lists(JSON, max_size=2))}
            )
            return {
                "op": draw(st.sampled_from(["add", "update", "delete"])),
                "path": f"{scope}{part}['{key}']",
                "value": value,
            }
        case "submap":
            value = {"title": draw(WORDS), "working_memory": {"hypothesis": draw(st.none() | st.just("prices fall"))}}
            return {
                "op": draw(st.sampled_from(["add", "add", "update", "delete"])),
                "path": f"{scope}sub_maps['{draw(SUBMAPS)}']",
                "value": value,
            }
        case "meta":
            field_name, value = draw(
                st.sampled_from(
                    [("current_step", draw(JSON)), ("ultimate_goal", "Know " + str(draw(st.integers(0, 3))))]
                )
            )
            return {"op": "update", "path": f"meta.{field_name}", "value": value}
        case "update":
            return {"op": "update", "path": ref, "value": value_of(draw, ref[0], refs)}
        case "field":
            field_name = draw(st.sampled_from(["text", "note", "status", "summary", "confidence", "supported_by"]))
            return {
                "op": draw(st.sampled_from(["add", "update", "delete"])),
                "path": f"{ref}.{field_name}",
                "value": draw(JSON),
            }
        case "delete":
            return {"op": "delete", "path": ref}
        case "move":
            places = ["$", *(item.rstrip(".") for item in story.scopes() if item)]
            same = next((name for name, letter in LISTS.items() if letter == ref[0]), None)
            to = draw(st.sampled_from([*places, *([f"{same}[0]", f"{same}[-1]"] if same else [])]))
            return {
                "op": "move",
                "path": draw(st.sampled_from([ref, *(item.rstrip(".") for item in story.scopes() if item)])),
                "to": to,
            }
        case "link":
            relation = draw(st.sampled_from(["supported_by", "contradicts", "cites", "produced", "supersedes"]))
            return {
                "op": draw(st.sampled_from(["link", "link", "unlink"])),
                "path": ref,
                "relation": relation,
                "to": draw(st.sampled_from(refs)),
            }
        case _:
            return {
                "op": draw(st.sampled_from(["update", "delete"])),
                "path": path,
                "value": [value_of(draw, letter, refs) for _ in range(draw(st.integers(0, 3)))],
            }


def step(draw: Callable[..., Any], story: Story) -> None:
    """One change: a batch, or something done to the map as a whole. What is refused has changed nothing."""
    opened = story.opened
    source_kind, author = draw(AUTHORS)
    whole = ["rollback", "archive", "restore", "confirm", "source", "finished", "link", "notice"]
    what = draw(st.sampled_from(["batch"] * 6 + whole))
    try:
        match what:
            case "batch":
                batch = [operation(draw, story) for _ in range(draw(st.integers(2, 6)))]
                batch = [{k: v for k, v in op.items() if k != "value" or op["op"] != "delete"} for op in batch]
                mode = draw(st.sampled_from(["lenient", "lenient", "strict"]))
                opened.apply(batch, author=author, source_kind=source_kind, mode=mode)
            case "rollback":
                roll_back(draw, story)
            case "archive":
                opened.archive([draw(st.sampled_from(story.refs()))], author=author, source_kind=source_kind)
            case "restore":
                opened.restore([draw(st.sampled_from(story.refs("Archived")))], author=author, source_kind=source_kind)
            case "confirm":
                if waiting := opened.proposals():
                    opened.confirm(draw(st.sampled_from([item.ref for item in waiting])), by="user:bo", reason="yes")
            case "source":
                body = "".join(f"\n## H{n}\n\n{draw(WORDS)} words {n}\n" for n in range(draw(st.integers(0, 3))))
                path = story.project.write(f"n{draw(st.integers(0, 2))}.md", f"# Note\n\nBegin.\n{body}")
                opened.add([path], submap=draw(st.sampled_from([None, *(info.path for info in opened.submaps())])))
            case "notice":
                topic = draw(st.sampled_from(["C1", "failed", "结论"]))
                if draw(st.booleans()):
                    opened.notify(topic, draw(WORDS), about=draw(st.sampled_from([None, *story.refs()])))
                else:
                    opened.clear_notice(topic)
            case "link":
                link_pending(opened._handle)
            case _:
                opened.archive(finished=True, author="policy")
    except PeekGraphError:
        pass  # a refusal, which is an answer; anything else fails the test
    story.record()


def roll_back(draw: Callable[..., Any], story: Story) -> None:
    """To any revision there was: the map is what it was then, byte for byte."""
    to = draw(st.integers(1, story.opened.log(1)[0].number))
    story.opened.rollback(to, source_kind="user")
    assert json_text(story.opened.to_dict()) == story.recorded[to]
