"""The mistakes that nodes show, in words: the reference's sentence first, then where and how to mend.

What one node shows raises where it is written; what only the whole graph shows is collected when the
graph is built.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from arbitree.errors import GraphError, Problem


def quoted(value: object, limit: int = 60) -> str:
    """The value as Python writes it, cut where it is long.

    >>> quoted("a" * 80, 10)
    "'aaaaaaaaa…"
    """
    text = repr(value) if not isinstance(value, int) or value.bit_length() < 1024 else "a number of very many digits"
    return text if len(text) <= limit else text[:limit] + "…"


def refuse(code: str, what: str, where: str, mend: str) -> NoReturn:
    """Raises a GraphError of one problem."""
    raise GraphError(Problem(code=code, what=what, where=where, mend=mend))


def check_text(value: object, name: str, owner: str) -> None:
    """Raises a GraphError unless the value is text with something in it."""
    check_string(value, name, owner)
    if isinstance(value, str) and not value.strip():
        refuse("G121", f"{owner} needs {name}, and it is blank", f"{owner}({name}={value!r})", "say what is asked")


def check_string(value: object, name: str, owner: str) -> None:
    """Raises a GraphError unless the value is text, or empty text."""
    if not isinstance(value, str):
        what = f"{owner} needs {name} as a string, not {type(value).__name__} ({quoted(value)})"
        refuse("G121", what, f"{owner}({name}=...)", "pass text")


def check_list(values: object, name: str, owner: str, what: str) -> None:
    """Raises a GraphError unless the values are a list or a tuple; a single text is none, though it has characters."""
    if not isinstance(values, (list, tuple)):
        found = f"{owner} needs {name} as a list of {what}, not {type(values).__name__} ({quoted(values)})"
        refuse("G121", found, f"{owner}({name}=...)", f"write {name}=[{quoted(values)}]")


def check_score(score: object, where: str) -> None:
    """Raises a GraphError unless the score is a number from 0 to 10."""
    message = "The score must be between 0 and 10, inclusive."
    mend = "write a number from 0 to 10; it is divided by 10 on output"
    if isinstance(score, bool) or not isinstance(score, (int, float)):
        refuse("G106", f"{message} Got {type(score).__name__} {quoted(score)}, which is no number.", where, mend)
    if not 0 <= score <= 10:
        score = quoted(score)
        refuse("G106", f"{message} Got {score}.", where, mend)


def check_one_end(score: object, child: object, where: str) -> None:
    """Raises a GraphError unless exactly one of score and child is given."""
    mend = "give a score, which ends the path, or the node to go to next (`then=`; `child=` of a VerdictNode)"
    if score is not None and child is not None:
        refuse("G122", "A VerdictNode can have either a 'score' or a 'child', but not both.", where, mend)
    if score is None and child is None:
        refuse("G122", "A VerdictNode must have either a 'score' or a 'child'.", where, mend)


def twice(option: object, node: str, shown: str, kind: str) -> Problem:
    """A verdict that was added twice."""
    what = f"Duplicate verdict found: {option} in children of {kind}. It is {shown}"
    return Problem(code="G105", what=what, mend="keep one of them, or tell the options apart", node=node)


def not_two(verdicts: Sequence[object], node: str, shown: str, kind: str) -> Problem:
    """A yes/no node that does not have exactly the two verdicts."""
    missing = [verdict for verdict in (True, False) if verdict not in verdicts]
    have = ", ".join(str(verdict) for verdict in verdicts) or "none"
    if len(verdicts) == 2:
        what = f"{kind} must have one True and one False VerdictNode child."
    else:
        what = f"{kind} must have exactly 2 children."
    mend = "keep one True and one False" if not missing else "; ".join(_added(verdict) for verdict in missing)
    return Problem(code="G104", what=what, where=f"{shown} has {have}", mend=mend, node=node)


def _added(verdict: bool) -> str:
    return f"add_verdict(verdict={verdict}, score=...) or add_verdict(verdict={verdict}, then=...)"
