"""Draws the pictures of the pages from real commands, as SVG without fonts or addresses of others.

`python scripts/pictures.py` writes them into docs/pictures.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path

from rich.cells import cell_len
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
WIDTH = 100

DRAWN = {
    "return-reply.svg": "arbitree draw examples/return-reply/rubric.yaml --format svg",
    "conversations.svg": "arbitree draw examples/conversations/rubric.yaml --format svg",
}
"""Commands that print a picture, by the file that it goes to."""

SHOWN = {
    "return-reply-run.svg": (
        "arbitree run examples/return-reply/rubric.yaml examples/return-reply/replies.jsonl"
        " --judge rules:examples/return-reply/rules.py"
    ),
}
"""Commands whose output is shown as a terminal shows it, by the file that it goes to."""

PLAIN = "#c5c8c6"
COLOURS = {"color(1)": "#e0696e", "color(2)": "#a3bf5a", "color(3)": "#d9b84a", "dim": "#868887"}
CHAR, LINE, PAD = 8.4, 17, 14
"""The width of a character, the height of a line, and the edge, in pixels."""

FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"
role="img" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">
<title>{title}</title>
<rect width="{width:g}" height="{height:g}" rx="8" fill="#1e2227"/>
{texts}
</svg>
"""


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    return {name: printed(command) for name, command in DRAWN.items()} | {
        name: shown(command) for name, command in SHOWN.items()
    }


def printed(command: str, *, colours: bool = False) -> str:
    """What a command prints in the top folder; a missed gate is no failure."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": str(WIDTH), "TERM": "xterm"}
    environment |= {"CLICOLOR_FORCE": "1"} if colours else {"NO_COLOR": "1"}
    for name in ("COLORTERM", *(("NO_COLOR",) if colours else ("CLICOLOR_FORCE",))):
        environment.pop(name, None)
    with tempfile.TemporaryDirectory() as empty:
        (Path(empty) / "examples").symlink_to(ROOT / "examples")
        arguments = [sys.executable, "-m", *command.split()]
        done = subprocess.run(arguments, cwd=empty, env=environment, capture_output=True, check=False, timeout=120)
    if done.returncode not in {0, 1, 3}:
        raise SystemExit(f"{command}\n{done.stderr.decode()}")
    return done.stdout.decode()


def shown(command: str) -> str:
    """The command and what it prints, as a terminal shows them."""
    typed = "$ " + command.replace(" --", " \\\n    --")
    lines = [Text(line, style="bold") for line in typed.splitlines()]
    lines += [Text(), *(Text.from_ansi(line) for line in printed(command, colours=True).splitlines())]
    texts = [text for row, line in enumerate(lines) for text in drawn(line, PAD + (row + 0.8) * LINE)]
    height = 2 * PAD + len(lines) * LINE
    return FRAME.format(
        width=2 * PAD + WIDTH * CHAR, height=height, title="What the command prints", texts="\n".join(texts)
    )


def drawn(line: Text, y: float) -> Iterator[str]:
    """The pieces of a line, each in its place: letters need not be as wide as we think they are."""
    for start, text, style in pieces(line):
        fill = next((colour for name, colour in COLOURS.items() if name in style), PLAIN)
        weight = ' font-weight="bold"' if "bold" in style else ""
        x, length = PAD + cell_len(line.plain[:start]) * CHAR, cell_len(text) * CHAR
        yield (
            f'<text x="{x:g}" y="{y:g}" textLength="{length:g}" lengthAdjust="spacingAndGlyphs" fill="{fill}"{weight}>'
            f"{escape(text)}</text>"
        )


def pieces(line: Text) -> Iterator[tuple[int, str, str]]:
    """Where each piece of a line without wide gaps begins, its text, and its style."""
    ends = sorted({0, len(line), *(edge for span in line.spans for edge in (span.start, span.end))})
    for start, end in pairwise(ends):
        style = " ".join(str(span.style) for span in line.spans if span.start <= start and end <= span.end)
        for found in re.finditer(r"\S+(?: \S+)*", line.plain[start:end]):
            yield start + found.start(), found[0], f"{line.style} {style}"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, picture in pictures().items():
        (FOLDER / file).write_text(picture, encoding="utf-8", newline="\n")
        print(f"wrote {(FOLDER / file).relative_to(ROOT)}")
