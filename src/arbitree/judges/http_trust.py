"""The certificates that are trusted: the system's, and those of the files that the environment names."""

from __future__ import annotations

import asyncio
import os
import ssl
from typing import Final

_CA_FILES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
"""Variables that may name a file of certificates."""


class Trust:
    """What is trusted, by what the environment names."""

    def __init__(self) -> None:
        self._trusted: dict[tuple[str, ...], ssl.SSLContext] = {}

    async def certificates(self) -> ssl.SSLContext:
        """What is trusted: read when it is first needed, in a thread, since it can take a third of a second.

        Raises:
            OSError: a file that the environment names cannot be read as certificates.
        """
        named = tuple(os.environ.get(variable, "") for variable in _CA_FILES)
        if named not in self._trusted:
            self._trusted[named] = await asyncio.to_thread(_certificates)
        return self._trusted[named]


TRUST: Final = Trust()


def _certificates() -> ssl.SSLContext:
    """A context that trusts the system's certificates and those of the files that the environment names.

    Raises:
        OSError: A file that the environment names cannot be read, or holds no certificate.
    """
    # OpenSSL itself looks at SSL_CERT_FILE and SSL_CERT_DIR, but says nothing of a file that is not there.
    context = ssl.create_default_context()
    for variable in _CA_FILES:
        path = os.environ.get(variable)
        if path:
            try:
                context.load_verify_locations(cafile=path)
            except OSError as error:
                raise OSError(f"{variable} names {path}, which cannot be read as certificates: {error}") from error
    return context
