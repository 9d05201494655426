"""What can be wrong with a ledger, each said as one problem: what, where, and how to mend it."""

from __future__ import annotations

import errno
import sqlite3

from arbitree.errors import Problem

ELSEWHERE = "name another place with --ledger FILE, or go without: --no-ledger"


def absent(path: str, like: str) -> Problem:
    """There is no ledger to read from."""
    mend = f"did you mean {like}?" if like else "name the ledger of an earlier run, or run once without --replay"
    return Problem(code="R140", what="there is no ledger here", where=path, mend=mend)


def unwritable(path: str, why: str) -> Problem:
    """The place cannot be written to."""
    return Problem(code="R141", what=f"the ledger cannot be written to: {why}", where=path, mend=ELSEWHERE)


def foreign(path: str, why: str) -> Problem:
    """The file is something else."""
    mend = f"name another file. If it was a ledger once: arbitree ledger verify --mend {path}"
    return Problem(code="R142", what=f"this file is no ledger: {why}", where=path, mend=mend)


def newer(path: str, version: int, ours: int) -> Problem:
    """A newer arbitree wrote it."""
    what = f"the ledger is of version {version}, and this arbitree reads versions up to {ours}"
    return Problem(
        code="R143", what=what, where=path, mend="install the arbitree that wrote it, or name another ledger"
    )


def damaged(path: str, why: str) -> Problem:
    """Its pages contradict each other."""
    mend = f"arbitree ledger verify --mend {path} saves every whole row, and keeps the damaged file beside it"
    return Problem(code="R144", what=f"the ledger is damaged: {why}", where=path, mend=mend)


def networked(path: str, kind: str) -> Problem:
    """Several machines could write at once, and SQLite could not tell."""
    what = f"the ledger is on a network file system ({kind}), where SQLite's locks and shared memory are not safe"
    return Problem(code="R145", what=what, where=path, mend="put it on a disk of this machine: --ledger FILE")


def full(path: str, free: str) -> Problem:
    """There is no room."""
    what = f"there is no room for the ledger: {free}"
    return Problem(code="R146", what=what, where=path, mend="free some space, or name another disk with --ledger FILE")


def locked(path: str) -> Problem:
    """Another program holds it."""
    what = "another program holds the ledger and does not let go of it"
    mend = "end that program (a database browser, perhaps), or name another ledger with --ledger FILE"
    return Problem(code="R147", what=what, where=path, mend=mend)


def unkept(count: int, trouble: Problem) -> Problem:
    """A run has answers that could not be written down."""
    what = f"{count} answers could not be written to the ledger: {trouble.what}"
    mend = "mend that; what was not written is asked again by the next run"
    return Problem(code="R148", what=what, where=trouble.where, mend=mend)


def problem_of(error: Exception, path: str) -> Problem:
    """What an error of SQLite or of the system means for a ledger."""
    if not isinstance(error, (sqlite3.Error, OSError)):
        return unwritable(path, f"{type(error).__name__}: {error}")
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return full(path, reason) if error.errno in (errno.ENOSPC, errno.EDQUOT) else unwritable(path, reason)
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return full(path, str(error))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return locked(path)
        case sqlite3.SQLITE_CORRUPT:
            return damaged(path, str(error))
        case sqlite3.SQLITE_NOTADB:
            return foreign(path, "it does not begin as a SQLite file does")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_IOERR:
            return unwritable(path, str(error))
        case _:
            return damaged(path, str(error))


def is_busy(error: Exception) -> bool:
    """Whether another connection was only in the way."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
