"""``search`` and ``query``: what answers a question, for people and as agents ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from peek_graph.cli.arguments import NUMBER, TOKENS
from peek_graph.cli.json_forms import answer_form, search_form
from peek_graph.cli.options import json_option, map_option
from peek_graph.cli.output import one_line, say, say_json, wrapped
from peek_graph.graph.states import LABELS

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.records import Hit, SearchResult


@click.command(short_help="Find what answers QUERY.")
@click.argument("query", nargs=-1, required=True)
@click.option("-k", "k", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many hits at most.")
@click.option("--kind", "kinds", type=click.Choice(list(LABELS)), multiple=True, help="Of this kind; may be repeated.")
@click.option("--in", "submap", metavar="SUBMAP", help="In a sub-map, as `market.prices`, and below it.")
@click.option("--status", "statuses", metavar="STATUS", multiple=True, help="With this status; may be repeated.")
@click.option("--min-confidence", type=click.FloatRange(0, 1), help="As sure as that at least, 0 to 1.")
@click.option("--author", metavar="NAME", help="By this author.")
@click.option(
    "--source", metavar="SOURCE", help="A document by ref, key or path: it, its sections, and what rests on them."
)
@click.option("--since", type=NUMBER, metavar="REVISION", help="As it is since this revision or a later one.")
@click.option("--until", type=NUMBER, metavar="REVISION", help="As it is since this revision or an earlier one.")
@click.option("--archived", is_flag=True, help="In what was archived, instead of the live map.")
@click.option("--timings", is_flag=True, help="Say what took how long.")
@map_option
@json_option
@click.pass_obj
def search(
    session: Session,
    query: tuple[str, ...],
    k: int,
    kinds: tuple[str, ...],
    submap: str | None,
    statuses: tuple[str, ...],
    min_confidence: float | None,
    author: str | None,
    source: str | None,
    since: int | None,
    until: int | None,
    archived: bool,
    timings: bool,
    as_json: bool,
) -> None:
    """Find the entries and passages that answer QUERY, best first: by words, by meaning, and by what they mention.

    Any text is safe as QUERY, operators included; words in quotes are a phrase. Options narrow it.

    \b
    Examples:
      peek-graph search "energy density of solid electrolytes" -k 5
      peek-graph search 固态电池的能量密度
      peek-graph search "annual report" --kind todo --in market --status pending
      peek-graph search price --kind finding --min-confidence 0.7 --since 12
      peek-graph search electrolyte --source papers/solid.pdf --timings
      peek-graph search "cost per kWh" --archived --json
    """
    with session.open_map() as context_map:
        # An empty option counts as unset: scripts pass what may be empty.
        result = context_map.search(
            " ".join(query),
            k,
            kinds=kinds,
            submap=submap or None,
            status=tuple(filter(None, statuses)),
            min_confidence=min_confidence,
            author=author or None,
            source=source or None,
            since=since,
            until=until,
            archived=archived,
        )
    if as_json:
        say_json(search_form(result))
        return
    for leg, reason in result.missing.items():
        say(_lack(leg, reason), err=True)
    if not result.hits:
        say(f"Nothing found in map {result.map!r}.")
    for place, hit in enumerate(result.hits, 1):
        _show(place, hit)
    if timings:
        say(_times(result), err=True)


@click.command(short_help="Answer a request as an agent makes it.")
@click.argument("request", nargs=-1, required=True)
@click.option("--budget", type=TOKENS, metavar="TOKENS", help="At most so many; default: 1000, by setting.")
@map_option
@json_option
@click.pass_obj
def query(session: Session, request: tuple[str, ...], budget: int | None, as_json: bool) -> None:
    """Answer a REQUEST as an agent makes it, in at most --budget tokens: what its tool `query_context_map` gives.

    REQUEST is GET_CURRENT_STATUS, SEARCH: words, OPEN: a sub-map, ref or list, or READ: a ref or pointer. What begins
    with none of these is searched for; HELP answers with the grammar.

    \b
    Examples:
      peek-graph query GET_CURRENT_STATUS
      peek-graph query 'SEARCH: energy density in:market kind:finding,section'
      peek-graph query 'OPEN: market' --budget 400
      peek-graph query 'OPEN: todos after T40'
      peek-graph query 'READ: D3§2.3 from 4000' --json
    """
    text = " ".join(request)
    with session.open_map() as context_map:
        answer = context_map.query_context_map(text, budget=budget)
    if as_json:
        say_json(answer_form(text, answer))
    else:
        say(answer.text)


def _show(place: int, hit: Hit) -> None:
    flags = "".join(f"  [{flag}]" for flag in hit.flags)
    say(f"{place}. {hit.ref}  {one_line(hit.title or hit.kind)}{flags}")
    also = f"; the same in {', '.join(map(one_line, hit.similar))}" if hit.similar else ""
    by = " + ".join(hit.legs)
    say(f"   {one_line(hit.pointer or hit.path)}  (score {hit.score:.3f} by {by}{also})")
    say(wrapped(hit.text, indent=3, limit=280))


def _times(result: SearchResult) -> str:
    parts = [f"{part} {seconds * 1000:.1f} ms" for part, seconds in result.timings.items()]
    return f"It took: {', '.join(parts)}" if parts else "What it took is not known."


def _lack(leg: str, reason: str) -> str:
    """What a search lacked, as a sentence: some reasons speak of the query, others of a leg."""
    if leg == "query" and reason.startswith("it "):
        return f"the query {reason.removeprefix('it ')}"
    return reason if reason.startswith("the query") else f"Without {leg}: {reason}"
