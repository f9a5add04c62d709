"""``agent``: a complete example agent on a map, which can be stopped and goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from peek_graph.cli.agent_shown import result_form, show_end, show_event
from peek_graph.cli.agent_tools import tools_named
from peek_graph.cli.models import configured, record_option, recorder_of
from peek_graph.cli.options import json_option, map_option
from peek_graph.cli.output import say_json

if TYPE_CHECKING:
    from peek_graph.agent.loop import Loop, StepResult
    from peek_graph.cli.session import Session


@click.command(short_help="Let an agent work on the map, step by step.")
@click.option("--task", help="What to do; without it, it goes on with what the last step wanted next.")
@click.option(
    "--tools",
    metavar="NAME",
    multiple=True,
    help="`files` (those of the project), or package.module:name of your own; may be repeated.",
)
@click.option(
    "--phases", metavar="KEYS", help="Phases to go through, as `scope,build,report`; done ones are passed over."
)
@click.option("--steps", type=click.IntRange(1, 100_000), help="At most so many; default: the setting agent.steps.")
@click.option("--writes", is_flag=True, help="Let it also send operations itself.")
@record_option
@map_option
@json_option
@click.pass_obj
def agent(
    session: Session,
    task: str | None,
    tools: tuple[str, ...],
    phases: str | None,
    steps: int | None,
    writes: bool,
    record: Path | None,
    as_json: bool,
) -> None:
    """Let an agent work on the map with the configured model, one step after the other.

    Before each step it is shown where the project stands, and nothing else of earlier steps; after it, what it did is
    an action in the map. So it can be stopped at any time, with Ctrl-C too, and the same command goes on, today or in
    a week. It ends when the model says that the task is done, after --steps, or when the model cannot be asked: then
    the exit code is 1. It reads the map, and has the --tools that you name: they run with your rights.

    \b
    Examples:
      peek-graph agent --task "Compare the cell chemistries in papers/" --tools files
      peek-graph agent --steps 5
      peek-graph agent --task "Write the report" --phases "scope,build,report" --tools files --tools mytools:search
      peek-graph agent --steps 1 --record run.jsonl --json
    """
    keys = [key.strip() for key in (phases or "").split(",") if key.strip()]
    shown: list[StepResult] = []
    with ExitStack() as stack:
        context_map = stack.enter_context(session.open_map())
        llm, reviewer = configured(context_map.settings)
        given = tools_named(context_map, tools)
        from peek_graph.agent.feeding import Feed
        from peek_graph.agent.loop import Loop, StepResult
        from peek_graph.agent.updating import Updater
        from peek_graph.settings import data_dir

        recorder = stack.enter_context(recorder_of(context_map, record))
        updater = Updater(context_map, llm, reviewer=reviewer, record=recorder)
        spool = data_dir() / "spool" / f"{context_map.uid}.jsonl"
        # What waits to be observed outlives even a killed process.
        feed = stack.enter_context(Feed(updater, settings=context_map.settings.triggers, spool=spool))
        loop = stack.enter_context(Loop(context_map, llm, tools=given, feed=feed, record=recorder, writes=writes))
        for event in _events(loop, keys, task, steps or context_map.settings.agent.steps):
            if isinstance(event, StepResult):
                shown.append(event)
            if not as_json:
                show_event(event)
        revision = context_map.log(1)[0].number
    if as_json:
        say_json(result_form(context_map.name, revision, shown))
    else:
        show_end(context_map.name, revision, shown)
    if shown and shown[-1].failed is not None:
        click.get_current_context().exit(1)


def _events(loop: Loop, keys: list[str], task: str | None, most: int) -> Iterator[Any]:
    if keys:
        from peek_graph.agent.loop import through_phases

        return through_phases(loop, keys, task, most=most)
    return loop.steps(task, most=most)
