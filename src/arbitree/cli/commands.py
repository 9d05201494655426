"""Every command: where it is, and what it is for. A new command is a file beside this one and a line in the table."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Final, NamedTuple

import click

from arbitree.version import __version__


class Entry(NamedTuple):
    """A command that is not loaded yet."""

    module: str
    """Below `arbitree.cli`; it holds the click command `command`."""
    help: str


COMMANDS: Final[Mapping[str, Entry]] = {
    "init": Entry("init", "Write a rubric, cases and a judge, to begin with."),
    "check": Entry("check", "Name every mistake of a rubric, and say what it can do."),
    "run": Entry("run", "Score the cases of a file by a rubric."),
    "show": Entry("show", "Show how a case came to its score."),
    "prompts": Entry("prompts", "Show what would be asked, without asking."),
    "draw": Entry("draw", "Draw a rubric."),
    "record": Entry("record", "Write down the replies of a run, to be replayed."),
    "import": Entry("import_", "Make a rubric of another tool's file."),
    "ledger": Entry("ledger", "Look after the memory of replies."),
    "freeze": Entry("freeze", "Write the steps of grades into a rubric."),
    "fmt": Entry("fmt", "Write a rubric in its plain form, or as YAML or JSON."),
    "schema": Entry("schema", "Print the JSON Schema of rubric files."),
}
"""In the order of the help."""


class Lazy(click.Group):
    """A group that loads a command when it is called, and lists all of them without loading any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, loaded."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command = importlib.import_module(f"arbitree.cli.{entry.module}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])


EPILOG = """\
Exit codes: 0 the gate is met, 1 it is missed, 3 undecided cases could still overturn it, 2 misuse or a bad rubric,
130 Ctrl-C, 143 SIGTERM, 70 a fault of arbitree itself.
"""


@click.group(
    cls=Lazy, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, "--version", message="arbitree %(version)s")
def root() -> None:
    """Score what language models write by walking a decision graph of small questions.

    \b
    Example:
      arbitree init demo && cd demo
      arbitree run rubric.yaml cases.jsonl --judge rules:rules.py
    """
