"""A plain client of the loopback server: the standard library's, so that nothing stands between test and server."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arbitree.testing.server import LoopbackServer

YES_NO = {"type": "object", "properties": {"reason": {"type": "string"}, "verdict": {"type": "boolean"}}}


@dataclass(frozen=True, kw_only=True)
class Got:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """The model's text in a chat completion."""
        text: str = self.json["choices"][0]["message"]["content"]
        return text

    @property
    def verdict(self) -> Any:
        return json.loads(self.text)["verdict"]


def chat(prompt: str, schema: Mapping[str, Any] | None = YES_NO, **more: Any) -> dict[str, Any]:
    body: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": prompt}], **more}
    if schema is not None:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}}
    return body


def post(server: LoopbackServer, body: Mapping[str, Any], *, path: str = "/v1/chat/completions") -> Got:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    try:
        connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        response = connection.getresponse()
        return Got(status=response.status, headers=dict(response.getheaders()), body=response.read())
    finally:
        connection.close()


def statuses(server: LoopbackServer, count: int) -> list[int]:
    """The statuses of so many different questions."""
    return [post(server, chat(f"Question {number}?")).status for number in range(count)]
