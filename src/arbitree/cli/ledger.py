"""`arbitree ledger`: what is in the memory of replies, whether it is whole, and what is taken out of it."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

import click

from arbitree.cli.amounts import bytes_of, patterns_of, seconds_of
from arbitree.cli.options import force_option, json_option
from arbitree.cli.writing import refuse_existing, unwritable
from arbitree.errors import Problem, UsageError
from arbitree.ledger.admin import Stats, Verified, stats, verify
from arbitree.ledger.exchange import export, import_lines, merge
from arbitree.ledger.places import DEFAULT
from arbitree.ledger.pruning import prune
from arbitree.ledger.redaction import BLOT, redact
from arbitree.ledger.salvage import salvage
from arbitree.reports.page import Cell, Grid, Lines, Page, Pairs
from arbitree.reports.printing import Out
from arbitree.reports.words import counted, one_line

EPILOG = """\
\b
Examples:
  arbitree ledger stats
  arbitree ledger prune --older-than 90d --max-size 2GB
  arbitree ledger export -o replies.jsonl --judge '"model":"m-1"'
"""

ledger_argument = click.argument("ledger", default=str(DEFAULT), type=click.Path(path_type=Path))
judge_option = click.option(
    "--judge", metavar="TEXT", help="Only of judges whose settings, as `stats` shows them, hold this."
)


@click.group(epilog=EPILOG)
def command() -> None:
    """Look after a ledger of replies.

    LEDGER is .arbitree/ledger.sqlite where none is named.
    """


@command.command("stats")
@ledger_argument
@json_option
def stats_command(ledger: Path, as_json: bool) -> int:
    """Say what is in it, judge by judge."""
    found = stats(ledger)
    out = Out(sys.stdout)
    if as_json:
        out.line(json.dumps(asdict(found), ensure_ascii=False, indent=2))
    else:
        out.page(_stats_page(ledger, found))
    return 0


@command.command("verify")
@ledger_argument
@click.option("--mend", is_flag=True, help="Save every whole row into a new file; the damaged one is kept beside it.")
@json_option
def verify_command(ledger: Path, mend: bool, as_json: bool) -> int:
    """Look at every page and row of it; exit code 1 where something is damaged."""
    out = Out(sys.stdout)
    if mend:
        saved = salvage(ledger)
        said = f"saved {counted(saved.replies, 'reply', 'replies')}; the damaged file is {saved.kept_as}"
        out.line(json.dumps({**asdict(saved), "kept_as": str(saved.kept_as)}) if as_json else said)
        return 0
    found = verify(ledger)
    if as_json:
        out.line(json.dumps({"whole": found.is_whole, **asdict(found)}, ensure_ascii=False, indent=2))
    else:
        out.page(_verified_page(ledger, found))
    return 0 if found.is_whole else 1


@command.command("export")
@ledger_argument
@click.option("-o", "--output", metavar="FILE", help="The file to write; standard output when not given.")
@judge_option
@force_option
def export_command(ledger: Path, output: str | None, judge: str | None, force: bool) -> int:
    """Write its replies as JSON lines."""
    if output is None or output == "-":
        export(ledger, sys.stdout, judge=judge)
        return 0
    refuse_existing(output, force=force)
    try:
        with Path(output).open("w", encoding="utf-8", newline="\n") as file:
            count = export(ledger, file, judge=judge)
    except OSError as error:
        raise UsageError(unwritable(output, error)) from None
    Out(sys.stderr).line(f"wrote {counted(count, 'reply', 'replies')} to {output}")
    return 0


@command.command("import")
@click.argument("file", type=click.File(encoding="utf-8"))
@ledger_argument
def import_command(file: TextIO, ledger: Path) -> int:
    """Take the replies of an exported FILE into it; - is standard input."""
    done = import_lines(ledger, file, source=file.name)
    Out(sys.stderr).line(f"added {counted(done.added, 'reply', 'replies')}; {done.known:,} were known or older")
    return 0


@command.command("merge")
@click.argument("others", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--into", default=str(DEFAULT), type=click.Path(path_type=Path), metavar="LEDGER", show_default=True)
def merge_command(others: tuple[Path, ...], into: Path) -> int:
    """Take the replies of OTHERS into one ledger; of what both know the newer counts."""
    for other in others:
        done = merge(into, other)
        said = f"{other}: added {counted(done.added, 'reply', 'replies')}; {done.known:,} were known or older"
        Out(sys.stderr).line(said)
    return 0


@command.command("prune")
@ledger_argument
@click.option("--older-than", metavar="AGE", help="Replies older than this: 90d, 12h, 30m.")
@click.option("--max-size", metavar="SIZE", help="The oldest replies, until the file is no larger: 500MB, 2GB.")
@judge_option
@click.option("--superseded", is_flag=True, help="Replies that a newer one to the same question has replaced.")
@click.option("--prompts", is_flag=True, help="All stored prompts.")
def prune_command(
    ledger: Path, older_than: str | None, max_size: str | None, judge: str | None, superseded: bool, prompts: bool
) -> int:
    """Take replies out of it for good."""
    if older_than is None and max_size is None and judge is None and not superseded and not prompts:
        mend = "add --older-than, --max-size, --judge, --superseded or --prompts"
        raise UsageError(Problem(code="X350", what="nothing says what to take out", where="ledger prune", mend=mend))
    done = prune(
        ledger,
        before=None if older_than is None else time.time() - seconds_of(older_than, flag="--older-than"),
        most_bytes=None if max_size is None else bytes_of(max_size, flag="--max-size"),
        judge=judge,
        superseded=superseded,
        prompts=prompts,
    )
    said = f"took out {counted(done.replies, 'reply', 'replies')}, {counted(done.prompts, 'prompt')}"
    Out(sys.stderr).line(f"{said}, {counted(done.refused, 'refusal')}")
    return 0


@command.command("redact")
@ledger_argument
@click.option("--match", "rules", multiple=True, required=True, metavar="REGEX", help="What to blot out.")
@click.option("--with", "blot", default=BLOT, show_default=True, metavar="TEXT", help="What stands there instead.")
def redact_command(ledger: Path, rules: tuple[str, ...], blot: str) -> int:
    """Blot words out of stored replies and prompts.

    A reply that would then read differently is withdrawn: its question is asked again.
    """
    done = redact(ledger, patterns_of(rules, flag="--match"), blot=blot)
    changed = f"changed {counted(done.replies, 'reply', 'replies')} and {counted(done.prompts, 'prompt')}"
    Out(sys.stderr).line(f"{changed}; withdrew {counted(done.withdrawn, 'reply', 'replies')}")
    return 0


def _stats_page(ledger: Path, found: Stats) -> Page:
    head = f"{ledger} · {counted(found.replies, 'reply', 'replies')} · {found.bytes / 1e6:.1f} MB"
    if found.prompts:
        head += f" · {counted(found.prompts, 'stored prompt')}"
    names = ("replies", "questions", "given up", "refused", "tries", "tokens in", "tokens out", "cost", "a reply")
    rows = [
        (
            *(Cell(f"{number:,}") for number in (judge.replies, judge.questions, judge.given_up, judge.refused)),
            *(Cell(f"{number:,}") for number in (judge.tries, judge.input_tokens, judge.output_tokens)),
            Cell("-" if judge.cost is None else f"${judge.cost:,.2f}"),
            Cell(f"{judge.seconds / judge.replies:.2f} s"),
            Cell(time.strftime("%Y-%m-%d", time.gmtime(judge.last))),
            Cell(one_line(judge.form) or "(unknown)"),
        )
        for judge in found.judges
    ]
    return (
        Lines(lines=(Cell(head, "strong"),)),
        *((Grid(headings=(*names, "newest", "judge"), rows=tuple(rows), right=frozenset(range(9))),) if rows else ()),
    )


def _verified_page(ledger: Path, found: Verified) -> Page:
    pairs = [("whole", Cell(counted(found.replies, "reply", "replies")))]
    if found.damaged:
        listed = ", ".join(map(str, found.damaged[:20])) + (", ..." if len(found.damaged) > 20 else "")
        pairs.append(("damaged", Cell(f"{counted(len(found.damaged), 'reply', 'replies')}, at {listed}", "bad")))
    pairs += [("structure", Cell(one_line(fault), "bad")) for fault in found.faults[:20]]
    if not found.is_whole:
        pairs.append(("to mend", Cell(f"arbitree ledger verify --mend {ledger}")))
    return (Pairs(pairs=tuple(pairs)),)
