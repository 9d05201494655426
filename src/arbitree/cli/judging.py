"""The judges that the flags name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.errors import ArbitreeError, JudgeError, Problem
from arbitree.judges.base import Judge
from arbitree.judges.named import judge_from

_ROLE = re.compile(r"(?P<role>[\w-]+)=(?P<judge>.+)", re.DOTALL)


def judges_of(texts: Sequence[str], *, concurrency: int) -> dict[str, Judge]:
    """The judge of each role that the flags name; a flag without a role names the judge of all others.

    Raises:
        ArbitreeError: with all that is wrong with any of them.
    """
    judges: dict[str, Judge] = {}
    problems: list[Problem] = []
    for text in texts:
        match = _ROLE.fullmatch(text)
        role, name = (match["role"], match["judge"]) if match else (DEFAULT_ROLE, text)
        if role in judges:
            whose = "" if role == DEFAULT_ROLE else f' for the role "{role}"'
            mend = "name one; a judge of a single role is written --judge ROLE=..."
            problems.append(Problem(code="X323", what=f"two judges are named{whose}", where="--judge", mend=mend))
            continue
        try:
            judges[role] = judge_from(name, concurrency=max(concurrency, 1))
        except ArbitreeError as error:
            problems += error.problems
    if problems:
        raise JudgeError(problems)
    return judges
