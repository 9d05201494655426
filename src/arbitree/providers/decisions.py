"""The codecs of typed decisions, which answer with probabilities and no reason: OpenAI's form and TypeSafe's.

Several questions about the same evidence may travel in one request. The evidence goes as a JSON object of heading and
text, apart from the questions, so that no text in it can pass for another section or for a question.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

from arbitree.core.kinds.base import Json
from arbitree.core.prompts.parts import Parts, parts_of
from arbitree.core.records import Question, Reply, Shape
from arbitree.providers.base import VERDICTS, Auth, Capabilities, Outcome, Provider, Request, Response, Settings
from arbitree.providers.body import at, cached_in, count_at, list_at, number_at, parsed, text_at
from arbitree.providers.draft import Draft
from arbitree.providers.failing import failed, failure_of
from arbitree.providers.openai_chat import OPENAI_RESETS

OPENAI_DECISIONS: Final = Capabilities(
    name="openai-decisions",
    base_url="https://api.openai.com/v1",
    base_url_variable="OPENAI_BASE_URL",
    auth=Auth(header="authorization", prefix="Bearer ", variable="OPENAI_API_KEY"),
    structures=("prompt",),
    sampling=False,
    system=False,
    cached=("usage.input_tokens_details.cached_tokens",),
    resets=OPENAI_RESETS,
    limits_by_model=True,
)
SYSTEM_ONE: Final = Capabilities(
    name="typesafe",
    base_url="https://api.typesafe.ai/v1",
    base_url_variable="TYPESAFE_BASE_URL",
    auth=Auth(header="authorization", prefix="Bearer ", variable="TYPESAFE_API_KEY"),
    structures=("prompt",),
    sampling=False,
    system=False,
    cached=("usage.input_tokens_details.cached_tokens",),
)


@runtime_checkable
class Decider(Provider, Protocol):
    """A codec that can put several questions about the same evidence into one request."""

    def request_all(self, questions: Sequence[Question], settings: Settings) -> Request:
        """The request that asks all of them; their evidence must be the same."""
        ...

    def reply_all(self, response: Response, questions: Sequence[Question], settings: Settings) -> list[Outcome]:
        """What the response says to each of them."""
        ...


class _Decisions:
    """What both forms have in common."""

    shapes = VERDICTS
    tokens = ("usage.input_tokens", "usage.output_tokens")
    """Where the response tells what was read and what was written."""

    def __init__(self, capabilities: Capabilities) -> None:
        self.capabilities = capabilities

    def request(self, question: Question, settings: Settings) -> Request:
        """The request that asks the question."""
        return self.request_all((question,), settings)

    def reply(self, response: Response, question: Question, settings: Settings) -> Outcome:
        """What a response says."""
        return self.reply_all(response, (question,), settings)[0]

    def request_all(self, questions: Sequence[Question], settings: Settings) -> Request:
        """The request that asks all of them."""
        raise NotImplementedError

    def reply_all(self, response: Response, questions: Sequence[Question], settings: Settings) -> list[Outcome]:
        """What the response says to each of them."""
        if response.status != 200:
            failure = failure_of(response, self.request_all(questions, settings), self.capabilities)
            return [failure] * len(questions)
        # Of a number that is said twice nobody knows which one counts.
        body = parsed(response.body, once=True)
        answers = self._answers(body, len(questions))
        if not isinstance(at(body, "answers"), (dict, list)):
            return [failed("garbled", "the response holds no decisions")] * len(questions)
        return [self._reply(body, *pair, place) for place, pair in enumerate(zip(answers, questions, strict=True))]

    def _reply(self, body: Json, answer: Json, question: Question, place: int) -> Outcome:
        if text_at(answer, "type") == "refusal":
            return failed("refused", "the server declined the question")
        if answer is None and isinstance(at(body, "answers"), dict):
            # TypeSafe's form has no word for it.
            return failed("refused", "the server left the question out of its answers")
        found = self._probabilities(answer, question.shape)
        if found is None:
            return failed("garbled", "the answer does not hold a probability for each option")
        label = max(found, key=lambda option: found[option])
        verdict: Json = label == "yes" if question.shape.kind == "yes_no" else label
        # What a request cost is told once for all of its questions.
        first = place == 0
        read = count_at(body, self.tokens[0]) if first else 0
        return Reply(
            text=json.dumps({"verdict": verdict}, ensure_ascii=False),
            probabilities=found,
            # vLLM reads them from the first token, and tells how much of it was a label at all.
            label_mass=number_at(body, f"diagnostics.q{place}.label_mass"),
            input_tokens=read,
            output_tokens=count_at(body, self.tokens[1]) if first else 0,
            cached_tokens=cached_in(body, self.capabilities.cached, read=read),
            model=text_at(body, "model"),
        )

    def _answers(self, body: Json, count: int) -> list[Json]:
        raise NotImplementedError

    def _probabilities(self, answer: Json, shape: Shape) -> dict[str, float] | None:
        raise NotImplementedError


class OpenAIDecisions(_Decisions):
    """`POST /decisions`: predicates and choices about one input."""

    def request_all(self, questions: Sequence[Question], settings: Settings) -> Request:
        """The request that asks all of them."""
        draft = Draft(questions[0], settings, self.capabilities)
        parts = [parts_of(question) for question in questions]
        asked: list[Json] = []
        for place, (question, part) in enumerate(zip(questions, parts, strict=True)):
            instructions = instructions_of(part)
            one: dict[str, Json] = {"type": "predicate", "name": f"q{place}", "instructions": instructions}
            if question.shape.kind == "one_of":
                one |= {"type": "choice", "choices": [{"value": option} for option in question.shape.options]}
            asked.append(one)
        evidence = json.dumps(state_of(parts[0]), ensure_ascii=False)
        draft.body |= {"model": settings.model, "input": evidence, "questions": asked}
        return draft.finish("decisions")

    def _answers(self, body: Json, count: int) -> list[Json]:
        found = list_at(body, "answers")
        named = {text_at(answer, "name"): answer for answer in found}
        in_order = found if len(found) == count else [None] * count
        return [named.get(f"q{place}", in_order[place]) for place in range(count)]

    def _probabilities(self, answer: Json, shape: Shape) -> dict[str, float] | None:
        if shape.kind == "yes_no":
            return _of_two(number_at(answer, "probability"))
        told = {text_at(one, "value"): number_at(one, "probability") for one in list_at(answer, "probabilities")}
        return _of_all(told, shape)


class SystemOne(_Decisions):
    """`POST /systemone`: nouls (yes or no) and choices about one state. Gateways serve the same at `/decisions`."""

    def __init__(self, capabilities: Capabilities, *, path: str = "systemone", description: str | None = None) -> None:
        """Makes it.

        Args:
            capabilities: what the servers can do.
            path: where they serve it, below their address.
            description: what is said of each option: nothing, or an empty text where it has to be one.
        """
        super().__init__(capabilities)
        self._path, self._description = path, description

    def request_all(self, questions: Sequence[Question], settings: Settings) -> Request:
        """The request that asks all of them."""
        draft = Draft(questions[0], settings, self.capabilities)
        if settings.model:
            draft.body["model"] = settings.model
        asked = asked_of(questions, description=self._description)
        draft.body |= {"state": state_of(parts_of(questions[0])), "questions": asked}
        return draft.finish(self._path)

    def _answers(self, body: Json, count: int) -> list[Json]:
        return [at(body, f"answers.q{place}") for place in range(count)]

    def _probabilities(self, answer: Json, shape: Shape) -> dict[str, float] | None:
        if shape.kind == "yes_no":
            return _of_two(number_at(answer, "noul"))
        told = at(answer, "probabilities")
        named = told if isinstance(told, dict) else {}
        return _of_all({name: float(p) for name, p in named.items() if isinstance(p, (int, float))}, shape)


def asked_of(questions: Sequence[Question], *, description: str | None = None) -> dict[str, Json]:
    """The questions in TypeSafe's form, by name; every option with the same description."""
    asked: dict[str, Json] = {}
    for place, question in enumerate(questions):
        one: dict[str, Json] = {"type": "noul", "instructions": instructions_of(parts_of(question))}
        if question.shape.kind == "one_of":
            one |= {"type": "choice", "criteria": dict.fromkeys(question.shape.options, description)}
        asked[f"q{place}"] = one
    return asked


def state_of(parts: Parts) -> Json:
    """The evidence as an object of heading and text; as a list of such objects where headings repeat.

    >>> state_of(Parts(evidence=(("Input", "Hi"), ("Actual Output", "Hello")), asks="Is it kind?"))
    {'Input': 'Hi', 'Actual Output': 'Hello'}
    """
    named: dict[str, Json] = dict(parts.evidence)
    if len(named) == len(parts.evidence):
        return named
    return [{heading: text} for heading, text in parts.evidence]


def instructions_of(parts: Parts) -> str:
    """The words of the question, and why it is asked again."""
    return f"{parts.asks}\n\n{parts.again}" if parts.again else parts.asks


def _of_two(probability: float | None) -> dict[str, float] | None:
    if probability is None or not 0 <= probability <= 1:
        return None
    return {"yes": probability, "no": 1 - probability}


def _of_all(told: dict[str, float | None] | dict[str, float], shape: Shape) -> dict[str, float] | None:
    """The probabilities in declared order, so that of two equal ones the first declared wins."""
    found = {option: told.get(option) for option in shape.options}
    given = {option: value for option, value in found.items() if value is not None and 0 <= value <= 1}
    return given if len(given) == len(shape.options) else None


AT_DECISIONS: Final = SystemOne(SYSTEM_ONE, path="decisions", description="")
"""TypeSafe's form where gateways serve it: at `/decisions`, with a text for each option."""
