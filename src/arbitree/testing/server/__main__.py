"""`python -m arbitree.testing.server`: the server in a process of its own, until it is interrupted."""

from __future__ import annotations

import json
import signal
import threading
from pathlib import Path

import click

from arbitree.errors import ArbitreeError
from arbitree.testing.server.drawing import Latency
from arbitree.testing.server.faults import FAULTS
from arbitree.testing.server.running import LoopbackServer

_LISTED = "\n".join(f"  {name:<15} {about}" for name, about in FAULTS.items())


@click.command(epilog=f"\b\nFaults:\n{_LISTED}")
@click.option("--port", type=int, default=0, metavar="N", help="The port; a free one when not given.")
@click.option("--script", metavar="FILE", help="A JSON object: words of a prompt, and the answer to it.")
@click.option("--fault", "faults", multiple=True, metavar="NAME=RATE", help="The share of requests that get a fault.")
@click.option("--latency", type=float, default=0.0, metavar="SECONDS", help="What half the replies take at most.")
@click.option("--spread", type=float, default=0.0, metavar="S", help="How much latencies vary; 0.5 is usual.")
@click.option("--rpm", type=float, metavar="N", help="Requests per minute; those beyond are refused.")
@click.option("--tpm", type=float, metavar="N", help="Tokens of prompts per minute.")
@click.option("--burst", type=float, metavar="N", help="Requests that may come at once; one second's worth.")
@click.option("--seed", type=int, default=0, metavar="S", help="What is drawn is drawn from this.")
@click.option("--caches-prefixes", is_flag=True, help="Report tokens that stood at the beginning of an earlier prompt.")
def main(
    *,
    port: int,
    script: str | None,
    faults: tuple[str, ...],
    latency: float,
    spread: float,
    rpm: float | None,
    tpm: float | None,
    burst: float | None,
    seed: int,
    caches_prefixes: bool,
) -> None:
    """Serve OpenAI's and Anthropic's protocols on this machine, with scripted answers and faults.

    The first line of the output is the address; at the end, one JSON object says what was counted, as GET /counts does
    meanwhile.
    """
    try:
        server = LoopbackServer(
            None if script is None else json.loads(Path(script).read_text(encoding="utf-8")),
            faults={name: float(rate) for name, _, rate in (fault.partition("=") for fault in faults)},
            latency=Latency(median=latency, spread=spread),
            rpm=rpm,
            tpm=tpm,
            burst=burst,
            seed=seed,
            caches_prefixes=caches_prefixes,
            port=port,
        )
    except (ArbitreeError, ValueError, OSError) as error:
        raise click.UsageError(str(error)) from None
    over = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: over.set())
    with server:
        click.echo(server.url)
        over.wait()
        click.echo(json.dumps(server.counts.as_dict()))


if __name__ == "__main__":
    main()
