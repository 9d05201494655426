"""The error of a local test that cannot be run."""

from __future__ import annotations


class Unusable(Exception):
    """A test of the `local` judge cannot be run as it is; the message says why and how to mend it."""
