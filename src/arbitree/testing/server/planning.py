"""What is sent back for a request, and in what manner: limit, script, fault and latency come together here."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from arbitree.testing.server.asked import Asked, Form, form_of, key_of
from arbitree.testing.server.counts import Counting
from arbitree.testing.server.decisions import DECISIONS
from arbitree.testing.server.drawing import Latency
from arbitree.testing.server.envelopes import error_body, tokens_of
from arbitree.testing.server.faults import Fault, Faults
from arbitree.testing.server.limits import RateLimits
from arbitree.testing.server.making import Made, Maker, asked_all
from arbitree.testing.server.script import Script, answer_of

Manner: TypeAlias = Literal["whole", "drip", "reset", "close", "hang", "tls"]
"""How a reply is sent: whole, a little at a time, half of it, not at all."""

PREFIX_BLOCK = 512
"""How many characters of a prompt are cached together."""


@dataclass(frozen=True, kw_only=True)
class Planned:
    """What is sent back, and how."""

    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    manner: Manner = "whole"
    wait: float = 0.0
    """Seconds before anything is sent."""
    drip: float = 0.0
    """Seconds over which a slow reply is sent."""


@dataclass(frozen=True, kw_only=True)
class Behaviour:
    """How the server behaves."""

    script: Script | None
    faults: Faults
    latency: Latency
    limits: RateLimits
    seed: int
    caches_prefixes: bool
    refuses: tuple[str, ...] = ()
    tells_limits: bool = True


class Planner:
    """Plans what each request gets."""

    def __init__(self, behaviour: Behaviour, counting: Counting) -> None:
        self._behaviour = behaviour
        self.counting = counting
        self._prefixes: set[bytes] = set()

    def plan(self, method: str, path: str, body: bytes, now: float) -> Planned:
        """What one request gets. Besides the limit, which the clock decides, it depends on the request alone."""
        form = form_of(path)
        if method != "POST" or form is None:
            return self._elsewhere(method, path)
        key = key_of(path, body)
        occurrence = self.counting.came(key)
        try:
            content = json.loads(body)
        except ValueError:
            content = None
        if not isinstance(content, dict):
            return _error(form, 400, "the body is not a JSON object")
        if content.get("stream"):
            return _error(form, 400, "this server does not stream")
        refused_field = next((field for field in self._behaviour.refuses if field in content), "")
        if refused_field:
            return _error(form, 400, f"Unsupported parameter: '{refused_field}'", field=refused_field)
        asked = asked_all(form, content, key=key, occurrence=occurrence)
        if isinstance(asked, str):
            return _error(form, 400, asked)
        if form in DECISIONS:
            self.counting.decisions += len(asked)
        limits = self._behaviour.limits
        wait = limits.refused_for(_tokens(asked), now)
        told = tuple(limits.headers(form, now)) if self._behaviour.tells_limits else ()
        if wait:
            self.counting.refused += 1
            refused = _error(form, 429, "you are beyond your rate limit")
            return replace(refused, headers=(("retry-after", _seconds(wait)), *told))
        planned = self._answered(asked)
        return replace(planned, headers=(*planned.headers, *told)) if told else planned

    def _answered(self, asked: tuple[Asked, ...]) -> Planned:
        behaviour, first = self._behaviour, asked[0]
        answers = [answer_of(behaviour.script, one, behaviour.seed) for one in asked]
        wanted = next((answer for answer in answers if isinstance(answer, Fault)), None)
        name = wanted.name if wanted is not None else behaviour.faults.pick(first.key, first.occurrence)
        wait = behaviour.latency.seconds(behaviour.seed, first.key, first.occurrence)
        maker = Maker(behaviour.seed, behaviour.faults.giant, is_drawn=behaviour.script is None)
        made = maker.made(asked, [True if isinstance(answer, Fault) else answer for answer in answers])
        if isinstance(made, str):
            self.counting.unscripted += 1
            return _error(first.form, 422, f"the script has no answer to: {made[-300:]}")
        if name:
            self.counting.faults[name] += 1
            return replace(self._faulty(name, maker, made), wait=wait)
        self.counting.answered += 1
        return Planned(body=self._good(maker, made), wait=wait)

    def _good(self, maker: Maker, made: Made) -> bytes:
        return maker.body(made, cached=self._cached(made.asked[0].prompt))

    def _faulty(self, name: str, maker: Maker, made: Made) -> Planned:
        faults, form = self._behaviour.faults, made.asked[0].form
        later = (("retry-after", _seconds(faults.retry_after)),)
        match name:
            case "429" | "503":
                return replace(_error(form, int(name), "come back a little later"), headers=later)
            case "429_bare" | "500" | "529" | "400" | "401":
                return _error(form, int(name[:3]), "this fault was asked for")
            case "redirect":
                return Planned(status=307, headers=(("location", "/elsewhere"),))
            case "hang" | "reset" | "slow_drip" | "closed" | "refused_tls":
                manners: dict[str, Manner] = {"slow_drip": "drip", "closed": "close", "refused_tls": "tls"}
                manner: Manner = manners.get(name, "hang" if name == "hang" else "reset")
                return Planned(body=self._good(maker, made), manner=manner, drip=faults.drip)
            case "malformed":
                return Planned(body=b'{"id": "x", "choices": [oops')
            case "truncated":
                whole = self._good(maker, made)
                return Planned(body=whole[: len(whole) // 2])
            case "wrong_envelope":
                return Planned(body=b'{"ok": true}')
            case "empty":
                return Planned()
            case _:
                return Planned(body=maker.faulty(name, made))

    def _cached(self, prompt: str) -> int:
        """How many tokens of a prompt stand at the beginning of an earlier one, in whole blocks."""
        if not self._behaviour.caches_prefixes:
            return 0
        cached, running = 0, hashlib.blake2b(digest_size=16)
        for start in range(0, len(prompt) - PREFIX_BLOCK + 1, PREFIX_BLOCK):
            running.update(prompt[start : start + PREFIX_BLOCK].encode("utf-8", "surrogatepass"))
            so_far = running.digest()
            if so_far in self._prefixes:
                cached = start + PREFIX_BLOCK
            self._prefixes.add(so_far)
        return cached // 4

    def _elsewhere(self, method: str, path: str) -> Planned:
        counting = self.counting
        counting.in_flight += 1
        if path == "/counts":
            return Planned(body=json.dumps(counting.counts().as_dict()).encode("ascii"))
        if path == "/reset" and method == "POST":
            counting.reset()
            return Planned(body=b"{}")
        if path.endswith("/models"):
            models = [{"id": "scripted", "object": "model", "created": 1_790_000_000, "owned_by": "arbitree"}]
            return Planned(body=json.dumps({"object": "list", "data": models}).encode("ascii"))
        counting.elsewhere += 1
        return _error(None, 404, f"nothing is served at {method} {path}")


def _error(form: Form | None, status: int, message: str, *, field: str = "") -> Planned:
    return Planned(status=status, body=error_body(form, status, message, field=field))


def _seconds(wait: float) -> str:
    return f"{wait:.3f}"


def _tokens(asked: tuple[Asked, ...]) -> int:
    return sum(tokens_of(one.prompt) for one in asked)
