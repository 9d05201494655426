"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from arbitree.errors import Problem, UsageError

F = TypeVar("F", bound=Callable[..., Any])

case_options: tuple[Callable[[Any], Any], ...] = (
    click.option("--map", "renames", multiple=True, metavar="OURS=THEIRS", help="Read a column as another field."),
    click.option("--id", "id_column", metavar="COLUMN", help="The column with the cases' ids."),
    click.option(
        "--csv-empty",
        type=click.Choice(["missing", "empty"]),
        default="missing",
        show_default=True,
        help="What an empty CSV cell means.",
    ),
    click.option("--skip-bad", is_flag=True, help="Leave out rows that cannot be used."),
)
"""How a file of cases is read."""

ledger_options: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--ledger",
        metavar="FILE",
        help="Where replies are remembered; .arbitree/ledger.sqlite when not given, for judges that cost.",
    ),
    click.option("--no-ledger", is_flag=True, help="Remember nothing."),
    click.option("--replay", is_flag=True, help="Ask nothing: replies come from the ledger, and what lacks is named."),
    click.option("--fresh", is_flag=True, help="Use nothing that the ledger knows; keep what comes."),
    click.option("--keep-undecided", is_flag=True, help="Do not ask again what was never answered readably."),
    click.option("--store-prompts", is_flag=True, help="Keep the words of each question in the ledger too."),
    click.option(
        "--remember-as",
        default="",
        metavar="TEXT",
        help="For judges without a `fingerprint`: what they count as; change it when they change.",
    ),
)
"""What is done with the ledger."""

asking_options: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--concurrency",
        type=int,
        default=20,
        show_default=True,
        metavar="N",
        help="Cases, and questions to one judge, in flight at most.",
    ),
    click.option("--deadline", type=float, metavar="SECONDS", help="How long each case may take."),
    click.option("--timeout", type=float, metavar="SECONDS", help="How long one call may take; it is tried again."),
    click.option(
        "--retries",
        type=int,
        default=4,
        show_default=True,
        metavar="N",
        help="How often a call that failed for a passing reason is tried again.",
    ),
    click.option("--rpm", type=float, metavar="N", help="Calls to one judge per minute, at most."),
    click.option("--tpm", type=float, metavar="N", help="Tokens to and from one judge per minute, at most."),
    click.option("--max-calls", type=int, metavar="N", help="Calls of the run; what is left over is undecided."),
    click.option("--max-tokens", type=int, metavar="N", help="Tokens of the run."),
    click.option("--max-cost", type=float, metavar="DOLLARS", help="What the run may cost; needs arbitree[prices]."),
)
"""How judges are asked, and how much."""

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
allow_option = click.option(
    "--allow", multiple=True, metavar="MODULE", help="A module whose functions the rubric's checks may call."
)
output_option = click.option("-o", "--output", metavar="FILE", help="Write to this file.")
force_option = click.option("--force", is_flag=True, help="Replace a file that is there.")


def with_options(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Adds several options to a command, in this order."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def renamed(pairs: tuple[str, ...]) -> dict[str, str]:
    """Which column is which field.

    Raises:
        UsageError: with every pair that is none.
    """
    problems = [_no_pair(pair) for pair in pairs if not all(pair.partition("=")[::2])]
    if problems:
        raise UsageError(problems)
    return {ours.strip(): theirs.strip() for ours, _, theirs in (pair.partition("=") for pair in pairs)}


def _no_pair(pair: str) -> Problem:
    what = f'"{pair}" does not say which column is which field'
    return Problem(code="X322", what=what, where="--map", mend="write --map actual_output=answer: our name, =, yours")
