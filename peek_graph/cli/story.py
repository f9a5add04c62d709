"""The demo's story: one small research project, told with the real commands."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

import click

from peek_graph.cli.group import INTERRUPTED
from peek_graph.cli.output import say
from peek_graph.cli.stage import INSTANCE, Stage, own_stage
from peek_graph.errors import PeekGraphError
from peek_graph.interrupts import was_interrupted

GOAL = "Choose the cell chemistry for small delivery vans, for the next five years"
CONSTRAINTS = ("Charges overnight at -20 °C", "Below 60 USD/kWh for the cell by 2028")
MARKET_NOTES = ("market-notes.md", "市场笔记.md", "recycling.rst")
QUESTIONS = ("energy density of solid electrolytes", "what does a used LFP pack cost?", "固态电池的能量密度")
EDITED = "solid-electrolytes.md"
FIGURE, NEW_FIGURE = "400 Wh/kg", "380 Wh/kg"


def samples_folder() -> Path:
    """The sample documents: in a wheel inside the package, in a clone beside it."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_data" / "examples" / "battery", package.parent / "examples" / "battery"):
        if folder.is_dir():
            return folder
    raise PeekGraphError("the sample documents are not in this installation", "install peek-graph again")


def tell(*, keep: bool) -> None:
    """Tell it from the beginning to the end; with ``keep``, what it made stays if all went well."""
    samples = samples_folder()
    say("A research project, from a bare folder to a map that answers. Nothing outside a temporary folder changes.")
    try:
        with own_stage() as stage:
            _chapters(stage, samples)
            stage.kept = keep
    except BaseException as error:
        if not was_interrupted(error):
            raise
        say("\nInterrupted. The demo's Neo4j is stopped and its folder removed.", err=True)
        click.get_current_context().exit(INTERRUPTED)
    if keep:
        _say_how_to_look(stage)
    else:
        say("\nThe demo's Neo4j is stopped and its folder removed. Begin your own project with: peek-graph up")


def _chapters(stage: Stage, samples: Path) -> None:
    _title("1. A Neo4j of its own")
    _run("up")

    project = stage.folder / "battery"
    shutil.copytree(samples, project)
    os.chdir(project)
    notes = sorted(path.name for path in project.iterdir())
    _title(f"2. A map for a folder of {len(notes)} notes on batteries, in English and Chinese")
    say("   ".join(notes))
    _run(
        "init", "--name", "battery", "--goal", GOAL, *(word for text in CONSTRAINTS for word in ("--constraint", text))
    )
    _run("submap", "add", "market", "--title", "Market and prices")
    _run("submap", "add", "cells", "--title", "Chemistries and tests")

    _title("3. The notes go in, as sections with pointers and vectors")
    _run("add", *MARKET_NOTES, "--submap", "market")
    _run("add", ".", "--submap", "cells")

    _title("4. Where are we? Never more than 800 tokens, however large the map")
    _run("status", "--budget", "800")

    _title("5. Questions, answered by words and by meaning, where the notes disagree too")
    for question in QUESTIONS:
        _run("search", question, "-k", "2")

    _title("6. A passage, read back from its original")
    ref = _ref_of_the_figure()
    _run("read", ref)

    _title("7. The same again: nothing has changed, so nothing is read anew")
    _run("add", ".")

    _title(
        f"8. In {EDITED}, {FIGURE} becomes {NEW_FIGURE}: the passage is known to have changed, and only it is read anew"
    )
    edited = project / EDITED
    edited.write_text(edited.read_text(encoding="utf-8").replace(FIGURE, NEW_FIGURE, 1), encoding="utf-8")
    _run("read", ref)
    _run("add", ".")
    _run("log", "--limit", "3")


def _ref_of_the_figure() -> str:
    """Ref of the passage in which the figure stands that is edited later."""
    from peek_graph.context_map import ContextMap

    with ContextMap.open() as context_map:
        hits = context_map.search(QUESTIONS[0], 20).hits
    for hit in hits:
        if (hit.pointer or "").startswith(f"{EDITED}#") and FIGURE in hit.text:
            return hit.ref
    raise PeekGraphError(f"no passage of {EDITED} with {FIGURE} was found", "this is a defect of the demo")


def _title(text: str) -> None:
    click.secho(f"\n{text}", bold=True)


def _run(*words: str) -> None:
    """Show the command as one would type it, and run it here."""
    ctx = click.get_current_context()
    click.secho(f"\n$ peek-graph {shlex.join(words)}", fg="cyan")
    code = ctx.find_root().command.main(words, "peek-graph", standalone_mode=False, parent=ctx)
    if code:
        raise PeekGraphError(f"`peek-graph {words[0]}` ended with exit code {code}", "see what it says above")


def _say_how_to_look(stage: Stage) -> None:
    say(f"""
Everything is kept and running. To look around:
  export PEEK_GRAPH_HOME={shlex.quote(str(stage.home))} PEEK_GRAPH_INSTANCE={INSTANCE}
  cd {shlex.quote(str(stage.folder / "battery"))}
  peek-graph up --show-password
To take it away:
  peek-graph down
  rm -r {shlex.quote(str(stage.folder))}""")
