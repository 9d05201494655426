"""Cases, graphs and a judge that takes its time, for tests of asking ahead."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from arbitree.core.cases import Case
from arbitree.core.graph import Defaults, Graph
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.task import Task
from arbitree.core.records import Answer, Failed, Question, Reply, Style

CASE = Case(id="q-1", fields={"actual_output": "Hello."})
SHOWS = Defaults(shows=("actual_output",))
YES, NO = '{"verdict": true}', '{"verdict": false}'


class Late:
    """Answers each question after a time of its own; by a function, or by the name of the node."""

    style: Style = "plain"

    def __init__(
        self,
        answers: Callable[[Question], Answer] | Mapping[str, str | Failed],
        takes: Callable[[Question], float] = lambda _: 1.0,
        *,
        inline: bool = False,
    ) -> None:
        self.name, self.inline = "late", inline
        self.asked: list[Question] = []
        self.ended: list[str] = []
        self.cancelled: list[str] = []
        self._answers, self._takes = answers, takes

    @property
    def nodes(self) -> list[str]:
        return [question.node for question in self.asked]

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        try:
            if not self.inline:
                await asyncio.sleep(self._takes(question))
        except asyncio.CancelledError:
            self.cancelled.append(question.node)
            raise
        self.ended.append(question.node)
        if callable(self._answers):
            return self._answers(question)
        answer = self._answers[question.node]
        return answer if isinstance(answer, Failed) else Reply(text=answer)


def chain(length: int, prefix: str = "n") -> tuple[Ask, ...]:
    asks = [Ask(name=f"{prefix}{n}", criteria=f"{prefix}{n}?", yes=f"{prefix}{n + 1}") for n in range(length - 1)]
    return (*asks, Ask(name=f"{prefix}{length - 1}", criteria=f"{prefix}{length - 1}?"))


def early_exit() -> Graph:
    """A chain of three questions, each of which reads a task of its own."""
    asks = [
        Ask(name=f"j{n}", criteria=f"j{n}?", reads=(f"t{n}",), yes=f"j{n + 1}" if n < 3 else 10.0, shows=())
        for n in (1, 2, 3)
    ]
    tasks = [Task(name=f"t{n}", instructions=f"Task {n}.") for n in (1, 2, 3)]
    return Graph(nodes=(*tasks, *asks), defaults=SHOWS)


def says(question: Question) -> Answer:
    return Reply(text=f'{{"output": "{question.key}"}}' if question.node[0] == "t" else YES)
