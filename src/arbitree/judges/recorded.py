"""A judge that replays recorded answers, and the rows that a run leaves for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from arbitree.core.cases import Case
from arbitree.core.plan import Plan
from arbitree.core.records import Answer, Question, Result, Step, Style
from arbitree.errors import Problem, RecordError
from arbitree.judges.base import Judge
from arbitree.judges.binding import Binding, unrecorded
from arbitree.judges.rows import Rows, read_rows


class RecordedJudge:
    """Answers each question as it was answered before. `bind` it to a plan and its cases first.

    A question is known by its key, and rows by case and node; so binding walks every case through the plan with its
    recorded answers and notes the key of each question on the way.
    """

    inline = True
    sees_images = True
    style: Style = "messages"

    def __init__(self, rows: Rows, *, name: str) -> None:
        self.name = name
        self._rows = rows
        self._known: Mapping[str, Answer] = {}

    def __repr__(self) -> str:
        return f"<judge {self.name}>"

    @classmethod
    def load(cls, path: str) -> RecordedJudge:
        """The judge of a file of rows.

        Raises:
            RecordError: The file cannot be read, or its rows cannot be used or contradict each other.
        """
        return cls(read_rows(path), name=f"recorded:{path}")

    @property
    def cases(self) -> tuple[str, ...]:
        """The ids of the cases that have answers, as the file first names them."""
        return tuple(self._rows)

    @property
    def nodes(self) -> tuple[str, ...]:
        """The names of the nodes that have answers, as the file first names them."""
        return tuple(dict.fromkeys(asked.node for answers in self._rows.values() for asked in answers))

    def bind(self, plan: Plan, cases: Iterable[Case], *, local: Judge | None = None) -> RecordedJudge:
        """The same judge, ready to answer what `plan` asks of `cases`.

        Args:
            plan: The plan that the run uses, prompts in this judge's style.
            cases: The cases of the run.
            local: The judge of checks that need one; without it they must be recorded too.

        Raises:
            RecordError: Equal questions were answered differently, or no row is about this rubric.
        """
        known = {node.name for node in plan.graph.nodes}
        if not known.intersection(self.nodes):
            raise RecordError(_other_rubric(self.name, self.nodes, known))
        bound_answers = Binding(plan, self._rows, self.name, local).bind(cases)
        bound = RecordedJudge(self._rows, name=self.name)
        bound._known = bound_answers
        return bound

    async def ask(self, question: Question) -> Answer:
        """The recorded answer, or which case and node lack one."""
        answer = self._known.get(question.key)
        return answer if answer is not None else unrecorded(self.name, "", question.node, question.sample)


def record(results: Iterable[Result]) -> Iterator[dict[str, object]]:
    """The rows that replay a run: each reply of each result's trace, as it came. Checks are computed again instead."""
    for result in results:
        for step in result.trace:
            if step.kind != "check":
                yield from _rows_of(result.case, step)


def _rows_of(case: str, step: Step) -> Iterator[dict[str, object]]:
    attempts: Counter[int] = Counter()
    for attempt in step.attempts:
        nth = attempts[attempt.sample]
        attempts[attempt.sample] += 1
        if attempt.reply is None:
            continue
        row: dict[str, object] = {"case": case, "node": step.node, "reply": attempt.reply}
        if step.after:
            row["after"] = list(step.after)
        if step.items:
            row["items"] = [item.text for item in step.items]
        if attempt.sample:
            row["sample"] = attempt.sample
        if nth:
            row["attempt"] = nth
        if attempt.probabilities is not None:
            row["probabilities"] = dict(attempt.probabilities)
        if attempt.label_mass is not None:
            row["label_mass"] = attempt.label_mass
        yield row


def _other_rubric(name: str, nodes: tuple[str, ...], known: set[str]) -> Problem:
    return Problem(
        code="R115",
        what=f"{name} answers no node of this rubric",
        where=f"it answers {', '.join(nodes[:10])}; the rubric has {', '.join(sorted(known)[:10])}",
        mend="give the answers of this rubric, or name its nodes as they are named in the answers",
    )
