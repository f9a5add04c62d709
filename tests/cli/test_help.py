import re
from pathlib import Path

import click
import pytest

from peek_graph.cli import main
from peek_graph.cli.reference import commands, reference
from peek_graph.settings import Settings

ROOT = Path(__file__).parents[2]
COMMANDS = dict(commands(main, "peek-graph"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does_and_shows_how(name: str) -> None:
    text = COMMANDS[name].help or ""
    described, found, examples = text.partition("Examples:\n")
    assert described.strip()
    assert found
    lines = [line.strip() for line in examples.strip().splitlines()]
    assert lines
    assert all(line.startswith(name) for line in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_are_valid_usage(name: str) -> None:
    """Parsed, not run: options of the help's examples exist."""
    command = COMMANDS[name]
    if isinstance(command, click.Group):
        return
    for line in re.findall(rf"^ *{name}(?: (.*))?$", command.help or "", flags=re.M):
        options = re.findall(r"(?<![\w])-{1,2}[a-z][a-z-]*", re.sub(r"\"[^\"]*\"|'[^']*'", "", line))
        known = {form for option in command.params for form in (*option.opts, *option.secondary_opts)}
        assert set(options) <= known, line


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_is(name: str) -> None:
    options = [option for option in COMMANDS[name].params if isinstance(option, click.Option)]
    assert [option.opts for option in options if not option.help and option.name != "kind"] == []


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if not isinstance(command, click.Group)])
def test_the_readme_names_every_command(name: str) -> None:
    assert name in README


def test_the_reference_is_what_the_commands_say() -> None:
    written = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert written == reference(main), "run `make docs`"


def test_the_readme_names_every_setting() -> None:
    names = []
    for name, field in Settings.model_fields.items():
        group = getattr(field.annotation, "model_fields", None)
        names += [f"{name}.{inner}" for inner in group] if group else [name]
    missing = [name for name in names if f"`{name}`" not in README and name not in ("project_file", "start")]
    assert missing == []


OF_NO_MAP = {"demo", "up", "down", "server", "init", "maps"}
OF_A_MAP = [
    name
    for name, command in COMMANDS.items()
    if not isinstance(command, click.Group) and name.split()[1] not in OF_NO_MAP and command.name != "passphrase"
]


@pytest.mark.parametrize("name", OF_A_MAP)
def test_commands_that_print_data_have_json_and_map(name: str) -> None:
    options = {form for option in COMMANDS[name].params for form in option.opts}
    assert {"--json", "--map"} <= options
