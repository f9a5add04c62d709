"""Steps and phases as a person reads them, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from peek_graph.cli.models import observe_form, tokens_form
from peek_graph.cli.output import counted, one_line, say

if TYPE_CHECKING:
    from peek_graph.agent.loop import StepResult

_LONGEST = 400


def show_event(event: Any) -> None:
    """A step, or a phase that begins or ends; each as it happens."""
    if hasattr(event, "decision"):
        _show_step(event)
    elif hasattr(event, "snapshot"):
        say(f"Phase {one_line(event.path)} is done: {one_line(event.summary, _LONGEST)}")
        say(
            f"  {counted(event.archived, 'entry') if event.archived == 1 else f'{event.archived:,} entries'} archived; "
            f"snapshot {one_line(event.snapshot)}"
        )
    else:
        say(f"Phase {one_line(event.path)}: {one_line(event.title, 100)}")


def show_end(name: str, revision: int, steps: Sequence[StepResult]) -> None:
    """The last output whole, and what it all took."""
    made = [step for step in steps if step.failed is None]
    if made and made[-1].output:
        say()
        say(made[-1].output)
        say()
    total = sum(step.total.total for step in steps)
    ending = "done" if made and steps[-1].done else "the same command without --task goes on"
    say(f"{one_line(name)}: {counted(len(made), 'step')}; revision {revision}; {total:,} tokens; {ending}")
    if steps and steps[-1].failed is not None:
        say(f"Step {steps[-1].number} was not made: {one_line(steps[-1].failed, 1000)}", err=True)
        say("  The map is as it was before it; the same command goes on.", err=True)


def result_form(name: str, revision: int, steps: Sequence[StepResult]) -> dict[str, Any]:
    """`agent`; ``failed`` says why the last step was not made, null if it was."""
    return {
        "map": name,
        "revision": revision,
        "done": bool(steps) and steps[-1].done,
        "failed": steps[-1].failed if steps else None,
        "output": next((step.output for step in reversed(steps) if step.failed is None), ""),
        "steps": [step_form(step) for step in steps],
        "tokens": sum(step.total.total for step in steps),
    }


def step_form(step: StepResult) -> dict[str, Any]:
    """One of the steps of `agent`; ``tokens`` without those of its observations."""
    return {
        "step": step.number,
        "ref": step.action_ref,
        "revision": step.revision,
        "analysis": step.analysis,
        "decision": step.decision,
        "output": step.output,
        "next": step.next,
        "outcome": step.outcome,
        "done": step.done,
        "failed": step.failed,
        "calls": list(step.calls),
        "notices": [{"ref": notice.ref, "topic": notice.topic, "text": notice.text} for notice in step.notices],
        "observed": [observe_form(report) for report in step.reports],
        "snapshot": step.snapshot,
        "trouble": step.trouble,
        "tokens": tokens_form(step.use),
    }


def _show_step(step: StepResult) -> None:
    if step.failed is not None:
        return  # told at the end
    verdicts = Counter(verdict.verdict for report in step.reports for verdict in report.verdicts)
    observed = ", ".join(
        f"{verdicts[name]} {name}" for name in ("applied", "duplicate", "proposed", "rejected") if verdicts[name]
    )
    failed = sum(report.outcome == "failed" for report in step.reports)
    parts = [
        f"step {step.number}",
        step.action_ref or "-",
        step.outcome or "",
        f"{step.use.total:,} tokens",
        f"observed: {observed}" if observed else "",
        f"{counted(failed, 'observation')} failed" if failed else "",
    ]
    say("  ".join(part for part in parts if part))
    for name, text in (("decision", step.decision or step.output), ("next", step.next)):
        if text:
            say(f"      {name}: {one_line(text, _LONGEST)}")
    if step.trouble:
        say(f"      not observed or checked yet: {one_line(step.trouble, _LONGEST)}", err=True)
    for notice in step.notices:
        say(f"      {notice.ref}: {one_line(notice.text, _LONGEST)}")
