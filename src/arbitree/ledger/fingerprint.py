"""Which judge, with which settings: what a stored reply is kept under, beside the key of its question."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from arbitree.errors import Problem, UsageError

TAG = "j1-"
"""The version of the recipe. A stored reply stays good for as long as this stays."""

_SECRETS = frozenset({"api_key", "apikey", "authorization", "key", "password", "secret", "token"})


@dataclass(frozen=True, kw_only=True)
class Fingerprint:
    """A judge and its settings, told in full and as a hash. Made by `fingerprint`."""

    form: str
    """What it was made of, as JSON with sorted keys."""

    @cached_property
    def digest(self) -> str:
        """The tagged hash: 128 bits of SHA-256 over the form."""
        return digest_of(self.form)

    @cached_property
    def number(self) -> int:
        """The first 62 bits of the hash: how rows of a ledger name the judge."""
        return number_of(self.digest)

    def __str__(self) -> str:
        return self.form


def fingerprint(told: str | Mapping[str, object]) -> Fingerprint:
    """The fingerprint of a judge: two judges that may answer differently need different ones.

    Args:
        told: Everything that its replies depend on: provider, address, model, sampling settings, the form of reply that
            the server is held to. Or a text that its maker changes whenever the judge changes.

    Raises:
        UsageError: It holds a key or a password, which must never be stored, or what JSON cannot hold.

    >>> fingerprint({"provider": "openai", "model": "m-1", "temperature": 0}).form
    '{"model":"m-1","provider":"openai","temperature":0}'
    >>> fingerprint("my judge, second version").digest
    'j1-c3300bd019f4fba4a0a42558812bc4d1'
    """
    if not isinstance(told, str):
        _refuse_secrets(told)
    try:
        form = json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        what = f"the fingerprint of a judge holds what JSON cannot hold: {error}"
        mend = "give texts, numbers, true and false, lists and mappings"
        raise UsageError(Problem(code="X170", what=what, mend=mend)) from None
    return Fingerprint(form=form)


def digest_of(form: str) -> str:
    """The tagged hash of a form."""
    return TAG + hashlib.sha256(f"{TAG}\n{form}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def number_of(digest: str) -> int:
    """The number that stands for a tagged hash in rows: it fits SQLite's integers."""
    return int(digest[len(TAG) : len(TAG) + 16], 16) >> 2


def _refuse_secrets(told: Mapping[str, object]) -> None:
    for name, value in told.items():
        if name.lower() in _SECRETS:
            what = f'the fingerprint of a judge holds "{name}", and a fingerprint is stored as it is'
            raise UsageError(
                Problem(code="X171", what=what, mend="leave keys and passwords out: no reply depends on them")
            )
        if isinstance(value, Mapping):
            _refuse_secrets(value)
