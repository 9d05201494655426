"""The command line. One file a command; none is loaded before it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

from arbitree.cli.shield import run_command
from arbitree.cli.signals import let_be

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs a command and ends the process with its exit code."""
    code = run_command(sys.argv[1:] if arguments is None else list(arguments))
    if code > 128:
        # What is left is the interpreter's own end, which a second Ctrl-C would only make ugly.
        let_be()
    sys.exit(code)
