"""The environment of each other library: made where it is missing, named where it cannot be made."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.contenders import LIBRARIES


def python_of(library: str, folder: Path) -> Path | str:
    """The python that has a library, in `folder/.venv-LIBRARY`; or why there is none.

    Args:
        library: the library.
        folder: where environments are kept.
    """
    home = folder / f".venv-{library}"
    python = home / "bin" / "python"
    done = home / ".benchmarks"
    wanted = " ".join(LIBRARIES[library])
    if python.exists() and done.exists() and done.read_text() == wanted:
        return python
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *LIBRARIES[library]]
    for command in ([sys.executable, "-m", "venv", "--clear", str(home)], install):
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode:
            return f"{' '.join(LIBRARIES[library])} cannot be installed: {ran.stderr.strip()[-300:]}"
    done.write_text(wanted)
    return python
