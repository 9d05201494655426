"""Recorded answers are replayed by the key of the question they answered."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.graph import Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.weigh import Part, Weigh
from arbitree.core.records import Answer, Failed, Question, Reply, Result
from arbitree.errors import RecordError
from arbitree.executors.score import score_case
from arbitree.judges.loop import run_inline, run_sync
from arbitree.judges.recorded import RecordedJudge, record
from arbitree.judges.rows import write_rows
from arbitree.testing import ScriptedJudge, in_turn, raw
from tests.judges.graphs import PARCEL
from tests.judges.questions import question

PLAN = compile_plan(PARCEL)
SHIPPED = Case(id="a", fields={"actual_output": "Order A17 shipped."})
LOST = Case(id="b", fields={"actual_output": "Your parcel is lost."})
ROWS = [
    {"case": "a", "node": "find", "output": "A17"},
    {"case": "a", "node": "has_id", "verdict": True, "reason": "it does"},
    {"case": "a", "node": "status", "verdict": "shipped", "probabilities": {"shipped": 0.9, "lost": 0.1}},
    {"case": "b", "node": "find", "output": "none"},
    {"case": "b", "node": "has_id", "reply": "no"},
    {"case": "b", "node": "status", "verdict": "lost"},
]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return "answers.jsonl"


def load(path: str, rows: list[dict[str, object]]) -> RecordedJudge:
    write_rows(path, rows)
    return RecordedJudge.load(path)


def scores(judge: RecordedJudge, *cases: Case) -> list[Result]:
    bound = judge.bind(PLAN, cases)
    return [run_sync(score_case(PLAN, case, {"judge": bound})) for case in cases]


def test_a_rubric_runs_on_recorded_answers(path: str) -> None:
    shipped, lost = scores(load(path, ROWS), SHIPPED, LOST)
    assert (shipped.score, lost.score) == (1.0, 0.0)
    assert shipped.trace[1].reason == "it does"
    assert shipped.trace[2].attempts[0].probabilities == {"shipped": 0.9, "lost": 0.1}


def test_a_gzipped_file_is_read_as_well(path: str) -> None:
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in ROWS)
    assert scores(RecordedJudge.load(path), SHIPPED)[0].score == 1.0


def test_equal_rows_are_written_as_equal_bytes(path: str) -> None:
    for name in ("one.jsonl.gz", "two.jsonl.gz"):
        assert write_rows(name, ROWS) == 6
    assert Path("one.jsonl.gz").read_bytes() == Path("two.jsonl.gz").read_bytes()


def test_a_question_without_an_answer_fails_and_names_case_and_node(path: str) -> None:
    (result,) = scores(load(path, ROWS[:2]), SHIPPED)
    assert result.status == "undecided"
    (cause,) = result.causes
    assert cause.kind == "unrecorded"
    assert 'recorded:answers.jsonl has no answer for case "a", node "status"' in cause.what


def test_a_judge_that_is_bound_to_nothing_answers_nothing(path: str) -> None:
    failed = run_inline(load(path, ROWS).ask(question()))
    assert isinstance(failed, Failed) and failed.kind == "unrecorded"


def test_an_answer_that_cannot_be_read_stays_what_it_was_when_it_is_asked_again(path: str) -> None:
    (result,) = scores(load(path, [*ROWS[:2], {"case": "a", "node": "status", "verdict": "eaten"}]), SHIPPED)
    assert result.causes[0].kind == "unknown_option"
    assert [attempt.reply for attempt in result.trace[2].attempts] == ['{"verdict": "eaten"}'] * 3


def test_equal_questions_with_different_answers_are_an_error_that_names_both_rows(path: str) -> None:
    twin = Case(id="twin", fields=SHIPPED.fields)
    judge = load(path, [*ROWS, {"case": "twin", "node": "find", "output": "A18"}])
    with pytest.raises(RecordError) as refused:
        judge.bind(PLAN, [SHIPPED, LOST, twin])
    (problem,) = refused.value.problems
    assert problem.what == (
        'equal questions have two answers: \'A17\' for case "a", node "find", and \'A18\' for case "twin", node "find"'
    )
    assert problem.where == "recorded:answers.jsonl:1 and :7"


def test_equal_questions_with_answers_that_read_alike_are_no_error(path: str) -> None:
    twin = Case(id="twin", fields=SHIPPED.fields)
    judge = load(path, [*ROWS, {"case": "twin", "node": "has_id", "reply": "Yes."}])
    assert [result.score for result in scores(judge, twin, SHIPPED)] == [1.0, 1.0]


def test_a_case_without_rows_takes_the_answers_of_its_equal(path: str) -> None:
    twin = Case(id="twin", fields=SHIPPED.fields)
    assert [result.score for result in scores(load(path, ROWS), twin, SHIPPED)] == [1.0, 1.0]


TWO_NODES = Graph(
    nodes=(
        Weigh(name="both", parts=(Part(node="one"), Part(node="two"))),
        Ask(name="one", criteria="Is it polite?", shows=("actual_output",)),
        Ask(name="two", criteria="Is it polite?", shows=("actual_output",), yes=4.0),
    )
)


def test_two_nodes_that_ask_the_same_may_not_be_answered_differently(path: str) -> None:
    rows = [{"case": "a", "node": "one", "verdict": True}, {"case": "a", "node": "two", "verdict": False}]
    with pytest.raises(RecordError, match='node "one", and False for case "a", node "two"'):
        load(path, rows).bind(compile_plan(TWO_NODES), [SHIPPED])


@pytest.mark.parametrize("node", ["one", "two"])
def test_one_row_answers_both_nodes_that_ask_the_same(path: str, node: str) -> None:
    plan = compile_plan(TWO_NODES)
    bound = load(path, [{"case": "a", "node": node, "verdict": True}]).bind(plan, [SHIPPED])
    assert run_sync(score_case(plan, SHIPPED, {"judge": bound})).score == 0.7


def test_votes_are_told_apart_by_their_sample(path: str) -> None:
    graph = Graph(nodes=(Ask(name="one", criteria="Is it?", shows=("actual_output",), votes=3),))
    plan = compile_plan(graph)
    rows: list[dict[str, object]] = [
        {"case": "a", "node": "one", "verdict": verdict, "sample": sample}
        for sample, verdict in enumerate((True, False, True))
    ]
    bound = load(path, rows).bind(plan, [SHIPPED])
    assert run_sync(score_case(plan, SHIPPED, {"judge": bound})).score == 1.0


class Local:
    """Finds what is searched for in whatever it is shown."""

    name = "local"
    style = "plain"
    inline = True

    async def ask(self, question: Question) -> Answer:
        return Reply(text='{"verdict": true}')


def test_checks_beyond_the_core_are_answered_by_the_local_judge_while_binding(path: str) -> None:
    graph = Graph(
        nodes=(
            Check(name="id", tests=(("search", "A[0-9]+"),), shows=("actual_output",), yes="one"),
            Ask(name="one", criteria="Is it?", shows=("actual_output",)),
        )
    )
    plan = compile_plan(graph)
    bound = load(path, [{"case": "a", "node": "one", "verdict": True}]).bind(plan, [SHIPPED], local=Local())
    assert run_sync(score_case(plan, SHIPPED, {"judge": bound, "local": Local()})).score == 1.0


def test_a_run_is_recorded_and_replayed_to_the_same_trace(path: str) -> None:
    judge = ScriptedJudge(
        {"find": "A17", "has_id": in_turn(raw("oops"), True), "status": in_turn("eaten", "gone", "delayed")},
        style="messages",
    )
    result = run_sync(score_case(PLAN, SHIPPED, {"judge": judge}))
    write_rows(path, record([result]))
    assert scores(RecordedJudge.load(path), SHIPPED) == [result]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("not json", "the row is not JSON"),
        ("[1]", "the row is a list"),
        ('{"node": "n", "verdict": true}', 'no "case"'),
        ('{"case": "a", "verdict": true}', 'no "node"'),
        ('{"case": "a", "node": "n"}', "the row has no answer"),
        ('{"case": "a", "node": "n", "verdict": true, "output": "x"}', "the row has verdict and output"),
        ('{"case": "a", "node": "n", "verdict": [3]}', '"verdict" is [3]'),
        ('{"case": "a", "node": "n", "verdict": true, "reson": "r"}', 'did you mean "reason"?'),
        ('{"case": "a", "node": "n", "verdict": true, "colour": "r"}', 'put what is your own under "meta"'),
        ('{"case": "a", "node": "n", "verdict": true, "sample": true}', '"sample" is true'),
        ('{"case": "a", "node": "n", "verdict": true, "sample": -1}', '"sample" is -1'),
        ('{"case": "a", "node": "n", "verdict": true, "probabilities": {"yes": "0.5"}}', "a probability is no number"),
        ('{"case": "a", "node": "x", "verdict": true}', 'case "a", node "x" has two answers: False and True'),
    ],
)
def test_a_row_that_cannot_be_used_is_named_with_its_line(path: str, row: str, said: str) -> None:
    Path(path).write_text('{"case": "a", "node": "x", "verdict": false}\n\n' + row + "\n")
    with pytest.raises(RecordError) as refused:
        RecordedJudge.load(path)
    assert said in str(refused.value)
    assert "answers.jsonl:" in refused.value.problems[0].where
    assert ":3" in refused.value.problems[0].where


def test_all_bad_rows_are_reported_together_up_to_a_limit(path: str) -> None:
    Path(path).write_text("oops\n" * 50)
    with pytest.raises(RecordError) as refused:
        RecordedJudge.load(path)
    assert len(refused.value.problems) == 21
    assert refused.value.problems[-1].what == "30 more rows are wrong"


def test_a_file_that_cannot_be_read_is_refused(path: str) -> None:
    with pytest.raises(RecordError, match=r'"answers\.jsonl" cannot be read'):
        RecordedJudge.load(path)
    Path(path).write_text("")
    with pytest.raises(RecordError, match="holds no answers"):
        RecordedJudge.load(path)
    Path(path).write_bytes(gzip.compress(b"{}" * 100)[:-8])
    with pytest.raises(RecordError, match="cannot be read"):
        RecordedJudge.load(path)


def test_answers_to_another_rubric_are_refused(path: str) -> None:
    judge = load(path, [{"case": 7, "node": "tone", "verdict": "kind"}])
    assert (judge.cases, judge.nodes) == (("7",), ("tone",))
    with pytest.raises(RecordError, match="answers no node of this rubric"):
        judge.bind(PLAN, [SHIPPED])
