"""A rules file answers questions by its functions."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.records import Answer, Failed, Reply
from arbitree.errors import JudgeError
from arbitree.executors.score import score_case
from arbitree.judges.loop import run_inline, run_sync
from arbitree.judges.rule_files import load_rules
from arbitree.rules import Prompt, section
from tests.judges.graphs import PARCEL
from tests.judges.questions import question

ORDER_RULES = """
@answers("dag.TaskNodeOutput")
def find_id(prompt, judge):
    ids = re.findall(r"\\b[A-Z]\\d+\\b", section(prompt, "Actual Output"))
    return {"output": ids[0] if ids else "none"}

@answers("dag.BinaryJudgementVerdict")
def yes_no(prompt, judge):
    found = prompt.split("\\n**\\nIMPORTANT")[0].rsplit(":\\n", 1)[-1].strip()
    return {"verdict": found != "none", "reason": f"found {found}"}

@answers("dag.NonBinaryJudgementVerdict")
def pick(prompt, judge):
    options = ast.literal_eval(re.findall(r"'verdict' (\\[.*?\\])", prompt)[-1])
    said = section(prompt, "Actual Output").lower()
    return {"verdict": next(option for option in options if option in said), "reason": "it says so"}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(folder: Path, source: str, **given: object) -> Answer:
    (folder / "rules.py").write_text(dedent(source))
    return run_inline(load_rules("rules.py").ask(question(**given)))  # type: ignore[arg-type]


def text(folder: Path, source: str, **given: object) -> str:
    answer = ask(folder, source, **given)
    assert isinstance(answer, Reply), answer
    return answer.text


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("Order A17 shipped on 3 March.", 1.0),
        ("Order A17 is delayed.", 0.6),
        ("Sorry, order B22 is lost.", 0.2),
        ("Your parcel is lost.", 0.0),
    ],
)
def test_rules_written_for_the_plain_layout_score_a_case(folder: Path, reply: str, score: float) -> None:
    (folder / "rules.py").write_text(ORDER_RULES)
    judge = load_rules("rules.py")
    plan = compile_plan(PARCEL, style=judge.style)
    case = Case(id="1", fields={"actual_output": reply})
    result = run_sync(score_case(plan, case, {"judge": judge}))
    assert result.score == score


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        ("yes_no", "True", '{"verdict": true}'),
        ("one_of", '"Both"', '{"verdict": "Both"}'),
        ("text", '"A17"', '{"output": "A17"}'),
        ("list", '["a", "b"]', '{"output": ["a", "b"]}'),
        ("reason", '"because"', '{"reason": "because"}'),
        ("yes_no", '{"verdict": True, "reason": "r"}', '{"verdict": true, "reason": "r"}'),
        ("yes_no", "'{\"verdict\": true}'", '{"verdict": true}'),
    ],
)
def test_a_rule_gives_back_a_reply_or_the_bare_answer(folder: Path, kind: str, value: str, said: str) -> None:
    assert text(folder, f'@answers(node="window")\ndef rule(prompt): return {value}', kind=kind) == said


def test_the_most_particular_rule_answers(folder: Path) -> None:
    source = """
    @answers("ask")
    def any_question(prompt): return {"reason": "any"}
    @answers(node="window")
    def any_form(prompt): return {"reason": "node"}
    @answers("ask", node="window")
    def this_one(prompt): return {"reason": "both"}
    """
    assert text(folder, source) == '{"reason": "both"}'
    assert text(folder, source, kind="text") == '{"reason": "node"}'
    assert text(folder, source, node="other") == '{"reason": "any"}'


@pytest.mark.parametrize("key", ["ask", "BinaryJudgementVerdict", "dag.BinaryJudgementVerdict"])
def test_a_form_of_reply_has_three_names(folder: Path, key: str) -> None:
    assert text(folder, f'@answers("{key}")\ndef rule(prompt): return True') == '{"verdict": true}'


def test_a_rule_takes_the_judge_and_the_question_if_it_likes(folder: Path) -> None:
    source = """
    @answers("ask")
    def rule(prompt, judge, question): return f"{judge.name} {question.node}"
    """
    assert text(folder, source) == '{"verdict": "rules:rules.py window"}'


def test_rules_may_share_a_name_and_be_imported(folder: Path) -> None:
    (folder / "shared_rules.py").write_text(
        'from arbitree.rules import answers\n@answers("reason")\ndef why(prompt): return "shared"\n'
    )
    source = """
    from shared_rules import why
    @answers("ask")
    def _(prompt): return True
    @answers("text" if False else "task")
    def _(prompt): return "A17"
    """
    assert text(folder, source) == '{"verdict": true}'
    assert text(folder, source, kind="text") == '{"output": "A17"}'
    assert text(folder, source, kind="reason") == '{"reason": "shared"}'


def test_an_async_rule_is_awaited(folder: Path) -> None:
    assert text(folder, '@answers("ask")\nasync def rule(prompt): return True') == '{"verdict": true}'


def test_the_rules_of_a_page_about_other_metrics_are_let_be(folder: Path) -> None:
    source = """
    @answers("g_eval.ReasonScore")
    def other(prompt, judge): return {"score": 1}
    @answers("ask")
    def rule(prompt): return True
    """
    assert text(folder, source) == '{"verdict": true}'


def test_a_question_without_a_rule_is_a_failure_that_names_its_node_and_the_rules(folder: Path) -> None:
    failed = ask(folder, '@answers("task")\ndef rule(prompt): return "x"\n@answers(node="a")\ndef b(prompt): return 1')
    assert isinstance(failed, Failed)
    assert failed.kind == "no_rule"
    assert failed.message == (
        'rules:rules.py has no rule for node "window", which needs @answers(node="window") or @answers("ask"); '
        'it has "task", node="a"'
    )


def test_a_rule_that_raises_is_a_failure_that_names_the_line(folder: Path) -> None:
    failed = ask(folder, '@answers("ask")\ndef rule(prompt):\n    return {}["verdict"]')
    assert isinstance(failed, Failed) and isinstance(failed.error, KeyError)
    assert failed.message == "KeyError: 'verdict' (rules.py:3)"


def test_a_rule_that_gives_nothing_back_is_a_failure(folder: Path) -> None:
    failed = ask(folder, '@answers("ask")\ndef rule(prompt):\n    "window" in prompt')
    assert isinstance(failed, Failed)
    assert failed.message == 'the rule "rule" (rules.py:1) gave nothing back for node "window"'


def test_a_rule_that_looks_for_a_section_that_is_not_there_is_told_which_are(folder: Path) -> None:
    (folder / "rules.py").write_text('@answers("task")\ndef rule(prompt): return section(prompt, "Output")\n')
    judge = load_rules("rules.py")
    plan = compile_plan(PARCEL, style=judge.style)
    result = run_sync(score_case(plan, Case(id="1", fields={"actual_output": "x"}), {"judge": judge}))
    assert 'the prompt has no section "Output"; it has Actual Output (rules.py:2)' in result.error


@pytest.mark.parametrize(
    "source",
    [
        "def judge(prompt): return '{\"verdict\": true}'",
        "class judge:\n    def generate(self, prompt): return '{\"verdict\": true}'",
        "class Mine:\n    def generate(self, prompt): return '{\"verdict\": true}'\njudge = Mine()",
        "class Mine:\n    inline = True\n    def generate(self, prompt): return '{\"verdict\": true}'",
    ],
)
def test_a_file_without_rules_may_define_a_judge(folder: Path, source: str) -> None:
    (folder / "rules.py").write_text(source)
    assert run_sync(load_rules("rules.py").ask(question())) == Reply(text='{"verdict": true}')


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def rule(prompt:\n    pass", "\"rules.py\" is not Python: '(' was never closed\n      where  rules.py:1"),
        ("x = 1\nraise RuntimeError('no')", "rules.py raised RuntimeError: no\n      where  rules.py:2"),
        ("import sys\nsys.exit(3)", "rules.py raised SystemExit: 3"),
        ("x = 1", '"rules.py" holds no rule and no judge'),
        (
            "class Mine:\n    def __init__(self): raise KeyError('GROQ_API_KEY')\n    def generate(self, prompt): pass",
            "rules.py:Mine raised KeyError: 'GROQ_API_KEY'\n      where  rules.py:2",
        ),
        ("class Mine:\n    def __init__(self, key): pass\n    def generate(self, prompt): pass", "needs key"),
        (
            '@answers("aks")\ndef rule(prompt): pass',
            'no question has the key "aks"\n      where  rules.py:1\n      mend   did you mean "ask"?',
        ),
        ('@answers("ask")\ndef rule(a, b, c, d): pass', 'the rule "rule" takes (a, b, c, d)'),
        ('@answers("ask")\ndef rule(): pass', 'the rule "rule" takes ()'),
        (
            '@answers("ask")\ndef one(p): pass\n@answers("ask")\ndef two(p): pass',
            'two rules answer "ask": "one" and "two"\n      where  rules.py:1 and rules.py:3',
        ),
        ("@answers\ndef rule(prompt): pass", 'rules.py raised TypeError: say what the rule answers: @answers("ask")'),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_line(folder: Path, source: str, said: str) -> None:
    (folder / "rules.py").write_text(source)
    with pytest.raises(JudgeError) as refused:
        load_rules("rules.py")
    assert said in str(refused.value)
    assert all(problem.mend for problem in refused.value.problems)


def test_a_file_that_is_not_there_is_refused_with_the_nearest_name(folder: Path) -> None:
    (folder / "rules.py").write_text("")
    with pytest.raises(JudgeError, match=r'there is no file "rule.py"\n.*did you mean "rules.py"\?'):
        load_rules("rule.py")


def test_every_mistake_of_a_file_is_named(folder: Path) -> None:
    (folder / "rules.py").write_text('@answers("aks")\ndef a(prompt): pass\n@answers("ask")\ndef b(): pass')
    with pytest.raises(JudgeError) as refused:
        load_rules("rules.py")
    assert [problem.code for problem in refused.value.problems] == ["J115", "J114"]


PROMPT = (
    "Is it? See below:\nActual Output:\nnot this\n\n"
    "Order id:\nA17\n\nActual Output:\nTo do:\n\nSteps:\n1. wait\n\nInput:\nWhere is it?\n\n**\nIMPORTANT: reply\n**\n"
)


def test_a_section_of_a_prompt_that_knows_its_headings_is_exact() -> None:
    prompt = Prompt(PROMPT, ("Order id", "Actual Output", "Input"))
    assert section(prompt, "Order id") == "A17"
    assert section(prompt, "Actual Output") == "To do:\n\nSteps:\n1. wait"
    assert section(prompt, "Input") == "Where is it?"


def test_a_section_of_a_mere_text_ends_at_what_looks_like_a_heading() -> None:
    assert section(PROMPT, "Order id") == "A17"
    assert section(PROMPT, "Actual Output") == "To do:"
    assert section(PROMPT, "Input") == "Where is it?"


def test_a_section_that_is_not_there_has_a_default_or_is_an_error() -> None:
    assert section(PROMPT, "Context", "") == ""
    with pytest.raises(LookupError, match='no section "Context"'):
        section(PROMPT, "Context")
