"""A frugal run asks nothing in vain: without any one of its questions the score would not be known."""

from __future__ import annotations

import re

from arbitree.core.ahead import Ahead
from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import begin, conclude
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Question, Reply
from arbitree.executors.score import score_case
from arbitree.testing import run_virtual
from arbitree.wire.load import load_rubric
from benchmarks.works.made import early_exit
from tests.executors.late import Late

WORK = early_exit()


def says(question: Question) -> Answer:
    found = re.search(r"\[case (\d+)\]", question.prompt)
    assert found
    return Reply(text=WORK.reply(question.node, int(found[1])))


def everything(plan: Plan, case: Case) -> dict[str, Answer]:
    """The answer to every question that can be asked about a case, by key, whatever the others say."""
    ahead = Ahead(begin(plan, case))
    questions: dict[str, Question] = {}
    while found := ahead.next():
        questions[found.question.key] = found.question
        if found.question.shape.kind == "text":
            ahead.hear(found.question.key, says(found.question))
    return {key: says(question) for key, question in questions.items()}


def test_of_868_calls_none_can_be_spared_even_if_all_other_answers_were_known() -> None:
    plan = compile_plan(load_rubric(WORK.rubric, source="early-exit.json").graph)
    calls = 0
    for row in WORK.cases(200):
        case = Case(id=row["id"], fields=row)
        judge = Late(says, inline=True)
        result = run_virtual(score_case(plan, case, {"judge": judge}))
        calls += len(judge.asked)
        known = everything(plan, case)
        assert result.status == "scored" and len(known) == 20
        for question in judge.asked:
            others = {key: answer for key, answer in known.items() if key != question.key}
            assert conclude(plan, case, others).result.score is None
    assert calls == 868
