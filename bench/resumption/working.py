"""The agent at work in processes of its own, which are killed in the middle of steps; the model is the stand-in."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bench.resumption.brain import Brain, calls_made, folded, holds, observation_of, step_of
from bench.resumption.results import RESULTS
from bench.resumption.sources import FILES
from bench.resumption.story import STEPS
from bench.server import bench_map
from peek_graph import ContextMap
from peek_graph.settings import Settings
from peek_graph.settings.connection import resolve_connection
from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import Asked, StandIn

KILLS: Final = (10, 25, 45)
PERSON: Final = "M. Okafor"
GOAL: Final = "Recommend to the council of Ardenbrook one treatment against PFAS for the Ostra well field, with "
"costs over 20 years"
_MOST: Final = 2000
_SECONDS: Final = 300


class WentWrong(Exception):
    """The agent's process did not do what it should."""


class Working:
    """Lets the agent work on a map up to a kill or to the end, and decides on proposals as a person would."""

    def __init__(self, opened: ContextMap, server: StandIn) -> None:
        self.opened = opened
        self.brain = Brain()
        self.decided: list[str] = []
        self._server = server
        self._process: subprocess.Popen[bytes] | None = None
        self._kill_in: int | None = None
        self._lock = threading.Lock()
        server.plays(*[self._answer] * _MOST)

    def work(self, kill_in: int | None = None) -> None:
        """A process of the agent: killed in the middle of that step, or until the last one is done."""
        self._kill_in = kill_in
        code = self._run(len(STEPS))
        if kill_in is not None and (self._kill_in is not None or code != -9):
            raise WentWrong(f"the agent was to be killed in step {kill_in}, and ended with {code}")
        if kill_in is None and code != 0:
            raise WentWrong(f"the agent ended with {code}")

    def take_up(self) -> None:
        """A fresh process observes what the killed one left in its spool, and does nothing else."""
        if code := self._run(0):
            raise WentWrong(f"the agent ended with {code}")

    def _run(self, until: int) -> int:
        connection = resolve_connection(self.opened.settings)
        given = {"URI": connection.uri, "USER": connection.user, "PASSWORD": connection.password}
        command = [sys.executable, "-m", "bench.resumption.agent", "--map", self.opened.name, "--url", self._server.url]
        command += ["--project", str(self.opened.settings.project_dir), "--until", str(until)]
        env = {**os.environ, **{f"PEEK_GRAPH_{name}": value for name, value in given.items()}}
        self._process = subprocess.Popen(command, env=env, cwd=Path(__file__).resolve().parents[2])
        try:
            return self._process.wait(_SECONDS)
        finally:
            self._process.kill()
            self._process.wait()

    def _answer(self, asked: Asked) -> Answer:
        with self._lock:
            if step_of(asked) and not calls_made(asked):
                self._decide()
            if self._kill_in is not None and _is_in(self._kill_in, asked):
                if self._kill_in == KILLS[2]:
                    threading.Thread(target=self._kill_when_written, args=(self._kill_in,), daemon=True).start()
                else:
                    self._kill()
            return self.brain.answer(asked)

    def _kill_when_written(self, step: int) -> None:
        """When the step is in the map, and what follows from it is not done."""
        until = time.monotonic() + _SECONDS
        while time.monotonic() < until:
            if self.opened.get("meta.current_step") == step:
                self._kill()
                return

    def _kill(self) -> None:
        if self._process is not None and self._kill_in is not None:
            self._kill_in = None
            self._process.kill()

    def _decide(self) -> None:
        """What a person does between two steps, at another terminal."""
        for proposal in self.opened.proposals():
            self.opened.confirm(proposal.ref, by=PERSON, reason="The calculation holds; mind the sulfate")
            self.decided.append(proposal.path)


def _is_in(step: int, asked: Asked) -> bool:
    """Whether the model is asked in the middle of the step.

    In step 25 for an observation; in the other two for the answer, after all its tools: then step 10 is killed before
    it has the answer, and step 45 as soon as its action is in the map.
    """
    if step == KILLS[1]:
        observed = observation_of(asked)
        return observed is not None and holds(folded(observed), RESULTS[step])
    return step_of(asked) == step and calls_made(asked) == len(STEPS[step - 1].calls)


@contextmanager
def begun(settings: Settings, name: str) -> Iterator[ContextMap]:
    """The map before the first step: goal, constraints, hypothesis and sources, all by a person."""
    with bench_map(settings, name) as opened:
        opened.apply(
            [
                {"op": "update", "path": "meta.ultimate_goal", "value": GOAL},
                {
                    "op": "add",
                    "path": "meta.hard_constraints",
                    "value": {
                        "text": "No answer is longer than 110 words: the council reads on telephones",
                        "check": {"max_words": 110},
                    },
                },
                {"op": "add", "path": "meta.hard_constraints", "value": "Only treatments with two reference plants"},
                {"op": "add", "path": "meta.hard_constraints", "value": "No concentrate goes into the river Lenn"},
                {
                    "op": "update",
                    "path": "working_memory.hypothesis",
                    "value": "Granular activated carbon is cheapest over 20 years",
                },
            ],
            author=PERSON,
            source_kind="user",
        )
        for file, text in FILES.items():
            (settings.project_dir / file).write_text(text, encoding="utf-8")
        opened.add(sorted(settings.project_dir / file for file in FILES))
        yield opened
