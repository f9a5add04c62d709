"""The graph leg finds what the best hits lead to, and common names lead nowhere."""

from __future__ import annotations

import pytest

from peek_graph.context_map import ContextMap
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def legs(opened: ContextMap, query: str, **options: object) -> dict[str, tuple[str, ...]]:
    return {hit.ref: hit.legs for hit in opened.search(query, **options).hits}  # type: ignore[arg-type]


@pytest.fixture
def opened(project: Project) -> ContextMap:
    """Passages of which one names the next one's title, and many others."""
    made = project.map(settings=project.settings.model_copy(update={"embedding": _none(project)}), embedder=None)
    project.write("film.md", "# Phoolwari\n\nThe film was directed by Ram Gupta.\n")
    project.write("director.md", "# Ram Gupta\n\nBorn in Lahore, he studied law.\n")
    project.write("town.md", "# Lahore\n\nA town on a river.\n")
    for number in range(30):
        project.write(f"other-{number}.md", f"# Passage {number}\n\nSome words about nothing, number {number}.\n")
    made.add(["."])
    return made


def _none(project: Project) -> object:
    return project.settings.embedding.model_copy(update={"model": "none"})


def test_what_a_hit_mentions_is_found_one_and_two_steps_away(opened: ContextMap) -> None:
    found = legs(opened, "Who directed the film Phoolwari?")
    refs = {row: ref for ref, row in ((hit.ref, hit.title) for hit in opened.search("Phoolwari Gupta Lahore").hits)}
    film, director, town = refs["Phoolwari"], refs["Ram Gupta"], refs["Lahore"]
    assert next(iter(found)) == film
    assert found[director] == ("graph",)
    assert found[town] == ("graph",)


def test_a_new_title_links_what_was_written_before(project: Project, opened: ContextMap) -> None:
    opened.apply([{"op": "add", "path": "working_memory.findings", "value": "Zirconia cells come from Ostwerk Labs."}])
    assert len(legs(opened, "zirconia")) == 1
    project.write("late.md", "# Ostwerk Labs\n\nA maker in the north.\n")
    opened.add(["late.md"])
    assert ("graph",) in legs(opened, "zirconia").values()


def test_links_respect_the_filter(opened: ContextMap) -> None:
    opened.apply([{"op": "add", "path": "working_memory.findings", "value": "Zirconia was seen in Lahore."}])
    assert set(legs(opened, "zirconia", kinds="finding")) == {"F1"}
    assert len(legs(opened, "zirconia")) > 1


def test_a_name_that_everything_mentions_leads_nowhere(project: Project, opened: ContextMap) -> None:
    project.write("market.md", "# Cell Market\n\nPrices of all kinds.\n")
    for number in range(40):
        project.write(f"note-{number}.md", f"# Note {number}\n\nThe Cell Market saw thing{number} rise.\n")
    opened.add(["."])
    market = next(hit.ref for hit in opened.search("prices of all kinds").hits)
    assert market not in legs(opened, "thing7")


def test_the_leg_can_be_left_out(project: Project, opened: ContextMap) -> None:
    settings = project.settings.model_copy(
        update={
            "embedding": _none(project),
            "search": project.settings.search.model_copy(update={"legs": ("text",)}),
        }
    )
    with ContextMap.open(opened.name, settings=settings) as plain:
        assert all(found == ("text",) for found in legs(plain, "Who directed the film Phoolwari?").values())
