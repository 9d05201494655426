"""Tells the objects that a judge gives from those that it quotes from the text it judges."""

from __future__ import annotations

from typing import Final

_WINDOW: Final = 2_000
"""How far around an object quotation marks are looked for, so that many objects cost no more than a long text."""
_MATES: Final = {'"': '"', "'": "'", "`": "`", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}
_TWINS: Final = ('"', "`")
_TURNED: Final = (("\u201c", "\u201d"), ("\u00ab", "\u00bb"), ("\u2018", "\u2019"))


def quoted(prose: str, start: int, end: int) -> bool:
    """Whether what stood from `start` to `end` of a reply stands in quotation marks, backticks or a quoted line.

    Args:
        prose: the reply with every object replaced by spaces.
        start: where the object begins.
        end: where it ends.

    >>> text = 'It says "put {"verdict": true} here", but'
    >>> quoted(text.replace('{"verdict": true}', " " * 17), 13, 30)
    True
    """
    before, after = _around(prose, start, end)
    if before.rpartition("\n")[2].lstrip().startswith(">"):
        return True
    # Fences wrap a whole answer more often than a quotation, so three backticks count as nothing.
    before, after = before.replace("```", ""), after.replace("```", "")
    left, right = before[-1:], after[:1]
    if not before.strip() and not after.strip():
        return False
    if _MATES.get(left, "") == right != "" or right in ('"', "`", "\u201d", "\u00bb"):
        return bool(before.strip(left + " \n")) or bool(after.strip(right + " \n.")) or left != _left_of(right)
    if any(before.count(mark) % 2 and mark in after for mark in _TWINS):
        return True
    return any(before.rfind(opens) > before.rfind(closes) and closes in after for opens, closes in _TURNED)


def _around(prose: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and after in the same paragraph."""
    before = prose[max(0, start - _WINDOW) : start].rpartition("\n\n")[2]
    after = prose[end : end + _WINDOW].partition("\n\n")[0]
    return before, after


def _left_of(right: str) -> str:
    """The mark that opens what this one closes."""
    return next((left for left, mate in _MATES.items() if mate == right), "")
