"""``proposals``, ``confirm`` and ``reject``: what an agent may not decide alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from peek_graph.cli.arguments import as_ref
from peek_graph.cli.changes_shown import line_width, show_outcome, show_verdicts, value_text
from peek_graph.cli.json_change_forms import apply_form, proposal_form
from peek_graph.cli.options import json_option, map_option
from peek_graph.cli.output import one_line, say, say_json, wrapped
from peek_graph.cli.person import actor, ask_passphrase, need_terminal, or_end
from peek_graph.errors import ProposalError

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.context_map import ContextMap
    from peek_graph.records import ProposalInfo, Review

_WHOLE = 10**9  # characters: what is decided on is shown to its end


@click.command(short_help="List what waits for a person.")
@click.option("--all", "all_", is_flag=True, help="The decided ones too.")
@map_option
@json_option
@click.pass_obj
def proposals(session: Session, all_: bool, as_json: bool) -> None:
    """List the changes of goal, constraints and hypothesis that wait for a person.

    \b
    Examples:
      peek-graph proposals
      peek-graph proposals --all --json
    """
    with session.open_map() as context_map:
        found = context_map.proposals(all=all_)
        name = context_map.name
    if as_json:
        say_json({"map": name, "proposals": [proposal_form(proposal) for proposal in found]})
        return
    if not found:
        say(f"No proposal waits in map {name!r}." if not all_ else f"Map {name!r} has no proposals.")
    width = line_width() - 4
    for proposal in found:
        say(f"{proposal.ref}  {proposal.op} {one_line(proposal.path)}  {_state(proposal)}")
        say(f"    {value_text(proposal.value, width)}")
        support = f"; also said by {others}" if (others := _others(proposal)) else ""
        say(f"    by {_origin(proposal)}{support}")
        if proposal.reason:
            say(f"    {one_line(proposal.reason, width)}")
        if proposal.review is not None:
            say(f"    review: {_review(proposal.review, width)}")
        if proposal.status != "open":
            say(f"    {_decision(proposal)}")
    if any(proposal.status == "open" for proposal in found):
        say("Decide with: peek-graph confirm REF --reason …, or peek-graph reject REF --reason …")


@click.command(short_help="Let a proposal through.")
@click.argument("ref", type=as_ref)
@click.option("--reason", required=True, help="Why; the log keeps it.")
@map_option
@json_option
@click.pass_obj
def confirm(session: Session, ref: str, reason: str, as_json: bool) -> None:
    """Let the proposal REF through, as a revision of its own.

    Only a person does: it is asked at a terminal, for the map's passphrase too if it has one, and refused elsewhere.

    \b
    Examples:
      peek-graph confirm P3 --reason "agreed with the client"
    """
    need_terminal("confirming a proposal")
    with session.open_map() as context_map:
        passphrase = _ask(context_map, ref, "Confirm")
        report = context_map.confirm(ref, by=actor().author, reason=reason, passphrase=passphrase)
    if as_json:
        say_json(apply_form(report))
    else:
        show_verdicts(report.verdicts)
        show_outcome(report)
    if report.rejected:
        click.get_current_context().exit(1)


@click.command(short_help="Turn a proposal down.")
@click.argument("ref", type=as_ref)
@click.option("--reason", required=True, help="Why; the log keeps it.")
@map_option
@json_option
@click.pass_obj
def reject(session: Session, ref: str, reason: str, as_json: bool) -> None:
    """Turn the proposal REF down. As `confirm`, only a person does.

    \b
    Examples:
      peek-graph reject P4 --reason "the client wants it as it is"
    """
    need_terminal("rejecting a proposal")
    with session.open_map() as context_map:
        passphrase = _ask(context_map, ref, "Reject")
        proposal = context_map.reject(ref, by=actor().author, reason=reason, passphrase=passphrase)
    if as_json:
        say_json(proposal_form(proposal))
    else:
        say(f"{proposal.ref} is rejected; nothing is changed by it.")


def _ask(context_map: ContextMap, ref: str, verb: str) -> str | None:
    """Show the proposal and ask; the passphrase, None where the map has none. Any answer but yes ends the run."""
    proposal = next((one for one in context_map.proposals(all=True) if one.ref == ref), None)
    if proposal is None:
        raise ProposalError(f"no proposal {one_line(ref, 40)} in {context_map.name!r}", "see `peek-graph proposals`")
    if proposal.status != "open":
        raise ProposalError(f"{ref} is decided: {_decision(proposal)}", "see `peek-graph proposals --all`")
    show_proposal(proposal)
    or_end(f"{verb} {ref}?")
    return ask_passphrase(context_map)


def show_proposal(proposal: ProposalInfo) -> None:
    """All that there is to know of it, on stderr, uncut."""
    rows = [
        ("path", one_line(f"{proposal.op} {proposal.path}")),
        ("now", value_text(proposal.current)),
        ("proposed", value_text(proposal.value)),
        ("reason", one_line(proposal.reason) or "none given"),
        ("by", _origin(proposal)),
        ("support", _others(proposal) or "no other source"),
    ]
    if proposal.review is not None:
        rows.append(("review", _review(proposal.review)))
    if proposal.outdated:
        rows.append(("OUTDATED", "what it would change is no longer as it was when this was proposed"))
    say(proposal.ref, err=True)
    for label, text in rows:
        say(f"  {label}:", err=True)
        say(wrapped(text, indent=6, limit=_WHOLE), err=True)


def _state(proposal: ProposalInfo) -> str:
    return f"[{proposal.status}, outdated]" if proposal.outdated else f"[{proposal.status}]"


def _others(proposal: ProposalInfo) -> str:
    """Who else says the same."""
    return ", ".join(one_line(name) for name in proposal.support if name not in (proposal.author, proposal.source))


def _review(review: Review, width: int | None = None) -> str:
    reason = f": {one_line(review.reason, width)}" if review.reason else ""
    return f"{review.verdict}, says {one_line(review.by, 100)}{reason}"


def _decision(proposal: ProposalInfo) -> str:
    reason = f": {one_line(proposal.decision, 200)}" if proposal.decision else ""
    return f"{proposal.status} by {one_line(proposal.decided_by or 'a source')}{reason}"


def _origin(proposal: ProposalInfo) -> str:
    source = f", from {one_line(proposal.source)}" if proposal.source else ""
    return f"{one_line(proposal.author)}{source}, in revision {proposal.since}"
