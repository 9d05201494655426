"""docs/cli.md, written from the help of the commands."""

from __future__ import annotations

import click

from arbitree.cli.commands import COMMANDS, root

HEAD = """\
# Command line

`arbitree` and `python -m arbitree` are the same. This page is written from the help of the commands by
`pytest --rewrite-golden tests/cli/test_help.py`.

## Exit codes

| code | means |
|---|---|
| 0 | done; of `run`: the gate is met, even if every undecided case failed |
| 1 | `run`: the gate is missed, even if every undecided case passed; `ledger verify`: something is damaged |
| 2 | misuse, a bad rubric, bad cases or judges; the first five questions failed alike; the ledger cannot be used |
| 3 | `run`: undecided cases could still overturn the gate, or no case was applicable |
| 70 | a fault of arbitree itself; the traceback of a run is in the `log.jsonl` of its folder |
| 130 | Ctrl-C (SIGTERM: 143, a closed terminal: 129); what came is kept, and the last line says how to go on |

## What goes where

Table, summary and JSON go to standard output; progress, warnings and errors go to standard error. Colours are used on
terminals; `NO_COLOR`, `CLICOLOR=0` and `TERM=dumb` turn them off, `CLICOLOR_FORCE=1` turns them on. `--json` prints one
object, and of what is refused too: `{"problems": [...], "exit_code": 2}`.

Judges are named as [judges](judges.md#naming-a-judge) says; what a run keeps is on the page on
[results](results.md#a-runs-folder).
"""


def page() -> str:
    """The page as Markdown."""
    parts = [HEAD, block("arbitree", root)]
    for name in COMMANDS:
        command = root.get_command(click.Context(root), name)
        assert command is not None
        parts.append(block(f"arbitree {name}", command))
        if isinstance(command, click.Group):
            parts += [block(f"arbitree {name} {inner}", each) for inner, each in command.commands.items()]
    return "\n".join(parts)


def block(name: str, command: click.Command) -> str:
    """The help of a command."""
    context = click.Context(command, info_name=name, max_content_width=100, terminal_width=100)
    context.help_option_names = ["-h", "--help"]
    lines = (line.rstrip() for line in command.get_help(context).splitlines())
    return f"## {name}\n\n```text\n" + "\n".join(lines).strip() + "\n```\n"
