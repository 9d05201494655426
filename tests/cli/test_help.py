"""The help: on the page, complete, and with an example for each command."""

from __future__ import annotations

import re
import shlex

import click
import pytest

from arbitree.cli.commands import COMMANDS, root
from tests.cli.calling import Call
from tests.cli.help_page import page
from tests.plugins.golden import Golden


def command(name: str) -> click.Command:
    found = root.get_command(click.Context(root), name)
    assert found is not None
    return found


def test_the_page_says_what_the_help_says(golden: Golden) -> None:
    golden("docs/cli.md", page())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_for_each_option_and_an_example(name: str) -> None:
    found = command(name)

    assert found.help and found.epilog and "arbitree " + name in found.epilog
    assert [option.name for option in found.params if isinstance(option, click.Option) and not option.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_use_options_that_there_are(name: str) -> None:
    for line in re.findall(r"^  (arbitree .*)$", command(name).epilog or "", re.MULTILINE):
        words = shlex.split(line)
        called = command(words[1])
        if isinstance(called, click.Group):
            called = called.commands[words[2]]
        flags = {flag for option in called.params for flag in option.opts}
        assert {word for word in words[2:] if word.startswith("-") and word != "-"} <= flags, line


def test_the_help_lists_every_command_in_the_order_of_the_table(call: Call) -> None:
    listed = call("--help").out.partition("Commands:\n")[2].partition("\n\n")[0]

    assert re.findall(r"^  (\S+)  ", listed, re.MULTILINE) == list(COMMANDS)
    assert all(entry.help in listed for entry in COMMANDS.values())


def test_short_and_long_help_are_the_same(call: Call) -> None:
    assert call("run", "-h") == call("run", "--help") and call("run", "-h").code == 0
