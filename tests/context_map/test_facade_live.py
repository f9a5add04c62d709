import asyncio
import threading
from collections.abc import Callable

import pytest

from peek_graph.context_map import ContextMap, list_maps
from peek_graph.errors import (
    BudgetTooSmall,
    InvalidValue,
    MapExists,
    MapNotFound,
    SubMapExists,
    SubMapNotFound,
)
from tests.context_map.conftest import Project, WordEmbedder

pytestmark = pytest.mark.live


def test_a_name_is_taken_once_also_by_many_at_once(project: Project) -> None:
    first = project.map()
    with pytest.raises(MapExists, match=first.name):
        ContextMap.create(first.name, goal="again", settings=project.settings)
    outcomes: list[str] = []

    def create() -> None:
        try:
            project.made.append(ContextMap.create(first.name + "-b", goal="g", settings=project.settings))
            outcomes.append("made")
        except MapExists:
            outcomes.append("exists")

    threads = [threading.Thread(target=create) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["exists"] * 4 + ["made"]


def test_an_unknown_name_says_which_there_are(project: Project) -> None:
    there = project.map()
    with pytest.raises(MapNotFound) as caught:
        ContextMap.open(there.name + "-other", settings=project.settings)
    assert caught.value.hint
    assert there.name in [item.name for item in list_maps(project.settings)]


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 201, "\ud800", "a\0b"])
def test_a_name_that_is_none_is_refused(project: Project, name: str) -> None:
    with pytest.raises(InvalidValue, match="map name"):
        ContextMap.create(name, goal="g", settings=project.settings)


@pytest.mark.parametrize("name", ['it\'s "quoted" `so`', "电池 🔋", "a-b/c.d", "x') DETACH DELETE (n"])
def test_any_printable_name_is_a_name(project: Project, name: str) -> None:
    name = f"{name} {project.folder.parent.name}"
    made = ContextMap.create(name, goal="g'`\"\n\\", constraints=["c'; MATCH (n)"], settings=project.settings)
    project.made.append(made)
    with ContextMap.open(name, settings=project.settings, embedder=WordEmbedder()) as again:
        assert again.uid == made.uid
        assert "c'; MATCH (n)" in again.status().text


@pytest.mark.parametrize("goal", ["", " \n", "x" * 4001, "a\0b", "half \ud800"])
def test_a_goal_that_is_none_is_refused_and_no_map_made(project: Project, goal: str) -> None:
    before = len(list_maps(project.settings))
    with pytest.raises(InvalidValue, match="goal"):
        ContextMap.create("never-made", goal=goal, settings=project.settings)
    assert len(list_maps(project.settings)) == before


def test_submaps_nest_and_are_revisions(project: Project) -> None:
    opened = project.map()
    opened.add_submap("market", title="Market", summary="Who sells what.")
    inner = opened.add_submap("电价", parent="market", kind="phase")
    assert (inner.path, inner.kind) == ("market.电价", "phase")
    assert [s.path for s in opened.submaps()] == ["market", "market.电价"]
    assert opened._handle.row().revision == 3
    with pytest.raises(SubMapExists):
        opened.add_submap("market")
    with pytest.raises(SubMapNotFound):
        opened.add_submap("x", parent="nowhere")
    for bad in ("", "a.b", "a'b", "x" * 81, "a\nb", "-a", "a "):
        with pytest.raises(InvalidValue):
            opened.add_submap(bad)
    with pytest.raises(InvalidValue):
        opened.add_submap("k", kind="other")  # type: ignore[arg-type]
    assert opened._handle.row().revision == 3


def test_status_shows_goal_constraints_submaps_documents_and_what_is_left_out(project: Project) -> None:
    for number in range(30):
        project.write(f"n{number:02}.md", f"# Note {number}\n\nWords about cell number {number}.\n")
    opened = project.map("Know batteries", ["At most 3,000 words"])
    opened.add_submap("market", title="Market")
    opened.add(["."], submap="market")
    whole = opened.status(5000)
    assert not whole.left_out
    assert all(f"Note {n}" in whole.text for n in range(30))
    small = opened.status(300)
    assert small.tokens <= 300
    assert "C1: At most 3,000 words" in small.text
    assert small.left_out["document"] > 0
    assert f"+{small.left_out['document']} documents" in small.text
    assert str(small) == small.text
    with pytest.raises(BudgetTooSmall) as caught:
        opened.status(10)
    assert opened.status(caught.value.needed).tokens == caught.value.needed
    with pytest.raises(InvalidValue):
        opened.status(0)


def test_a_status_is_of_one_revision_also_while_others_write(project: Project) -> None:
    for number in range(40):
        project.write(f"n{number:02}.md", f"# Note {number}\n\nWords about cell number {number}.\n")
    opened = project.map()
    done = threading.Event()

    def write() -> None:
        with ContextMap.open(opened.name, settings=project.settings, embedder=WordEmbedder()) as mine:
            for number in range(40):
                mine.add([f"n{number:02}.md"])
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    seen: set[int] = set()
    while not done.is_set():
        status = opened.status(5000)
        shown = sum(line.startswith("- D") for line in status.text.splitlines())
        assert shown == status.revision - 1
        assert not status.left_out
        seen.add(status.revision)
    writer.join()
    assert len(seen) > 2


def test_one_constraint_may_be_a_string(project: Project) -> None:
    assert "- C1: No code\n" in project.map(constraints="No code").status().text


def test_an_embedder_that_is_none_is_refused(project: Project) -> None:
    with pytest.raises(InvalidValue, match="embedder is 'bge"):
        project.map(embedder="bge-small-en-v1.5")


def test_a_map_that_was_deleted_meanwhile_is_one_clear_error(project: Project) -> None:
    opened = project.map()
    project.rows("MATCH (m:Map {uid: $uid}) DETACH DELETE m", uid=opened.uid)
    project.write("a.md", "# A\n\ntext\n")
    for call in (opened.status, lambda: opened.add(["."]), lambda: opened.add_submap("x")):
        with pytest.raises(MapNotFound, match="no longer"):
            call()


def test_nothing_of_a_map_that_was_deleted_is_taken_for_empty(project: Project) -> None:
    opened = project.map()
    opened.note("todo", "ask")
    reads: list[Callable[[], object]] = [
        opened.log,
        opened.proposals,
        lambda: opened.proposals(all=True),
        lambda: opened.query("list_open_todos"),
        lambda: opened.query("trace_to_sources", {"refs": ["T1"]}),
        lambda: opened.why("T1"),
        lambda: opened.read("T1"),
        lambda: opened.history("T1"),
        opened.submaps,
        opened.snapshots,
        opened.to_dict,
    ]
    for call in reads:
        call()
    project.rows("MATCH (n) WHERE n.map_uid = $uid OR n.uid = $uid DETACH DELETE n", uid=opened.uid)
    for call in reads:
        with pytest.raises(MapNotFound, match="no longer"):
            call()


def test_two_event_loops_one_after_the_other_and_calls_inside_one(project: Project) -> None:
    project.write("a.md", "# A\n\nzirconium\n")
    opened = project.map()

    async def work() -> int:
        await opened.aadd(["."])
        status, result = await asyncio.gather(opened.astatus(), opened.asearch("zirconium"))
        assert opened.status().text == status.text
        return len(result.hits) + len((await opened.aread("D1")).text)

    assert asyncio.run(work()) == asyncio.run(work())


def test_threads_share_a_map(project: Project) -> None:
    project.write("a.md", "# A\n\nzirconium\n")
    opened = project.map()
    opened.add(["."])
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(len(opened.search("zirconium").hits))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1] * 8


def test_log_has_bounds(project: Project) -> None:
    opened = project.map()
    assert [r.number for r in opened.log()] == [1]
    with pytest.raises(InvalidValue):
        opened.log(0)
