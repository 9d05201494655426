"""Running the commands of a page in a folder of its own, with `arbitree` as the command that is under test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_COMMAND = """\
#!{python}
import sys
sys.path.insert(0, {source!r})
from arbitree.cli import main
sys.argv[0] = "arbitree"
sys.exit(main())
"""


_PYTEST = """\
#!/bin/sh
export PYTEST_DISABLE_PLUGIN_AUTOLOAD=1
exec "{python}" -m pytest -p arbitree.pytest_plugin -p xdist.plugin -p no:cacheprovider "$@"
"""
"""As it is where arbitree is installed; here it need not be."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a page's blocks are run: a copy of the repository's examples, and the programs beside it."""

    folder: Path
    programs: Path

    def environment(self) -> dict[str, str]:
        """The variables that commands see; no keys, no colours, 100 columns."""
        kept = {name: os.environ[name] for name in ("HOME", "LANG", "SYSTEMROOT", "TMPDIR") if name in os.environ}
        return kept | {
            "PATH": os.pathsep.join([str(self.programs), os.environ["PATH"]]),
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONWARNINGS": "error",
            "PYTHONDONTWRITEBYTECODE": "1",
            "NO_COLOR": "1",
            "COLUMNS": "100",
        }


def make_place(folder: Path) -> Place:
    """A new place inside an empty folder."""
    programs = folder / "programs"
    programs.mkdir()
    for name in ("python", "python3"):
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    text = _COMMAND.format(python=sys.executable, source=str(ROOT / "src"))
    (programs / "arbitree").write_text(text, encoding="utf-8")
    (programs / "pytest").write_text(_PYTEST.format(python=sys.executable), encoding="utf-8")
    for program in programs.iterdir():
        program.chmod(0o755)
    work = folder / "work"
    work.mkdir()
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", work / "examples", ignore=shutil.ignore_patterns("__pycache__", "runs"))
    return Place(folder=work, programs=programs)


def run(command: str, place: Place) -> tuple[int, str]:
    """The exit code of a shell command, and all that it printed."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=place.folder,
        env=place.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8")
