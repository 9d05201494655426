"""What a request asks: its form, its prompt, and the shape of the reply it wants, read from its body."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from arbitree.core.images import Image
from arbitree.core.records import Shape
from arbitree.core.scale import Scale

Form: TypeAlias = Literal["chat", "responses", "messages", "decisions", "systemone"]
"""OpenAI's chat completions, responses and decisions, Anthropic's messages, TypeSafe's decisions."""

PATHS: Mapping[str, Form] = {
    "/chat/completions": "chat",
    "/responses": "responses",
    "/messages": "messages",
    "/decisions": "decisions",
    "/systemone": "systemone",
}
"""The form of a request by the end of its path."""

_PLAIN_OPTIONS = re.compile(r"'verdict' (\[.*?\]) holds")
_FENCED_OPTIONS = re.compile(r"letter by letter: (.*)")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One request, as a script sees it; of decisions, which hold several questions, one question."""

    form: Form
    key: str
    """A hash of path and body: requests that are equal have one key."""
    occurrence: int
    """How many equal requests came before this one."""
    prompt: str
    """Every message of it as one text, the last one last."""
    model: str
    shape: Shape
    """The reply it wants, read from its schema; where it brings none, from the words of its prompt."""
    body: Mapping[str, Any]
    """The request's body."""
    name: str = ""
    """What a question of decisions is called."""
    images: tuple[Image, ...] = ()
    """The images that it shows, in order."""

    @property
    def tool(self) -> str:
        """The tool that it forces the model to call; empty when there is none."""
        choice = self.body.get("tool_choice")
        if not isinstance(choice, dict):
            return ""
        named = choice.get("function", choice)
        name = named.get("name", "") if isinstance(named, dict) else ""
        return name if isinstance(name, str) else ""


def key_of(path: str, body: bytes) -> str:
    """The key of a request.

    >>> key_of("/v1/messages", b"{}") == key_of("/v1/messages", b"{}")
    True
    """
    return hashlib.blake2b(path.encode() + b"\n" + body, digest_size=8).hexdigest()


def form_of(path: str) -> Form | None:
    """The form of a request by its path; None for a path that nothing is served at."""
    return next((form for end, form in PATHS.items() if path.endswith(end)), None)


def asked_by(
    form: Form, body: Mapping[str, Any], *, key: str, occurrence: int, images: tuple[Image, ...] = ()
) -> Asked:
    """What a body asks."""
    prompt = "\n\n".join(_texts(form, body))
    schema = _schema(form, body)
    return Asked(
        form=form,
        key=key,
        occurrence=occurrence,
        prompt=prompt,
        model=str(body.get("model", "")),
        shape=(_shape_of_schema(schema) if schema else None) or _shape_of_words(prompt),
        body=body,
        images=images,
    )


def _texts(form: Form, body: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    for key in ("system", "instructions"):
        found += _contents(body.get(key))
    messages = body.get("input" if form == "responses" else "messages")
    if isinstance(messages, str):
        return [*found, messages]
    for message in messages if isinstance(messages, list) else ():
        if isinstance(message, dict):
            found += _contents(message.get("content"))
    return found


def _contents(content: object) -> list[str]:
    if isinstance(content, str):
        return [content]
    blocks = content if isinstance(content, list) else []
    return [block["text"] for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)]


def _schema(form: Form, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The JSON Schema of the reply, wherever the form keeps it."""
    places: Mapping[Form, tuple[tuple[str, ...], ...]] = {
        "chat": (("response_format", "json_schema", "schema"), ("response_format", "schema"), ("format",)),
        "responses": (("text", "format", "schema"),),
        "messages": (("output_config", "format", "schema"), ("output_format", "schema")),
    }
    for place in places[form]:
        found: object = body
        for part in place:
            found = found.get(part) if isinstance(found, Mapping) else None
        if isinstance(found, Mapping):
            return found
    for tool in body.get("tools") or ():
        if isinstance(tool, dict):
            inner = tool.get("function", tool)
            schema = inner.get("input_schema", inner.get("parameters")) if isinstance(inner, dict) else None
            if isinstance(schema, Mapping):
                return schema
    return None


def _shape_of_schema(schema: Mapping[str, Any]) -> Shape | None:
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return None
    verdict, output = properties.get("verdict"), properties.get("output")
    if isinstance(verdict, Mapping):
        options = verdict.get("enum")
        if isinstance(options, list) and all(isinstance(option, str) for option in options):
            return Shape(kind="one_of", options=tuple(options))
        return Shape(kind="yes_no")
    score = properties.get("score")
    if isinstance(score, Mapping):
        return Shape(kind="number", scale=_scale_of_schema(score))
    if isinstance(output, Mapping):
        return Shape(kind="list" if output.get("type") == "array" else "text")
    return Shape(kind="reason") if "reason" in properties else None


def _scale_of_schema(score: Mapping[str, Any]) -> Scale:
    grades = score.get("enum") or (score.get("minimum", 0), score.get("maximum", 10))
    return Scale(low=min(grades), high=max(grades), whole=score.get("type") == "integer")


def _shape_of_words(prompt: str) -> Shape:
    """The shape that the prompt's last words ask for, in either of our layouts."""
    end = prompt[-4000:]
    fenced, plain = _FENCED_OPTIONS.findall(end), _PLAIN_OPTIONS.findall(end)
    if fenced or plain:
        return Shape(kind="one_of", options=_options(fenced[-1]) if fenced else _quoted(plain[-1]))
    last = end[-700:]
    if '"output": [' in last:
        return Shape(kind="list")
    if '"output"' in last:
        return Shape(kind="text")
    return Shape(kind="yes_no") if '"verdict"' in last else Shape(kind="reason" if '"reason"' in last else "yes_no")


def _options(listed: str) -> tuple[str, ...]:
    try:
        return tuple(map(str, json.loads(f"[{listed}]")))
    except ValueError:
        return ()


def _quoted(listed: str) -> tuple[str, ...]:
    """The texts of a list as Python writes it."""
    pairs = re.findall(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"", listed)
    return tuple(one or other for one, other in pairs)
