"""A gate is met or missed only where no undecided case could overturn it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.records import Result
from arbitree.errors import UsageError
from arbitree.stats import DEFAULT_GATE, decide, parse_gate
from tests.stats.results import RESULTS, not_applicable, scored, within

PASS, FAIL, OPEN, NOT = scored(1.0), scored(0.0), within(0, 1), not_applicable()


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("pass_rate>=0.95", "pass_rate>=0.95"),
        (" pass-rate > 95% ", "pass_rate>0.95"),
        ("mean_score>=.8,coverage>=1", "mean_score>=0.8 and coverage>=1"),
        ("pass_rate>=0.5 and mean_score>0 , coverage>=99.5%", "pass_rate>=0.5 and mean_score>0 and coverage>=0.995"),
    ],
)
def test_a_gate_reads_as_it_is_written(text: str, meaning: str) -> None:
    assert str(parse_gate(text)) == meaning


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pass_rte>=0.9", "did you mean pass_rate?"),
        ("pass_rate>=95", "did you mean 95%?"),
        ("pass_rate>=950", "between 0 and 1"),
        ("pass_rate<=0.9", '"<=" is no floor'),
        ("pass_rate=0.9", '"=" is no floor'),
        ("pass_rate>=", "write the number as 0.95"),
        ("pass_rate>=1e-3", "is no number"),
        ("pass_rate>=nan", "is no number"),
        ("pass_rate>=-1", "is no number"),
        ("pass_rate>=\u0661", "is no number"),
        ("0.95", "no condition"),
        ("", "no condition"),
        ("pass_rate>=0.9,", "no condition"),
        ("pass_rate>=0.9 or coverage>=1", "no condition"),
    ],
)
def test_a_gate_that_cannot_be_understood_says_how_to_write_it(text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_gate(text)

    assert words in str(caught.value)


def test_all_mistakes_of_a_gate_are_named_together() -> None:
    with pytest.raises(UsageError) as caught:
        parse_gate("speed>=1 and coverage>=7 and pass_rate>=0.1")

    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    ("results", "code"),
    [
        ([PASS, PASS], 0),
        ([PASS, FAIL], 1),
        ([PASS, OPEN], 3),
        ([FAIL, OPEN], 1),
        ([PASS, NOT], 0),
        ([NOT, NOT], 3),
        ([], 3),
        ([OPEN], 3),
        ([within(0.6, 0.9)], 0),
    ],
)
def test_by_default_every_applicable_case_has_to_pass(results: list[Result], code: int) -> None:
    assert decide(DEFAULT_GATE, results).exit_code == code


@pytest.mark.parametrize(
    ("gate", "results", "code"),
    [
        ("pass_rate>=0.95", [PASS] * 19 + [FAIL], 0),
        ("pass_rate>0.95", [PASS] * 19 + [FAIL], 1),
        ("pass_rate>=0.95", [PASS] * 19 + [OPEN], 0),
        ("pass_rate>=0.95", [PASS] * 18 + [OPEN, OPEN], 3),
        ("pass_rate>=0.95", [PASS] * 18 + [FAIL, FAIL, OPEN], 1),
        ("mean_score>=0.8", [scored(0.8)] * 3, 0),
        ("mean_score>0.8", [scored(0.8)] * 3, 1),
        ("mean_score>=0.8", [scored(1.0), within(0.6, 0.9)], 0),
        ("mean_score>=0.9", [scored(1.0), within(0.6, 0.9)], 3),
        ("mean_score>=0.96", [scored(1.0), within(0.6, 0.9)], 1),
        # The undecided case may turn out not applicable: its low of 0.4 cannot be counted on, nor its high of 0.6.
        ("mean_score>=0.2", [scored(0.1), within(0.4, 0.6)], 3),
        ("mean_score>=0.9", [scored(1.0), within(0.4, 0.6)], 3),
        ("mean_score>=0.5", [NOT], 3),
        ("coverage>=1", [PASS, FAIL, NOT], 0),
        ("coverage>=1", [PASS, OPEN], 1),
        ("pass_rate>=0.5 and coverage>=0.5", [PASS, OPEN], 0),
        ("pass_rate>=0.6 and coverage>=0.5", [PASS, OPEN], 3),
        ("pass_rate>=0.6 and coverage>=0.6", [PASS, OPEN], 1),
    ],
)
def test_a_gate_is_settled_by_the_worst_and_the_best_that_can_come(gate: str, results: list[Result], code: int) -> None:
    assert decide(parse_gate(gate), results).exit_code == code


def test_a_decision_tells_the_value_found_and_how_it_compares() -> None:
    text = str(decide(parse_gate("pass_rate>=0.9, coverage>=0.5"), [PASS, OPEN]))

    assert text == (
        "pass_rate>=0.9 not settled: pass_rate is between 0.500 and 1.000; coverage>=0.5 met: coverage is 0.500"
    )
    assert str(decide(DEFAULT_GATE, [NOT])) == "no case was applicable"
    assert decide(DEFAULT_GATE, [PASS]).met is True


SMALL = st.lists(RESULTS, max_size=5)
FLOORS = st.tuples(st.sampled_from([">=", ">"]), st.integers(0, 20).map(lambda twentieths: twentieths * 5))


def completions(result: Result) -> list[Result]:
    """What a case can still come to. A mean is lowest and highest at the ends of intervals."""
    if result.status == "not_applicable" or result.score is not None:
        return [result]
    assert result.interval is not None
    ends = [scored(end) for end in result.interval]
    return [*ends, not_applicable()] if result.passed is None else ends


def verdicts(measure: str, sign: str, floor: Fraction, results: list[Result]) -> Iterator[bool]:
    """Whether the condition holds, for each way the open cases can turn out."""
    for outcome in itertools.product(*map(completions, results)):
        applicable = [result for result in outcome if result.status != "not_applicable"]
        if applicable:
            if measure == "pass_rate":
                value = Fraction(sum(result.passed is True for result in applicable), len(applicable))
            else:
                value = sum((Fraction(str(result.score)) for result in applicable), Fraction()) / len(applicable)
            yield value > floor if sign == ">" else value >= floor


@given(st.sampled_from(["pass_rate", "mean_score"]), FLOORS, SMALL)
def test_a_decision_is_that_of_trying_every_completion(
    measure: str, floor: tuple[str, int], results: list[Result]
) -> None:
    sign, percent = floor
    found = list(verdicts(measure, sign, Fraction(percent, 100), results))
    expected = 3 if not found else 0 if all(found) else 1 if not any(found) else 3

    assert decide(parse_gate(f"{measure}{sign}{percent}%"), results).exit_code == expected


@given(st.lists(st.tuples(st.sampled_from(["pass_rate", "mean_score"]), FLOORS), min_size=1, max_size=3), SMALL)
def test_several_conditions_are_never_contradicted_by_a_completion(
    conditions: list[tuple[str, tuple[str, int]]], results: list[Result]
) -> None:
    gate = parse_gate(" and ".join(f"{measure}{sign}{percent}%" for measure, (sign, percent) in conditions))
    each = [list(verdicts(measure, sign, Fraction(percent, 100), results)) for measure, (sign, percent) in conditions]
    outcomes = [all(way) for way in zip(*each, strict=True)]

    code = decide(gate, results).exit_code

    assert code != 0 or all(outcomes)
    assert code != 1 or not any(outcomes)


def test_almost_all_is_never_said_to_be_all() -> None:
    results = [FAIL, *[PASS] * 4999]

    assert str(decide(parse_gate("pass_rate>=0.9"), results)) == "pass_rate>=0.9 met: pass_rate is 0.9998"
