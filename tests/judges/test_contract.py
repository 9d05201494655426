"""Every judge keeps to the rules of judges, and the check of them notices one that does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from arbitree.core.records import Answer, Question, Reply, Style
from arbitree.judges import Judge, RecordedJudge, limited, load_rules, once
from arbitree.judges.adapt import adapt
from arbitree.testing import ScriptedJudge, check_judge


def blocking(prompt: str) -> str:
    return "yes"


async def waiting(prompt: str) -> str:
    await asyncio.sleep(0)
    return "yes"


def breaking(prompt: str) -> str:
    raise ValueError(prompt)


async def breaking_in_the_loop(prompt: str) -> str:
    raise ValueError(prompt)


JUDGES: dict[str, Callable[[], Judge]] = {
    "blocking": lambda: adapt(blocking),
    "async": lambda: adapt(waiting),
    "breaking": lambda: adapt(breaking),
    "breaking in the loop": lambda: adapt(breaking_in_the_loop),
    "scripted": lambda: ScriptedJudge({"window": True}),
    "scripted out of order": lambda: ScriptedJudge({"window": True}, waits=5),
    "surprised": lambda: ScriptedJudge({}),
    "limited": lambda: limited(adapt(waiting), in_flight=2),
    "once": lambda: once(limited(adapt(waiting), in_flight=2)),
    "once, inline": lambda: once(ScriptedJudge({"window": True})),
    "recorded": lambda: RecordedJudge({}, name="recorded"),
}


@pytest.mark.parametrize("name", JUDGES)
def test_a_judge_keeps_to_the_rules(name: str) -> None:
    check_judge(JUDGES[name])


def test_a_judge_of_rules_keeps_to_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text('@answers("ask")\ndef rule(prompt): return True\n')
    check_judge(lambda: load_rules(str(file)))


class Wrong:
    """Breaks one rule."""

    style: Style = "plain"

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.name = "" if fault == "name" else "wrong"
        self.inline = fault == "waits"

    async def ask(self, question: Question) -> Answer:
        if self.fault == "raises":
            raise ValueError("against the rules")
        if self.fault == "waits":
            await asyncio.sleep(0)
        return cast(Answer, "yes") if self.fault == "text" else Reply(text="yes")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("name", "a judge has a name"),
        ("text", "wrong gave back 'yes', and not a Reply or a Failed"),
        ("waits", "wrong says that it answers inline, and waits"),
    ],
)
def test_the_check_names_the_rule_that_is_broken(fault: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_judge(lambda: Wrong(fault))


def test_the_check_lets_out_what_a_judge_raises() -> None:
    with pytest.raises(ValueError, match="against the rules"):
        check_judge(lambda: Wrong("raises"))
