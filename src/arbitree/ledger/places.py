"""Where a ledger lies: whether the folder can hold one, before any money is spent."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from arbitree.core.nearest import nearest
from arbitree.errors import RecordError
from arbitree.ledger import troubles

DEFAULT = Path(".arbitree") / "ledger.sqlite"
"""Where the ledger is when nobody names a place: below the folder that the command is run in."""

LEAST_FREE = 16 * 1024 * 1024
"""Bytes that must be free on the disk for a run to start."""

_NETWORK = frozenset(
    {"afs", "beegfs", "ceph", "cifs", "davfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3", "smbfs"}
)
_NETWORK_FUSE = ("fuse.ceph", "fuse.davfs", "fuse.gcsfuse", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs")


def make_default() -> None:
    """Makes the folder of the default ledger, which version control is to pass over.

    Raises:
        RecordError: it cannot be made.
    """
    ignore = DEFAULT.parent / ".gitignore"
    try:
        DEFAULT.parent.mkdir(exist_ok=True)
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise RecordError(troubles.problem_of(error, str(DEFAULT))) from None


def refuse_place(path: Path, *, writes: bool) -> None:
    """Passes only a place that can hold a ledger; makes the folder where it is to be written to.

    Raises:
        RecordError: it cannot, and why.
    """
    named = str(path)
    try:
        is_folder, is_there = path.is_dir(), path.exists()
        if writes and not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(troubles.problem_of(error, named)) from None
    if is_folder:
        raise RecordError(troubles.foreign(named, "it is a folder"))
    if not writes and not is_there:
        names = sorted(entry.name for entry in path.parent.iterdir()) if path.parent.is_dir() else []
        like = nearest(path.name, names)
        raise RecordError(troubles.absent(named, str(path.parent / like) if like else ""))
    kind = filesystem_of(path.parent)
    if kind in _NETWORK or kind.startswith(_NETWORK_FUSE):
        raise RecordError(troubles.networked(named, kind))
    if writes:
        _refuse_unwritable(path)


def _refuse_unwritable(path: Path) -> None:
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        what = "the file is read-only" if path.exists() else "the folder is read-only"
        raise RecordError(troubles.unwritable(str(path), what))
    if not os.access(path.parent, os.W_OK):
        # SQLite keeps two more files beside it while it is in use.
        raise RecordError(troubles.unwritable(str(path), "the folder is read-only"))
    free = shutil.disk_usage(path.parent).free
    if free < LEAST_FREE:
        raise RecordError(troubles.full(str(path), f"{free / 1e6:.1f} MB are free on its disk"))


def filesystem_of(folder: Path, mounts: str | None = None) -> str:
    """The kind of file system that a folder is on, as Linux names it; empty where that cannot be told.

    >>> filesystem_of(Path("/data/team"), "25 1 0:1 / / rw - ext4 /dev/a rw\\n26 25 0:2 / /data rw - nfs4 host:/x rw")
    'nfs4'
    """
    if mounts is None:
        try:
            mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        folder = folder.resolve()
    found, depth = "", -1
    for point, kind in _mounts(mounts):
        # Of several mounts on one point the last one is what is seen.
        if (folder == point or point in folder.parents) and len(point.parts) >= depth:
            found, depth = kind, len(point.parts)
    return found


def _mounts(text: str) -> Iterator[tuple[Path, str]]:
    for line in text.splitlines():
        before, dash, after = line.partition(" - ")
        parts = before.split(" ")
        if dash and len(parts) > 4 and after:
            # Spaces and the like stand as octal escapes.
            point = parts[4].encode().decode("unicode_escape").encode("latin-1", "replace").decode("utf-8", "replace")
            yield Path(point), after.split(" ")[0]
