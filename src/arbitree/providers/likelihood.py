"""The probability of each label, from the log-probabilities of a reply's tokens.

A verdict is written as one or more tokens. At each of them the alternatives branch off to other labels: one that fits
a single label is that label's, with the probability of the way up to it. What fits several labels or none is nobody's.
The labels' shares are then made to sum to 1, and how much of the probability they had is told beside them.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from arbitree.core.records import Shape

_VERDICT: Final = re.compile(rb'(?<!\\)"verdict"\s*:\s*')
_SCORE: Final = re.compile(rb'(?<!\\)"score"\s*:\s*')
_LEAST_MASS: Final = 1e-6
"""Below it, the labels were no matter for the model, and their shares mean nothing."""


class Token(NamedTuple):
    """One token of a reply, and what might have stood there instead."""

    text: bytes
    logprob: float
    others: tuple[tuple[bytes, float], ...] = ()
    """Alternatives with their log-probabilities; the token itself may be among them."""


class Likelihood(NamedTuple):
    """The probability of each label."""

    probabilities: dict[str, float]
    """By label in declared order (`yes`, `no` for a yes/no question); they sum to 1."""
    mass: float
    """How much of the probability lay on the labels at all."""


def likelihood_of(tokens: Sequence[Token], shape: Shape) -> Likelihood | None:
    """The labels' probabilities where the verdict was written; None when it cannot be told.

    >>> verdict = Token(b"true", math.log(0.75), ((b"false", math.log(0.25)),))
    >>> likelihood_of([Token(b'{"verdict":', 0.0), verdict, Token(b"}", 0.0)], Shape(kind="yes_no"))
    Likelihood(probabilities={'yes': 0.75, 'no': 0.25}, mass=1.0)
    """
    if not tokens:
        return None
    labels = _written(shape)
    whole = b"".join(token.text for token in tokens)
    places = list((_VERDICT if shape.scale is None else _SCORE).finditer(whole))
    if not labels or not places:
        return None
    shares = _shares(tokens, places[-1].end(), list(labels.values()))
    mass = math.fsum(shares)
    if not _LEAST_MASS < mass < 1.01:
        return None
    probabilities = {label: share / mass for label, share in zip(labels, shares, strict=True)}
    return Likelihood(probabilities, min(mass, 1.0))


def _written(shape: Shape) -> dict[str, bytes]:
    """Each label, and how the JSON of a reply writes it, its closing quote or comma left out."""
    if shape.kind == "yes_no":
        return {"yes": b"true", "no": b"false"}
    if shape.scale is not None:
        return {label: label.encode() for label in shape.scale.labels}
    return {option: json.dumps(option, ensure_ascii=False).encode("utf-8", "replace") for option in shape.options}


def _shares(tokens: Sequence[Token], start: int, written: list[bytes]) -> list[float]:
    """The probability that goes to each label."""
    shares = [0.0] * len(written)
    way, prefix, at = 1.0, b"", 0
    for token in tokens:
        end = at + len(token.text)
        if end <= start:
            at = end
            continue
        # Of a token that begins before the verdict, the first part is the same for each of its alternatives.
        lead = token.text[: max(start - at, 0)]
        chosen = prefix + token.text[len(lead) :]
        for text, logprob in _alternatives(token):
            if text == token.text or not text.startswith(lead):
                continue
            fitting = _fitting(prefix + text[len(lead) :], written)
            if len(fitting) == 1:
                shares[fitting[0]] += way * math.exp(min(logprob, 0.0))
        way *= math.exp(min(token.logprob, 0.0))
        fitting = _fitting(chosen, written)
        if len(fitting) == 1:
            shares[fitting[0]] += way
            return shares
        if not fitting:
            return shares
        prefix, at = chosen, end
    return shares


def _alternatives(token: Token) -> Iterable[tuple[bytes, float]]:
    """Each alternative once: servers may list the chosen token again."""
    return dict(token.others).items()


def _fitting(text: bytes, written: list[bytes]) -> list[int]:
    """The labels that a beginning can still become, or has become; a label that begins another waits for its quote.

    >>> _fitting(b'"On', [b'"One"', b'"Only one"']), _fitting(b'"One",', [b'"One"', b'"Only one"'])
    ([0, 1], [0])
    """
    if not text:
        return list(range(len(written)))
    return [place for place, label in enumerate(written) if label.startswith(text) or _begins(text, label)]


def _begins(text: bytes, label: bytes) -> bool:
    """Whether a text is a label and what follows it; 10 is no 1 with something behind it."""
    is_number = label[-1:].isdigit()
    return text.startswith(label) and not (is_number and text[len(label) : len(label) + 1].isdigit())
