"""Answers with probabilities, and the log-probabilities that a chat server tells of them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from arbitree.core.records import Shape
from arbitree.errors import Problem, UsageError
from arbitree.testing.server.asked import Asked

_LEAST: Final = 1e-9
"""What stands for no probability at all: its logarithm is no number."""

_ELSEWHERE: Final = "perhaps"
"""The token that has what no label has."""


@dataclass(frozen=True)
class Likely:
    """An answer with a probability for each label. Made by `likely`."""

    labels: tuple[tuple[str, float], ...]
    """By label; `yes` and `no` for a yes/no question."""
    mass: float = 1.0
    """How much of the probability lies on the labels at all, where it is told token by token."""

    @property
    def answer(self) -> bool | str:
        """The most probable one, the first of equal ones; True and False for `yes` and `no`."""
        best = max(self.labels, key=lambda pair: pair[1])[0]
        return best == "yes" if {label for label, _ in self.labels} == {"yes", "no"} else best

    def of(self, shape: Shape) -> dict[str, float]:
        """A probability for each label that the shape has, in declared order; 0 for those that were not named."""
        told = dict(self.labels)
        return {label: told.get(label, 0.0) for label in shape.options or ("yes", "no")}


def likely(answer: bool | str | Mapping[str, float], probability: float = 1.0, *, mass: float = 1.0) -> Likely:
    """An answer, and how probable it is: what decisions and log-probabilities tell.

    Args:
        answer: True or False with the probability that it is; or a probability for each label.
        probability: Of a bool; of an option its share, of which the others get nothing.
        mass: How much of the probability lies on the labels at all, where it is told token by token.

    Raises:
        UsageError: These are no probabilities.

    >>> likely(True, 0.8).labels, likely({"Both": 0.7, "Neither": 0.3}).answer
    ((('yes', 0.8), ('no', 0.19999999999999996)), 'Both')
    """
    if isinstance(answer, bool):
        yes = probability if answer else 1 - probability
        labels: dict[str, float] = {"yes": yes, "no": 1 - yes}
    elif isinstance(answer, str):
        labels = {answer: probability}
    else:
        labels = dict(answer)
    if not labels or not all(0 <= share <= 1 for share in (*labels.values(), mass)) or sum(labels.values()) > 1.000001:
        what = f"these are no probabilities: {', '.join(f'{label} {share:g}' for label, share in labels.items())}"
        raise UsageError(
            Problem(code="X152", what=what, mend="give each label a number from 0 to 1, together at most 1")
        )
    return Likely(tuple(labels.items()), mass)


def wanted_of(asked: Asked) -> int:
    """How many alternatives at each token a request asks for; 0 where it asks for no log-probabilities."""
    body = asked.body
    told = body.get("top_logprobs", body.get("logprobs"))
    asks = "message.output_text.logprobs" in (body.get("include") or ()) or bool(body.get("logprobs"))
    return told if asks and isinstance(told, int) and not isinstance(told, bool) else 0


def tokens_of_verdict(text: str, answer: Likely, asked: Asked) -> list[dict[str, Any]]:
    """The tokens of a reply, as OpenAI writes them: what stands before the verdict, the verdict, what stands behind."""
    shares = {_written(label): share * answer.mass for label, share in answer.of(asked.shape).items()}
    chosen = _written("yes" if answer.answer is True else "no" if answer.answer is False else str(answer.answer))
    before, found, after = text.rpartition(chosen)
    if not found:
        return [_token(text, 1.0, {}, 0)]
    if answer.mass < 1:
        shares[_ELSEWHERE] = 1 - answer.mass
    top = dict(sorted(shares.items(), key=lambda pair: -pair[1])[: wanted_of(asked)])
    return [_token(before, 1.0, {}, 0), _token(chosen, shares[chosen], top, len(top)), _token(after, 1.0, {}, 0)]


def _written(label: str) -> str:
    """A label as the JSON of a reply writes it."""
    return {"yes": "true", "no": "false"}.get(label) or json.dumps(label, ensure_ascii=False)


def _token(text: str, share: float, others: Mapping[str, float], count: int) -> dict[str, Any]:
    alternatives = [_one(other, its) for other, its in list(others.items())[:count]]
    return {**_one(text, share), "top_logprobs": alternatives or [_one(text, share)]}


def _one(text: str, share: float) -> dict[str, Any]:
    return {"token": text, "bytes": list(text.encode("utf-8", "replace")), "logprob": math.log(max(share, _LEAST))}
