"""``why``: from an entry down to the passages that it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from peek_graph.cli.arguments import as_ref
from peek_graph.cli.changes_shown import when
from peek_graph.cli.json_change_forms import why_form
from peek_graph.cli.options import json_option, map_option
from peek_graph.cli.output import one_line, say, say_json, wrapped

if TYPE_CHECKING:
    from peek_graph.cli.session import Session
    from peek_graph.records import Why

_STEP = 3  # characters of indent
_MOST_TEXT = 280


@click.command(short_help="Show what an entry rests on.")
@click.argument("target", type=as_ref)
@map_option
@json_option
@click.pass_obj
def why(session: Session, target: str, as_json: bool) -> None:
    """Show what an entry rests on: the revision that brought it, and what supports it, down to the passages.

    TARGET is a ref or a path.

    \b
    Examples:
      peek-graph why F7
      peek-graph why F7 --json
    """
    with session.open_map() as context_map:
        found = context_map.why(target)
        name = context_map.name
    if as_json:
        say_json({"map": name, **why_form(found)})
    else:
        show_why(found)


def show_why(found: Why, indent: int = 0) -> None:
    """The entry, then what supports it, indented below."""
    space = " " * indent
    flags = "".join(f"  [{one_line(flag)}]" for flag in found.flags)
    pointer = f"  {one_line(found.pointer)}" if found.pointer else ""
    say(f"{space}{found.ref}  {found.kind}  confidence {found.confidence:g}{flags}{pointer}")
    if text := wrapped(one_line(found.text), indent=indent + _STEP, limit=_MOST_TEXT).rstrip():
        say(text)
    if by := found.revision:
        reason = f": {one_line(by.reasoning, 200)}" if by.reasoning else ""
        source = f" from {one_line(by.source, 100)}" if by.source else ""
        say(f"{space}   revision {by.number}, {when(by.at)}, {one_line(by.author)}{source}{reason}")
    for label, refs in (("contradicts", found.contradicts), ("supersedes", found.supersedes)):
        if refs:
            say(f"{space}   {label} {', '.join(map(one_line, refs))}")
    if found.supported_by:
        say(f"{space}   supported by")
    for support in found.supported_by:
        show_why(support, indent + 2 * _STEP)
