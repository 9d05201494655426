"""What a response that is no success says: that a part of the request is refused, or why the question has no reply."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from arbitree.core.failures import is_transient
from arbitree.core.kinds.base import Json
from arbitree.core.records import Failed
from arbitree.providers.base import Capabilities, Feature, Refusal, Request, Response
from arbitree.providers.body import list_at, parsed, text_at
from arbitree.providers.waits import span_of, wait_of

_MOST_SAID: Final = 400
"""How many characters of what a server says are kept."""

_KINDS: Final[Mapping[int, str]] = {
    401: "unauthorised",
    402: "no_credit",
    403: "unauthorised",
    404: "not_found",
    408: "timeout",
    425: "server_error",
    429: "rate_limited",
    504: "timeout",
    529: "rate_limited",
}
_FORM_WORDS = (
    r"json[ _-]?schema|response[ _]?format|structured[ _-]?outputs?|output_config|output_format|response_?(?:json_?)?"
    r"schema|response_?mime_?type|text\.format|grammar|json[ _]mode|json_object|guided_\w+"
)
_NAMES: Final[Mapping[Feature, str]] = {
    "json_schema": _FORM_WORDS,
    "json_object": _FORM_WORDS,
    "tool": r"tool_?choice|tools?|functions?",
    "logprobs": r"top_?logprobs|response_?logprobs|log_?probs|log[ -]?prob\w*",
    "seed": r"random_seed|seed",
    "temperature": r"temperature",
    "top_p": r"top_?p",
    "system": r"system[ _]?(?:role|message|prompt|instruction)s?|'system'|developer instructions?|must alternate",
    "max_tokens": r"max_tokens|max_completion_tokens",
    "effort": r"reasoning_effort|reasoning\.effort|effort|thinking",
    "cache": r"prompt_cache_\w+|cache_control",
}
"""How servers name each part of a request."""

_WORDS: Final = {
    feature: re.compile(rf"(?<![\w])(?:{names})(?![\w])", re.IGNORECASE) for feature, names in _NAMES.items()
}
_NOT_TAKEN: Final = re.compile(
    r"support|permitted|not allowed|enabled|deprecated|removed|default|unrecogni|unknown|unexpected|unavailable"
    r"|not available|may only|extra|compatible|instead|cannot be|can't be|invalid param|must alternate",
    re.IGNORECASE,
)
"""How servers say that they do not take a part at all, rather than not with this value."""

_SET_BY_USER: Final[frozenset[Feature]] = frozenset({"temperature", "top_p", "seed", "effort", "max_tokens"})
"""Parts that a user can get wrong: they are left out only when the server does not take them at all."""

_FILTERED: Final = re.compile(
    r"content[ _-]?(?:filter|management|policy)|ResponsibleAIPolicy|usage polic|invalid_prompt|moderation|flagged",
    re.IGNORECASE,
)
_NO_CREDIT: Final = re.compile(
    r"insufficient[_ ](?:quota|balance|funds|credit)|billing|credit balance|spend[_ ]limit|payment required",
    re.IGNORECASE,
)


class Said(NamedTuple):
    """What the body of an error says."""

    message: str
    labels: str
    """Its type, code and status, as one text."""
    fields: str
    """The parts of the request that it names apart from the message."""
    wait: float | None


def failed(kind: str, message: str, *, retry_after: float | None = None, spent: tuple[int, int] = (0, 0)) -> Failed:
    """A failure of one of the known kinds."""
    return Failed(
        kind=kind,
        message=message,
        transient=is_transient(kind),
        retry_after=retry_after,
        input_tokens=spent[0],
        output_tokens=spent[1],
    )


def failure_of(response: Response, request: Request, capabilities: Capabilities) -> Failed | Refusal:
    """What a response with a status other than 200 means for the question."""
    said = said_by(response.body)
    status = response.status
    message = f"{status}: {said.message}" if said.message else f"{status} without a word"
    everything = f"{said.message} {said.labels}"
    if status in (400, 403, 422, 451) and _FILTERED.search(everything):
        return failed("refused", message)
    if _NO_CREDIT.search(everything) and status in (400, 402, 403, 429):
        return failed("no_credit", message)
    feature = refused_feature(status, said, request.features)
    if feature is not None:
        return Refusal(feature=feature, message=message)
    kind = _KINDS.get(status) or ("redirected" if status < 400 else "bad_request" if status < 500 else "server_error")
    if status == 501:
        kind = "bad_request"
    wait = wait_of(response, capabilities) if is_transient(kind) else None
    return failed(kind, message, retry_after=wait if wait is not None else said.wait)


def refused_feature(status: int, said: Said, features: tuple[Feature, ...]) -> Feature | None:
    """The part of a request that the server says it does not take; None when it says nothing of the kind.

    Only parts that were sent count, and the one that is named first.
    """
    if status not in (400, 403, 404, 422, 500, 501):
        return None
    named: list[tuple[int, Feature]] = []
    for feature in features:
        if status >= 500 and feature not in ("json_schema", "json_object", "tool", "logprobs"):
            continue
        if (feature in _SET_BY_USER or status == 403) and not _NOT_TAKEN.search(said.message):
            continue
        if _WORDS[feature].search(said.fields):
            named.append((-1, feature))
        elif match := _WORDS[feature].search(said.message):
            named.append((match.start(), feature))
    return min(named)[1] if named else None


def said_by(body: bytes) -> Said:
    """What an error's body says, in any of the forms that servers write it in.

    >>> said_by(b'{"error": {"message": "No.", "param": "seed", "code": "unsupported"}}')
    Said(message='No.', labels='unsupported', fields='seed', wait=None)
    >>> said_by(b'{"error": "model not found"}').message
    'model not found'
    """
    value = parsed(body)
    if isinstance(value, list) and value:
        value = value[0]
    if not isinstance(value, dict):
        return Said(_brief(body.decode("utf-8", "replace")), "", "", None)
    error = value.get("error") or value.get("detail") or value
    if isinstance(error, str):
        return Said(_brief(error), "", "", None)
    if isinstance(error, list):
        # FastAPI: one entry for each field that it could not take.
        places = [".".join(str(step) for step in list_at(entry, "loc")) for entry in error]
        told = "; ".join(f"{place}: {text_at(entry, 'msg')}" for place, entry in zip(places, error, strict=True))
        return Said(_brief(told), "", " ".join(places), None)
    inner = text_at(error, "metadata.raw")
    labels = [text_at(error, key) for key in ("type", "code", "status", "innererror.code")]
    message = text_at(error, "message") or text_at(value, "message") or text_at(error, "detail")
    fields = [text_at(error, "param"), *(text_at(one, "field") for one in _details(error, "fieldViolations"))]
    waits = [span_of(text_at(one, "retryDelay")) for one in list_at(error, "details")]
    return Said(
        _brief(f"{message} ({inner})" if inner else message),
        " ".join(filter(None, labels)),
        " ".join(filter(None, fields)),
        next((wait for wait in waits if wait is not None), None),
    )


def _details(error: Json, key: str) -> list[Json]:
    return [one for detail in list_at(error, "details") for one in list_at(detail, key)]


def _brief(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_SAID else f"{line[:_MOST_SAID]} ..."
