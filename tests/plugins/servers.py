"""No test knows what another one has found out about a server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arbitree.judges.servers import SERVERS


@pytest.fixture(autouse=True)
def _nothing_is_known_of_servers() -> Iterator[None]:
    SERVERS.reset()
    yield
