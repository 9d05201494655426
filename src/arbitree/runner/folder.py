"""RUN folders: `runs/NAME`, how a new one gets its name, and how one is found again, `latest` included."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from arbitree.core.nearest import nearest
from arbitree.errors import Problem, RecordError

RUNS = Path("runs")
"""Where runs are kept, below the current folder."""

LATEST = "latest"
"""The name that stands for the run made last."""

RESULTS = "results.jsonl"
PACKED = "results.jsonl.gz"
"""The results of a run that ended, where they were to be compressed."""
SUMMARY = "run.json"
LOG = "log.jsonl"


def results_in(folder: Path) -> Path:
    """The file of results in a RUN folder: as it is written, or else compressed."""
    plain, packed = folder / RESULTS, folder / PACKED
    return packed if packed.exists() and not plain.exists() else plain


def slug(name: str) -> str:
    """A rubric's name as a folder's: small letters, digits and single hyphens; `run` when nothing is left.

    >>> slug("Return reply (v2)"), slug("回答")
    ('return-reply-v2', '回答')
    """
    return re.sub(r"[\W_]+", "-", name.lower()).strip("-")[:60] or "run"


def new_folder(rubric: str, *, name: str | None = None, out: str | os.PathLike[str] | None = None) -> Path:
    """A new RUN folder, made and empty.

    Args:
        rubric: the rubric's name; the folder is called after it and a number that is not taken.
        name: the folder's name below `runs`, instead.
        out: the folder's path, instead.

    Raises:
        RecordError: the folder is there and holds something, or cannot be made.
    """
    if out is not None:
        return _made(Path(out))
    if name is not None:
        return _made(named_folder(name))
    stem, number = slug(rubric), 1
    while True:
        # To try is the only way to know: another run may be starting at the same moment.
        try:
            (RUNS / f"{stem}-{number}").mkdir(parents=True)
        except FileExistsError:
            number += 1
        except OSError as error:
            raise RecordError(_unmakeable(RUNS / f"{stem}-{number}", error)) from None
        else:
            return RUNS / f"{stem}-{number}"


def named_folder(name: str) -> Path:
    """The folder of that name below `runs`.

    Raises:
        RecordError: it cannot be a name.
    """
    if not name.strip() or name in {LATEST, ".", ".."} or re.search(r'[/\\:*?"<>|\0-\x1f\x7f]', name):
        what = f'"{name}" cannot be the name of a run'
        raise RecordError(Problem(code="R201", what=what, where="--name", mend="use letters, digits and hyphens"))
    return RUNS / name


def _made(path: Path) -> Path:
    refuse_taken(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(_unmakeable(path, error)) from None
    return path


def refuse_taken(path: Path) -> None:
    """Passes only a folder that is not there yet, or is empty.

    Raises:
        RecordError: it holds something, or is no folder.
    """
    try:
        taken = path.exists() and any(path.iterdir())
    except OSError as error:
        raise RecordError(_unmakeable(path, error)) from None
    if taken:
        is_run = (path / SUMMARY).exists() or results_in(path).exists()
        what = "the folder already holds a run" if is_run else "the folder is not empty"
        mend = f"name another folder, or go on with that run: --resume {path}" if is_run else "name another folder"
        raise RecordError(Problem(code="R202", what=what, where=str(path), mend=mend))


def _unmakeable(path: Path, error: OSError) -> Problem:
    return Problem(
        code="R203",
        what=f"the folder of the run cannot be made: {error.strerror}",
        where=str(path),
        mend="name another with --out, or keep nothing with --no-save",
    )


def note_latest(folder: Path) -> None:
    """Makes `runs/latest` mean this folder: a link, or a file that names it where links cannot be made.

    A folder elsewhere than under `runs` is left alone: it is found by its path.
    """
    if folder.parent != RUNS:
        return
    link, fresh = RUNS / LATEST, RUNS / f".latest-{os.getpid()}"
    with suppress(OSError):
        fresh.unlink(missing_ok=True)
        try:
            fresh.symlink_to(folder.name, target_is_directory=True)
        except (OSError, NotImplementedError):
            fresh.write_text(f"{folder.name}\n", encoding="utf-8")
        fresh.replace(link)


def find_folder(run: str | os.PathLike[str]) -> Path:
    """The RUN folder that a path, a name below `runs`, or `latest` means.

    Raises:
        RecordError: there is no such folder, or it holds no run.
    """
    given = Path(run)
    candidates = [RUNS / given, given] if str(given) == LATEST else [given, RUNS / given]
    for candidate in candidates:
        path = _followed(candidate)
        if path.is_dir():
            if results_in(path).is_file() or (path / SUMMARY).is_file():
                return path
            mend = f"name the folder of a run: it holds {SUMMARY} and {RESULTS}"
            raise RecordError(Problem(code="R204", what="the folder holds no run", where=str(path), mend=mend))
    names = sorted(entry.name for entry in RUNS.iterdir() if entry.is_dir()) if RUNS.is_dir() else []
    like = nearest(given.name, names)
    hint = f"did you mean {like}? " if like else ""
    known = f"runs here: {', '.join(names[:10])}" if names else "no run was made in this folder yet: `arbitree run`"
    raise RecordError(
        Problem(code="R205", what=f'there is no run "{run}"', where=str(RUNS.absolute()), mend=hint + known)
    )


def _followed(path: Path) -> Path:
    """The folder a link or a naming file points to; the path as it is otherwise."""
    if path.name == LATEST and path.is_symlink():
        return path.parent / path.readlink()
    if path.name == LATEST and path.is_file():
        with suppress(OSError, UnicodeDecodeError):
            return path.parent / path.read_text(encoding="utf-8").strip()
    return path
