"""What a server does not take is found out once, and said."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable

import pytest

from arbitree.core.records import Answer, Failed, Reply
from arbitree.judges.learn import Learner
from arbitree.judges.loop import run_sync
from arbitree.providers.base import Request, Response, Settings
from arbitree.providers.failing import failed
from arbitree.providers.table import PROVIDERS
from arbitree.testing import run_virtual
from tests.providers.questions import asked

Answering = Callable[[dict[str, object]], tuple[int, object]]

GOOD = '{"reason":"r","verdict":true}'


def good(**more: object) -> tuple[int, object]:
    return 200, {"choices": [{"message": {"content": GOOD}, "finish_reason": "stop", **more}], "model": "m"}


def body_of(answer: tuple[int, object]) -> dict[str, object]:
    assert isinstance(answer[1], dict)
    return answer[1]


def good_text(text: str) -> tuple[int, object]:
    return 200, {"choices": [{"message": {"content": text}, "finish_reason": "stop"}], "model": "m"}


def error(message: str, status: int = 400) -> tuple[int, object]:
    return status, {"error": {"message": message}}


class Server:
    """Answers requests by a function of their body."""

    def __init__(self, answer: Answering) -> None:
        self.bodies: list[dict[str, object]] = []
        self.most_at_once = 0
        self._answer = answer
        self._open = 0

    async def send(self, request: Request) -> Response | Failed:
        body = json.loads(request.body)
        self.bodies.append(body)
        self._open += 1
        self.most_at_once = max(self.most_at_once, self._open)
        for _ in range(100):
            await asyncio.sleep(0)
        self._open -= 1
        status, told = self._answer(body)
        return Response(status=status, headers={}, body=json.dumps(told).encode())


def learner(settings: Settings | None = None) -> Learner:
    return Learner(PROVIDERS["openai"], settings or Settings(model="m"), name="openai:m")


def ask(judge: Learner, server: Server, count: int = 1) -> list[Answer]:
    async def all_() -> list[Answer]:
        return await asyncio.gather(*(judge.ask(asked(), server.send) for _ in range(count)))

    return run_sync(all_())


def refuses(*fields: str) -> Answering:
    def answer(body: dict[str, object]) -> tuple[int, object]:
        held = [field for field in fields if field in body]
        return error(f"'{held[0]}' is not supported with this model") if held else good()

    return answer


def test_a_refused_part_is_left_out_from_then_on(caplog: pytest.LogCaptureFixture) -> None:
    judge, server = learner(), Server(refuses("temperature"))
    with caplog.at_level(logging.INFO, "arbitree.judges"):
        first, second = ask(judge, server), ask(judge, server)

    assert isinstance(first[0], Reply)
    assert isinstance(second[0], Reply)
    assert ["temperature" in body for body in server.bodies] == [True, False, False]
    assert [record.getMessage() for record in caplog.records] == [
        "openai:m does not take temperature; it is asked without (400: 'temperature' is not supported with this model)"
    ]
    assert judge.notes["temperature"].startswith("refused: 400")


def test_a_part_that_the_user_asked_for_is_dropped_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    ask(learner(Settings(model="m", temperature=0.3)), Server(refuses("temperature")))

    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_several_refusals_are_found_out_one_after_the_other() -> None:
    judge, server = learner(Settings(model="m", seed=3)), Server(refuses("temperature", "seed", "response_format"))

    assert isinstance(ask(judge, server)[0], Reply)
    assert len(server.bodies) == 5
    assert isinstance(ask(judge, server)[0], Reply)
    assert len(server.bodies) == 6


@pytest.mark.parametrize("fields", [("temperature", "logprobs"), ("logprobs", "temperature")])
def test_a_model_that_reasons_costs_one_refusal_however_many_parts_it_does_not_take(fields: tuple[str, str]) -> None:
    judge, server = learner(), Server(refuses(*fields))

    assert isinstance(ask(judge, server)[0], Reply)
    assert len(server.bodies) == 2
    assert judge.notes[fields[0]].startswith("refused: 400")
    assert judge.notes[fields[1]] == f"left out with {fields[0]}"


def test_a_temperature_that_the_user_set_is_not_left_out_with_log_probabilities() -> None:
    judge, server = learner(Settings(model="m", temperature=0.3)), Server(refuses("logprobs"))

    assert isinstance(ask(judge, server)[0], Reply)
    assert server.bodies[-1]["temperature"] == 0.3


def test_the_form_falls_back_from_schema_to_object_to_words() -> None:
    judge, server = learner(), Server(refuses("response_format"))

    assert isinstance(ask(judge, server)[0], Reply)
    forms = [body.get("response_format") for body in server.bodies]
    assert [form["type"] if isinstance(form, dict) else None for form in forms] == ["json_schema", "json_object", None]


def test_an_error_that_only_echoes_the_prompt_teaches_nothing() -> None:
    judge = learner()
    server = Server(lambda _: error("the prompt about temperature and logprobs is not supported"))
    answer = ask(judge, server)[0]

    assert isinstance(answer, Failed)
    assert answer.kind == "bad_request"
    assert "temperature" in answer.message
    assert judge.settings.without == frozenset()
    assert judge.notes == {}


def test_one_question_goes_first_so_that_a_refusal_costs_one_call() -> None:
    judge, server = learner(), Server(refuses("temperature"))
    answers = ask(judge, server, 50)

    assert all(isinstance(answer, Reply) for answer in answers)
    assert len(server.bodies) == 51
    assert server.most_at_once > 10


def test_the_first_verdict_goes_alone_too_where_a_task_came_before_it() -> None:
    judge, server = learner(), Server(refuses("logprobs"))

    async def all_() -> list[Answer]:
        task = await judge.ask(asked("text"), server.send)
        verdicts = await asyncio.gather(*(judge.ask(asked(), server.send) for _ in range(30)))
        return [task, *verdicts]

    assert all(isinstance(answer, Reply) for answer in run_sync(all_()))
    assert sum("logprobs" in body for body in server.bodies) == 1
    assert len(server.bodies) == 32


def test_a_first_question_that_fails_holds_up_nobody_else() -> None:
    judge, server = learner(), Server(lambda _: error("busy", 503))
    answers = ask(judge, server, 20)

    assert {answer.kind for answer in answers if isinstance(answer, Failed)} == {"server_error"}
    assert len(server.bodies) == 20
    assert server.most_at_once > 10


def test_what_the_sender_failed_at_is_handed_on() -> None:
    async def send(_: Request) -> Response | Failed:
        return failed("connection", "no server")

    answer = run_sync(learner().ask(asked(), send))

    assert isinstance(answer, Failed)
    assert (answer.kind, answer.transient) == ("connection", True)


def test_a_reply_that_was_cut_off_is_asked_once_more_with_more_room() -> None:
    def answer(body: dict[str, object]) -> tuple[int, object]:
        is_small = body["max_completion_tokens"] == 2048
        usage = {"prompt_tokens": 10, "completion_tokens": 2048 if is_small else 3000}
        status, told = good(finish_reason="length") if is_small else good()
        assert isinstance(told, dict)
        return status, {**told, "usage": usage}

    judge, server = learner(), Server(answer)
    first, second = ask(judge, server)[0], ask(judge, server)[0]

    assert isinstance(first, Reply)
    assert isinstance(second, Reply)
    assert [body["max_completion_tokens"] for body in server.bodies] == [2048, 16384, 16384]
    assert (first.input_tokens, first.output_tokens) == (20, 5048)


def test_a_reply_that_is_cut_off_again_is_given_up_with_all_it_cost() -> None:
    status, told = good(finish_reason="length")
    assert isinstance(told, dict)
    server = Server(lambda _: (status, {**told, "usage": {"prompt_tokens": 10, "completion_tokens": 100}}))
    answer = ask(learner(), server)[0]

    assert isinstance(answer, Failed)
    assert (answer.kind, answer.transient) == ("truncated", False)
    assert (answer.input_tokens, answer.output_tokens) == (20, 200)
    assert len(server.bodies) == 2


def test_where_no_more_room_is_to_be_had_the_reply_counts_as_cut_off() -> None:
    def answer(body: dict[str, object]) -> tuple[int, object]:
        if body["max_completion_tokens"] == 2048:
            return good(finish_reason="length")
        return error("max_tokens is too large: 16384. This model supports at most 4096 completion tokens.")

    failure = ask(learner(), Server(answer))[0]

    assert isinstance(failure, Failed)
    assert failure.kind == "truncated"


def test_a_first_question_that_takes_long_holds_the_others_up_for_some_seconds_only() -> None:
    judge = learner()
    times: list[float] = []

    async def send(_: Request) -> Response | Failed:
        loop = asyncio.get_running_loop()
        times.append(loop.time())
        await asyncio.sleep(60.0 if len(times) == 1 else 0.0)
        status, told = good()
        return Response(status=status, headers={}, body=json.dumps(told).encode())

    async def all_() -> list[Answer]:
        return await asyncio.gather(*(judge.ask(asked(), send) for _ in range(3)))

    assert all(isinstance(answer, Reply) for answer in run_virtual(all_()))
    assert [round(time - times[0]) for time in times] == [0, 5, 5]


def test_log_probabilities_that_are_silently_left_out_are_asked_for_three_times() -> None:
    judge, server = learner(), Server(lambda _: good())
    for _ in range(5):
        ask(judge, server)

    assert ["logprobs" in body for body in server.bodies] == [True, True, True, False, False]
    assert judge.notes["logprobs"] == "asked for, and silently left out"


def test_a_schema_that_is_silently_left_out_is_noticed_and_asked_for_all_the_same() -> None:
    judge, server = learner(), Server(lambda _: good_text("Yes, it does."))
    for _ in range(4):
        ask(judge, server)

    assert judge.notes["json_schema"] == "asked for, and silently left out"
    assert "response_format" in server.bodies[-1]


def test_one_reply_in_the_form_asked_for_shows_that_the_schema_counts() -> None:
    texts = iter(["oops", GOOD, "oops", "oops", "oops"])
    judge, server = learner(), Server(lambda _: good_text(next(texts)))
    for _ in range(5):
        ask(judge, server)

    assert "json_schema" not in judge.notes


def test_the_models_that_answered_are_named() -> None:
    names = iter(["m-1", "m-1", "m-2"])
    judge, server = learner(), Server(lambda _: (200, {**body_of(good()), "model": next(names)}))
    for _ in range(3):
        ask(judge, server)

    assert judge.notes["model"] == "m-1, m-2"


def test_the_older_field_of_the_most_tokens_is_used_where_the_newer_is_unknown() -> None:
    def answer(body: dict[str, object]) -> tuple[int, object]:
        if "max_completion_tokens" in body:
            return error("Unsupported parameter: 'max_completion_tokens'. Use 'max_tokens' instead.")
        return good()

    judge, server = learner(), Server(answer)

    assert isinstance(ask(judge, server)[0], Reply)
    assert server.bodies[1]["max_tokens"] == 2048
