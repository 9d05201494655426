"""Runs a command so that whatever goes wrong is one clear paragraph and an exit code, and never a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

import click

from arbitree.cli.commands import root
from arbitree.cli.misuse import problem_of
from arbitree.errors import ArbitreeError, Problem
from arbitree.reports.printing import Out

MISUSE = 2
INTERRUPTED = 130
OUR_FAULT = 70


def run_command(arguments: Sequence[str]) -> int:
    """Runs a command; gives back its exit code."""
    try:
        code = _run(arguments)
        _flush()
    except KeyboardInterrupt as ended:
        _say("Interrupted.")
        return getattr(ended, "exit_code", INTERRUPTED)
    return code


def _run(arguments: Sequence[str]) -> int:
    try:
        code = root.main(list(arguments), prog_name="arbitree", standalone_mode=False, obj=tuple(arguments))
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.Abort as aborted:
        # In its place the command was interrupted, or the terminal ended where an answer was wanted.
        raise aborted.__cause__ if isinstance(aborted.__cause__, KeyboardInterrupt) else KeyboardInterrupt from None
    except click.exceptions.NoArgsIsHelpError as error:
        _say(root.get_help(error.ctx) if error.ctx is not None else "")
        return MISUSE
    except click.ClickException as error:
        return _refused(arguments, (problem_of(error),))
    except ArbitreeError as error:
        return _refused(arguments, error.problems)
    except BrokenPipeError:
        return 0
    except OSError as error:
        return _refused(arguments, (_of_the_world(error),))
    except Exception as error:
        return _our_fault(error)


def _refused(arguments: Sequence[str], problems: Sequence[Problem]) -> int:
    """Says all that is wrong; as JSON too, where JSON was asked for."""
    _say("\n\n".join(problem.render() for problem in problems))
    if "--json" in arguments:
        said = [{"code": one.code, "what": one.what, "where": one.where, "mend": one.mend} for one in problems]
        Out(sys.stdout).json({"problems": said, "exit_code": MISUSE}, indent=None)
    return MISUSE


def _of_the_world(error: OSError) -> Problem:
    reason = error.strerror or str(error)
    return Problem(
        code="X310",
        what=f"the system refused: {reason}",
        where=str(error.filename) if error.filename is not None else "",
        mend="check the path, its permissions and the space left on the disk",
    )


def _our_fault(error: Exception) -> int:
    name = type(error).__name__
    _say(
        f"X370  this is a fault of arbitree itself, not of yours: {name}: {error}\n"
        "      mend   please report it with the command and the rubric; "
        "ARBITREE_TRACEBACK=1 in front of the command shows where it happened"
    )
    if os.environ.get("ARBITREE_TRACEBACK"):
        _say("".join(traceback.format_exception(error)))
    return OUR_FAULT


def _say(text: str) -> None:
    Out(sys.stderr).line(text)


def _flush() -> None:
    """Flushes what is left, so that a reader that went away is not found out by the interpreter's own end."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            continue
        try:
            stream.flush()
        except (BrokenPipeError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
