"""The process in which the `local` judge runs tests: a line of JSON in, a line out, and an end to every test."""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from collections.abc import Callable
from typing import BinaryIO

from arbitree.core.kinds.base import Json
from arbitree.core.structural.table import TESTS, joined
from arbitree.judges.failure import place_of
from arbitree.judges.local_runs import RUNS
from arbitree.judges.unusable import Unusable

OK = "ok"


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answers each line of `requests` with one of `replies`, until there are no more.

    A request has `limit` (seconds) and either `load` or `tests` and `text`. When the limit is over the process ends at
    once, whatever it is doing; its parent reads that as a timeout.
    """
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123  a device, not a path of anybody's
        for line in requests:
            request = json.loads(line)
            # A thread of the interpreter's own, which needs no lock of Python's, ends the process.
            faulthandler.dump_traceback_later(request["limit"], exit=True, file=nowhere)
            answer = _answer(request)
            faulthandler.cancel_dump_traceback_later()
            replies.write(json.dumps(answer).encode() + b"\n")
            replies.flush()


def _answer(request: dict[str, Json]) -> dict[str, Json]:
    tests = _tests(request.get("load") or request.get("tests"))
    text = request.get("text")
    name = ""
    try:
        if not isinstance(text, str):
            for name, argument in tests:
                RUNS[name].load(argument)
            return {OK: True}
        findings = []
        for name, argument in tests:
            run = RUNS[name].run if name in RUNS else TESTS[name].run
            findings.append(run(argument, text))
        finding = joined(findings)
        return {OK: True, "holds": finding.holds, "why": finding.why}
    except Unusable as error:
        return {OK: False, "message": str(error)}
    except BaseException as error:  # foreign code, which may raise anything and also SystemExit
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        place = place_of(error.__traceback__)
        return {OK: False, "message": f"`{name}` raised {said}{f' ({place})' if place else ''}"}


def _tests(listed: Json) -> list[tuple[str, Json]]:
    pairs = listed if isinstance(listed, list) else []
    return [(str(pair[0]), pair[1]) for pair in pairs if isinstance(pair, list)]


def main(serve: Callable[[BinaryIO, BinaryIO], None] = serve) -> None:
    """Serves the pipes that the process was started with. What tests print goes to the standard error stream."""
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    serve(requests, replies)
