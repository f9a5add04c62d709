"""``replay``: a recorded run again, without a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from peek_graph.cli.options import json_option, map_option, quiet_option
from peek_graph.cli.output import counted, one_line, say, say_json
from peek_graph.cli.progress import progress_shown
from peek_graph.errors import InvalidValue, MapExists, MapNotFound
from peek_graph.records import Progress

if TYPE_CHECKING:
    from peek_graph.agent.recording import Run
    from peek_graph.agent.replaying import ReplayReport
    from peek_graph.cli.session import Session
    from peek_graph.context_map import ContextMap

_MOST = 40
_TRIES = 1000


@click.command(short_help="Play a recorded run again, without a model.")
@click.argument("run", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--torn", is_flag=True, help="Leave out lines that a killed process left cut.")
@map_option
@quiet_option
@json_option
@click.pass_obj
def replay(session: Session, run: Path, torn: bool, quiet: bool, as_json: bool) -> None:
    """Play a RUN that was written with --record again, offline, and compare what comes of it.

    The model's recorded answers go through the same code, into a map of its own: the one that --map names, made if it
    is not there, else a new one beside the recorded one, which begins as that did. The map of the run itself is never
    played on. Where a verdict is another one than then, it is shown, and the exit code is 1.

    \b
    Examples:
      peek-graph replay run.jsonl
      peek-graph replay run.jsonl --map trial --json
      peek-graph replay killed.jsonl --torn
    """
    from peek_graph.agent.recording import read_run
    from peek_graph.agent.replaying import replay as play

    read = read_run(run, torn=torn)
    with _map_for(session, read) as context_map, progress_shown(hidden=quiet or as_json) as progress:
        report = play(
            read, context_map, on_line=lambda done, total: progress(Progress("play", done, total, read.path.name))
        )
    if as_json:
        say_json(replay_form(report))
    else:
        _show(report)
    if not report.same:
        click.get_current_context().exit(1)


def replay_form(report: ReplayReport) -> dict[str, Any]:
    """`replay`; ``line`` is that of the file."""
    return {
        "run": report.run,
        "map": report.map,
        "revision": report.revision,
        "observations": report.observations,
        "steps": report.steps,
        "unfinished": report.unfinished,
        "differences": [
            {"line": one.line, "of": one.of, "recorded": one.recorded, "now": one.now} for one in report.differences
        ],
    }


def _map_for(session: Session, run: Run) -> ContextMap:
    """The map to play on, which never is the run's own."""
    recorded = str(run.begun["map"])
    name = session.map_name if _is_named() else None
    if name == recorded:
        raise InvalidValue(
            f"the run was recorded on the map {one_line(name)!r}, where all of it would be done once more",
            "name another map with --map, or none",
        )
    view = run.begun.get("view")
    for number in range(1, _TRIES):
        chosen = name or (f"{recorded}-replay" if number == 1 else f"{recorded}-replay-{number}")
        session.map_name = chosen
        try:
            return session.open_map() if name else _begun(session, chosen, view if isinstance(view, dict) else {})
        except MapNotFound:
            return _begun(session, chosen, view if isinstance(view, dict) else {})
        except MapExists:
            continue
    raise InvalidValue(f"there are {_TRIES} replays of {one_line(recorded)!r} already", "name a map with --map")


def _is_named() -> bool:
    """Whether ``--map`` was typed: what an environment variable names is a map that people work with."""
    ctx = click.get_current_context()
    sources = [ctx.get_parameter_source("map")]
    if ctx.parent is not None:
        sources.append(ctx.parent.get_parameter_source("map_name"))
    return click.core.ParameterSource.COMMANDLINE in sources


def _begun(session: Session, name: str, view: dict[str, Any]) -> ContextMap:
    """A map that begins as the run's did."""
    found = view.get("meta")
    meta: dict[str, Any] = found if isinstance(found, dict) else {}
    goal = str(meta.get("ultimate_goal") or "A recorded run")
    made = session.create_map(name, goal, ())
    rest = {key: value for key, value in view.items() if key != "meta"}
    rest["meta"] = {key: value for key, value in meta.items() if key not in ("ultimate_goal", "task_id") and value}
    report = made.load(rest, source_kind="user", reasoning="begins as the recorded run did")
    for verdict in report.rejected[:5]:
        say(f"Not as in the run: {one_line(verdict.path)}: {one_line(verdict.reason, 200)}", err=True)
    return made


def _show(report: ReplayReport) -> None:
    for one in report.differences[:_MOST]:
        say(f"line {one.line}  {one.of}")
        say(f"      then: {one_line(one.recorded, 300)}")
        say(f"      now:  {one_line(one.now, 300)}")
    if (more := len(report.differences) - _MOST) > 0:
        say(f"… and {more:,} more; --json has all")
    played = f"{counted(report.observations, 'observation')}, {counted(report.steps, 'step')}"
    unfinished = f", {report.unfinished} unfinished" if report.unfinished else ""
    result = "all as recorded" if report.same else counted(len(report.differences), "difference")
    say(f"{one_line(report.map)}: {played}{unfinished}; {result}; revision {report.revision}")
