"""The run that benches play is one that the map takes, step by step."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.recorded import LANGUAGES, LanguageName, NotAsRecorded, Step, play, steps
from peek_graph.settings import ArchiveSettings
from tests.context_map.conftest import Project
from tests.context_map.invariants import assert_whole

both = pytest.mark.parametrize("language", ["en", "zh"])


@both
def test_the_same_arguments_give_the_same_run(language: LanguageName) -> None:
    assert list(steps(3, 60, language)) == list(steps(3, 60, language))
    assert list(steps(3, 60, language)) != list(steps(4, 60, language))


@both
def test_a_long_run_has_everything_in_it(language: LanguageName) -> None:
    run = list(steps(1, 1000, language))
    done = Counter(what for step in run for what in _what(step))
    assert [step.number for step in run] == list(range(1, 1001))
    assert 3 <= len({step.submap for step in run}) <= 8
    assert {letter for letter in "CTAFDQVP" if not done[letter]} == set()
    assert {what for what in _RARE if done[what] < 2} == set()
    assert 0.05 < done["failed"] / 1000 < 0.2


def test_languages_have_the_same_rules() -> None:
    assert LANGUAGES["en"].rules.keys() == LANGUAGES["zh"].rules.keys()


@pytest.mark.live
@both
def test_a_map_takes_it(language: LanguageName, project: Project) -> None:
    automatic = ArchiveSettings(automatic=True, every=5, done_todos_after=3, keep_actions=4, done_submaps=False)
    opened = project.map(embedder=None, settings=project.settings.model_copy(update={"archive": automatic}))
    revisions = list(play(opened, steps(2, 30, language)))
    assert len(revisions) == 30
    assert revisions == sorted(set(revisions))
    assert opened.to_dict()["meta"]["hard_constraints"] == list(LANGUAGES[language].constraints)
    assert opened._handle.node()["last_action"] == 30
    assert not isinstance(opened.to_dict()["working_memory"]["hypothesis"], list)
    assert_whole(project, opened)


@pytest.mark.live
def test_a_map_with_something_in_it_is_refused(project: Project) -> None:
    opened = project.map(embedder=None, constraints=["Only public sources"])
    with pytest.raises(NotAsRecorded, match="expected C1"):
        list(play(opened, steps(1, 3)))


_RARE = (
    *("update", "delete", "move", "link", "done", "doing", "blocked", "answered", "opened", "closed", "paused"),
    *("supported_by", "contradicts", "supersedes", "produced", "cites", "key_decision", "next_step_triggers"),
    *("correction", "confirmed", "rejected", "source", "gone"),
)


def _what(step: Step) -> list[str]:
    """What is in a step: letters of refs, operations, fields, statuses."""
    found = ["source" for _ in step.sources] + ["gone" for _ in step.gone]
    found += ["confirmed" if decision.confirmed else "rejected" for decision in step.decisions]
    for batch in step.batches:
        found += [ref[:1] for ref in batch.refs]
        for operation in batch.operations:
            value, path = operation.get("value"), operation["path"]
            found += [operation["op"], *(value if isinstance(value, dict) else ())]
            found += [str(value[name]) for name in ("status", "outcome") if isinstance(value, dict) and name in value]
            found += [str(value)] if path.endswith(".status") else []
            found += ["correction"] if path.startswith("F") and path.endswith(".text") else []
            found += (
                ["opened"] if path.startswith("sub_maps.") and path.count(".") == 1 and operation["op"] == "add" else []
            )
            found += (
                ["closed"] if isinstance(value, dict) and "summary" in value and operation["op"] == "update" else []
            )
    return found
