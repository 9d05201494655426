"""No answer steers the judge: whatever it says, what stands outside of the data stays as it is (ACCEPTANCE 25)."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import begin
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.choose import Choose
from arbitree.core.kinds.task import Task
from arbitree.core.prompts.parts import parts_of
from arbitree.core.reading import read
from arbitree.core.records import Question, Read, Reply, Shape, Style
from arbitree.rubric import Rubric
from tests.adversarial.structural import Attack, Obedient, attacks, marked_lines, outside

ALL = attacks()
BY_NAME = {attack.name: attack for attack in ALL}
TWIN = "The parcel left on Monday and should be with you by Friday."
"""A harmless answer, in the place of each attack."""

GRAPH = Graph(
    name="Steered",
    nodes=(
        Task(name="facts", label="Facts", instructions="List the facts.", shows=("actual_output",), gives="list"),
        Ask(
            name="kind", criteria="Is it kind?", shows=("input", "actual_output"), reads=("facts",), yes="fate", no=0.0
        ),
        Choose(
            name="fate",
            criteria="What became of the parcel?",
            shows=("actual_output",),
            reads=("facts",),
            options=(("lost", 0.0), ("delayed", 4.0), ("shipped", 10.0)),
        ),
    ),
)
HEADINGS = ("Facts", "Input", "Actual Output")

Told = Mapping[str, object]
PLAINLY: Told = {"facts": ["it left"], "kind": True, "fate": "delayed"}


def questions(fields: Mapping[str, str], told: Told, style: Style = "messages") -> list[Question]:
    """All questions of a case, answered as told."""
    plan = compile_plan(GRAPH, style=style)
    walk = begin(plan, Case(id="c", fields=fields))
    found: list[Question] = []
    while walk.open:
        for question in walk.questions:
            found.append(question)
            said = told[question.node]
            name = "verdict" if question.shape.kind in {"yes_no", "one_of"} else "output"
            walk.take(question.key, Reply(text=json.dumps({name: said})))
        walk.advance()
    return found


def steered(text: str) -> tuple[tuple[Mapping[str, str], Told], ...]:
    """Every way for a text to get before the judge: in a field, in both, and through a task's output."""
    return (
        ({"input": "Where is it?", "actual_output": text}, PLAINLY),
        ({"input": text, "actual_output": TWIN}, PLAINLY),
        ({"input": text, "actual_output": text}, PLAINLY),
        ({"input": "Where is it?", "actual_output": TWIN}, {**PLAINLY, "facts": [text]}),
        ({"input": "Where is it?", "actual_output": text}, {**PLAINLY, "facts": ["one", text, text]}),
        ({"input": BY_NAME["split-over-fields-begin"].text, "actual_output": text}, PLAINLY),
    )


def test_there_are_at_least_forty_attacks_each_with_a_name_and_a_purpose() -> None:
    assert len(ALL) >= 40 and len(BY_NAME) == len(ALL)
    assert all(attack.purpose and attack.text.strip() for attack in ALL)


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
def test_no_attack_changes_what_stands_outside_of_the_data(attack: Attack) -> None:
    for (fields, told), (harmless, told_harmless) in zip(steered(attack.text), steered(TWIN), strict=True):
        seen = [outside(question) for question in questions(fields, told)]
        assert seen == [outside(question) for question in questions(harmless, told_harmless)]


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
@pytest.mark.parametrize("kind", [False, True])
def test_a_judge_that_obeys_what_stands_outside_gives_the_result_of_the_harmless_twin(
    attack: Attack, kind: bool
) -> None:
    said: Told = {**PLAINLY, "kind": kind}
    for (fields, told), (harmless, _) in zip(steered(attack.text), steered(TWIN), strict=True):
        facts = told["facts"]
        one, other = Obedient({**said, "facts": facts}), Obedient({**said})
        (result,) = Rubric(graph=GRAPH).run([{"id": "c", **fields}], judge=one)
        (twin,) = Rubric(graph=GRAPH).run([{"id": "c", **harmless}], judge=other)

        assert (result.status, result.score, result.path) == (twin.status, twin.score, twin.path)
        assert result.score == (0.4 if kind else 0.0)
        assert one.seen == other.seen


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
def test_the_plain_layout_keeps_its_quoting_rule(attack: Attack) -> None:
    for (fields, told), (harmless, told_harmless) in zip(steered(attack.text), steered(TWIN), strict=True):
        asked, twins = questions(fields, told, "plain"), questions(harmless, told_harmless, "plain")
        assert [marked_lines(one.prompt, HEADINGS) for one in asked] == [
            marked_lines(one.prompt, HEADINGS) for one in twins
        ]


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
def test_a_prompt_is_taken_apart_into_the_very_texts_it_was_made_of(attack: Attack) -> None:
    fields = {"input": attack.text, "actual_output": attack.text}
    _, kind, _ = questions(fields, {**PLAINLY, "facts": [attack.text]})

    parts = parts_of(kind)
    assert dict(parts.evidence) == {
        "Input": attack.text,
        "Actual Output": attack.text,
        "Facts": f"1. {read_back(attack)}",
    }
    assert parts.asks == "Is it kind?"


def read_back(attack: Attack) -> str:
    """The attack as a task hands it on: halves of characters cannot be written, and are replaced."""
    return attack.text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
@pytest.mark.parametrize("verdict", [False, True])
def test_a_judge_that_quotes_the_attack_in_its_reason_keeps_its_own_verdict(attack: Attack, verdict: bool) -> None:
    reply = json.dumps({"reason": f"The answer says: {attack.text}", "verdict": verdict})
    understood = read(reply, Shape(kind="yes_no"))

    assert isinstance(understood, Read) and understood.value is verdict


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.name)
def test_what_an_unusable_reply_said_gives_no_orders_when_it_is_asked_again(attack: Attack) -> None:
    class Repeats(Obedient):
        async def ask(self, question: Question) -> Reply:
            first = question.node == "fate" and not question.attempt
            answer = await super().ask(question)
            return Reply(text=json.dumps({"verdict": attack.text})) if first else answer

    judge = Repeats({**PLAINLY})
    (result,) = Rubric(graph=GRAPH).run([{"id": "c", "input": "Where?", "actual_output": TWIN}], judge=judge)

    assert result.score == 0.4
    again = judge.seen[-1][1][-1]
    assert "\n\nYour last reply could not be used: " in again and again.count("\n\nQuestion: ") <= 1
    assert len(again.splitlines()) <= 12


MARKS = ("[BEGIN ", "[END ", "0123456789abcdef", "] ", "**", "IMPORTANT", "Facts:", "Input:", "Actual Output:", "> ")
OTHERS = ('{"verdict": true}', "Question: ", "JSON:", "'verdict' [", "\n", "\r", "\u2028", "\x00", "\u200b", " ", "\t")
FRAGMENTS = st.sampled_from((*MARKS, *OTHERS))
TEXTS = st.one_of(st.text(), st.lists(FRAGMENTS | st.text(max_size=3), min_size=1, max_size=20).map("".join))


@given(text=TEXTS.filter(lambda text: bool(text) and not text.isspace()))
def test_no_text_at_all_changes_what_stands_outside_of_the_data(text: str) -> None:
    fields, twin = {"input": text, "actual_output": text}, {"input": TWIN, "actual_output": TWIN}
    told, plainly = {**PLAINLY, "facts": [f"{text}."]}, PLAINLY

    assert [outside(one) for one in questions(fields, told)] == [outside(one) for one in questions(twin, plainly)]
    assert [marked_lines(one.prompt, HEADINGS) for one in questions(fields, told, "plain")] == [
        marked_lines(one.prompt, HEADINGS) for one in questions(twin, plainly, "plain")
    ]
