"""The text of a rubric's file, or why it cannot be read."""

from __future__ import annotations

from pathlib import Path

from arbitree.core.nearest import nearest
from arbitree.errors import Problem, RubricFileError


def rubric_text(path: Path) -> str:
    """The text of a rubric's file.

    Raises:
        RubricFileError: it cannot be read, or is not text in UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise RubricFileError(_unreadable(path, error)) from None
    except UnicodeDecodeError as error:
        what = f"the file is not text in UTF-8: byte {error.start + 1} is {error.object[error.start]:#04x}"
        mend = "save it as UTF-8"
        raise RubricFileError(Problem(code="G291", what=what, where=str(path), mend=mend)) from None


def _unreadable(path: Path, error: OSError) -> Problem:
    if isinstance(error, FileNotFoundError):
        names = sorted(entry.name for entry in path.parent.iterdir()) if path.parent.is_dir() else []
        like = nearest(path.name, names)
        mend = (
            f"did you mean {path.parent / like}?" if like else "check the path; `arbitree init` writes a first rubric"
        )
        return Problem(code="G290", what="there is no such file", where=str(path), mend=mend)
    if isinstance(error, IsADirectoryError):
        mend = "name the rubric's file in it"
        return Problem(code="G290", what="this is a folder, not a rubric file", where=str(path), mend=mend)
    what = f"the rubric cannot be read: {error.strerror}"
    return Problem(code="G290", what=what, where=str(path), mend="check the path and its permissions")
