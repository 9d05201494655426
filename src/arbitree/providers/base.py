"""What passes between a codec and the one file that owns the socket, and what every codec offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from arbitree.core.records import Failed, Question, Reply, ShapeKind

Feature: TypeAlias = Literal[
    "json_schema",
    "json_object",
    "tool",
    "logprobs",
    "seed",
    "temperature",
    "top_p",
    "system",
    "max_tokens",
    "effort",
    "cache",
]
"""A part of a request that a server or model may refuse, and that a question can be asked without."""

Structure: TypeAlias = Literal["json_schema", "json_object", "tool", "prompt"]
"""How a server is held to the form of the reply; `prompt` only asks for it in words."""

Reasons: TypeAlias = Literal["always", "by default", "when asked"]
"""When a model reasons: whatever it is told, unless it is told to make no effort, or only when it is told to."""

ALL_SHAPES: frozenset[ShapeKind] = frozenset({"yes_no", "one_of", "text", "list", "reason", "number"})
VERDICTS: frozenset[ShapeKind] = frozenset({"yes_no", "one_of"})
LABELLED: frozenset[ShapeKind] = frozenset({*VERDICTS, "number"})
"""Those whose answer is one of a few labels, so that each can have a probability."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Auth:
    """Where the key goes. The key itself is never in a request: whoever sends it puts the key in."""

    header: str
    prefix: str = ""
    """What stands before the key, as `Bearer `."""
    variable: str = ""
    """The environment variable that holds the key."""
    needed: bool = True
    """Whether the server refuses every request without a key."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """One HTTP request, without its key."""

    url: str
    body: bytes
    method: str = "POST"
    headers: tuple[tuple[str, str], ...] = ()
    auth: Auth | None = None
    features: tuple[Feature, ...] = ()
    """Those of its parts that the server may refuse."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Response:
    """One HTTP response, read to its end."""

    status: int
    headers: Mapping[str, str]
    """By lower-case name."""
    body: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """The server refuses a part of the request, and would take the same request without it."""

    feature: Feature
    message: str
    """What the server said."""


Outcome: TypeAlias = Reply | Failed | Refusal


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """What a request is made from besides its question."""

    model: str
    base_url: str = ""
    """The server's address; empty for the provider's own."""
    temperature: float | None = None
    """None is 0 where the server takes a temperature at all, and not sent elsewhere."""
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int = 2048
    """The most tokens of a reply, hidden reasoning included."""
    effort: str = ""
    """How much the model reasons, in the provider's word; empty for its own default."""
    logprobs: int = 5
    """How many alternatives to ask for at each token of a verdict; 0 for none."""
    cache: bool = True
    """Whether to mark the evidence for the server's cache of prefixes, where that has to be asked for."""
    images: bool | None = None
    """Whether the model sees images; None for what its name tells."""
    without: frozenset[Feature] = field(default_factory=frozenset[Feature])
    """Features that the server has been found to refuse."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Capabilities:
    """What a provider's servers can do, as data. What one of them refuses all the same is found out as it is asked."""

    name: str
    """As it is written in a judge's name."""
    base_url: str
    auth: Auth | None = None
    base_url_variable: str = ""
    """The environment variable that may hold another address."""
    structures: tuple[Structure, ...] = ("json_schema", "json_object", "prompt")
    """The ways to hold it to a form, the best first; each is the next one's fallback."""
    logprobs: Literal["", "top", "count"] = ""
    """How log-probabilities are asked for: not at all, `logprobs` and `top_logprobs`, or `logprobs` as a count."""
    seed: str = ""
    """The field of the seed; empty where there is none."""
    sampling: bool = True
    """Whether a temperature of 0 is sent without being asked for."""
    max_tokens: str = "max_tokens"
    """The field of the most tokens."""
    system: bool = True
    """Whether it has a role for instructions; else they begin the user's message."""
    effort: bool = False
    """Whether it takes `reasoning_effort`."""
    effort_off: bool = False
    """Whether no effort at all is asked for as `thinking`, and not as an effort."""
    reasons: tuple[tuple[str, Reasons], ...] = ()
    """Patterns of its models' names and when such a model reasons; the first that fits counts."""
    not_reasoning: tuple[Feature, ...] = ()
    """The parts that a model does not take when it reasons. Where it refuses one of them, it refuses all."""
    cache_key: bool = False
    """Whether it takes `prompt_cache_key`, by which requests with one prefix get to one place."""
    cache_marks: str = ""
    """A pattern of its models that cache a prefix at the marks in it only."""
    schema_in_object: bool = False
    """Whether `json_object` takes the schema along."""
    batch: bool = False
    """Whether it has a batch API for such requests."""
    cached: tuple[str, ...] = ()
    """Where a response says how many tokens of the prompt came from a cache: paths with dots, of which the first that
    is there counts."""
    resets: tuple[tuple[str, str], ...] = ()
    """The headers (what remains, when it is full again) of its rate limits."""
    limits_by_model: bool = False
    """Whether its rate limits are counted for each model apart, and not for the whole account."""
    retry_after: bool = True
    """Whether it sends `Retry-After`."""
    sees: tuple[tuple[str, bool], ...] = ()
    """Patterns of its models' names and whether such a model sees images; the first that fits counts. Of any other it
    is not known."""
    image_urls: bool = True
    """Whether its servers fetch an image from an address."""


class Provider(Protocol):
    """A codec. Both methods are pure: equal arguments give equal results."""

    @property
    def capabilities(self) -> Capabilities:
        """What its servers can do."""
        ...

    @property
    def shapes(self) -> frozenset[ShapeKind]:
        """The forms of reply that it can be asked for."""
        ...

    def request(self, question: Question, settings: Settings) -> Request:
        """The request that asks the question."""
        ...

    def reply(self, response: Response, question: Question, settings: Settings) -> Outcome:
        """What a response says: a reply, a failure, or that the server refuses a part of the request."""
        ...
