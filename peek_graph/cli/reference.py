"""The reference page ``docs/cli.md``, made from the commands: ``python -m peek_graph.cli.reference``."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

_HEAD = """# Command line reference

Made from the commands by `make docs`; a test compares. Exit codes: 0, 1 for an error that is explained on stderr, 2 for
wrong usage, 130 after Ctrl-C, 141 if the reader of the output left, as `head` does. With `--json`, data is one JSON
object on stdout, and an error is one on stderr: `{"error", "message", "hint"}`.
"""


def reference(root: click.Command, name: str = "peek-graph") -> str:
    """The whole page as Markdown."""
    return "\n".join([_HEAD, *_sections(root, click.Context(root, info_name=name))])


def commands(root: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """Every command below ``root`` with its full name, groups before what they hold."""
    yield path, root
    if isinstance(root, click.Group):
        for name, command in root.commands.items():
            yield from commands(command, f"{path} {name}")


def _sections(root: click.Command, ctx: click.Context) -> Iterator[str]:
    for path, command in commands(root, ctx.command_path):
        level = "##" if path.count(" ") < 2 else "###"
        here = click.Context(command, info_name=path)
        text, _, examples = inspect.cleandoc(command.help or "").partition("\n\b\nExamples:\n")
        yield f"{level} {path}\n"
        yield f"```\n{' '.join([path, *command.collect_usage_pieces(here)])}\n```\n"
        yield text.strip() + "\n"
        # Not `get_params`: it adds --help, spelt as the first context that asked for it did.
        rows = [record for option in command.params if (record := option.get_help_record(here))]
        for option, meaning in rows:
            yield f"- `{option}` {meaning.replace('  [', ' [')}"
        yield ""
        if examples:
            yield f"```sh\n{inspect.cleandoc(examples)}\n```\n"


if __name__ == "__main__":
    from peek_graph.cli.app import main

    click.echo(reference(main), nl=False)
