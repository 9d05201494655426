"""What workers say of themselves beside their results: counts, what was asked, what a server takes; put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arbitree.core.records import Question, Reply, Shape
from arbitree.errors import Problem
from arbitree.judges.window import Window
from arbitree.runner.bench import Bench
from arbitree.runner.memory import Memory
from arbitree.runner.workers.desk import Stand
from arbitree.runner.workers.plain import answer_from

_SEEN: Final = Reply(text="")


class Counted:
    """Adds up what all workers count, so that the run's counts are those of one process."""

    def __init__(self, stands: Sequence[Stand], bench: Bench, memory: Memory | None) -> None:
        """Begins with nothing.

        Args:
            stands: what stands for the judges here.
            bench: the judges of the run, which is told of all that it cannot see.
            memory: the ledgers of the run, which are told what the workers lacked.
        """
        self.problems: list[Problem] = []
        """What the workers could not keep."""
        self._stands, self._bench, self._memory = stands, bench, memory
        self._counts: dict[object, Mapping[str, Any]] = {}
        self._seen = Window()
        self._lacks = {
            seat: lacking
            for seat, stand in enumerate(stands)
            if memory is not None
            and memory.keeping.replay
            and (lacking := memory.around(stand.stands_for, stand, price=None, on_trouble=bench.halt)) is not None
        }

    def take(self, hand: object, message: Sequence[Any]) -> bool:
        """Takes a worker's message; whether it was about this at all."""
        match message:
            case ["counts", dict(counts)]:
                self._counts[hand] = counts
                self._add_up()
            case ["asked", dict(asked)]:
                for seat, keys in asked.items():
                    self._asked(int(seat), keys)
                self._add_up()
            case ["first", int(seat), str(role), str(node), dict(answer)]:
                question = Question(key="", node=node, role=role, messages=(), shape=Shape(kind="yes_no"))
                self._bench.note(self._stands[seat].stands_for, question, answer_from(answer))
            case ["ahead", str(case), int(asked_ahead), int(unused)]:
                self._bench.asked_ahead_elsewhere(case, asked_ahead, unused)
            case ["halt", dict(problem)]:
                self._bench.halt(Problem(**problem))
            case ["lacked", dict(lacked)]:
                for seat, lacks in lacked.items():
                    self._lacked(int(seat), lacks)
            case ["bye", dict(used), problems]:
                self._left(used, problems)
            case _:
                return False
        return True

    def _asked(self, seat: int, keys: Sequence[str]) -> None:
        """Counts questions of a judge that answers inline, each once, whichever workers asked it."""
        calls, judge = self._bench.elsewhere.calls, id(self._stands[seat])
        calls[judge] = calls.get(judge, 0) + sum(self._is_new(seat, key) for key in keys)

    def _lacked(self, seat: int, lacks: Sequence[Sequence[str]]) -> None:
        """Counts questions without a reply, each once."""
        for key, role, node in lacks:
            if self._is_new(seat, key):
                self._lacks[seat].missing[role, node] += 1

    def _is_new(self, seat: int, key: str) -> bool:
        """Whether a question was not asked before, as far back as answers are remembered."""
        is_new = self._seen.get(f"{seat} {key}") is None
        if is_new:
            self._seen.put(f"{seat} {key}", _SEEN)
        return is_new

    def _add_up(self) -> None:
        elsewhere, all_counts = self._bench.elsewhere, self._counts.values()
        elsewhere.replayed = sum(counts["replayed"] for counts in all_counts)
        elsewhere.recalled = sum(counts["recalled"] for counts in all_counts)
        answered = sum(sum(counts["answered"].values()) for counts in all_counts)
        # Two workers that asked an inline judge the same asked it once as far as the run is concerned.
        saved = answered - sum(elsewhere.calls.values())
        elsewhere.shared = sum(counts["shared"] for counts in all_counts) + saved

    def _left(self, used: Mapping[str, Any], problems: Sequence[Mapping[str, Any]]) -> None:
        """Takes a worker's last words."""
        for seat, told in used.items():
            stand = self._stands[int(seat)]
            models = [stand.used.get("model", ""), str(told.get("model", ""))]
            stand.used = {**stand.used, **told}
            if any(models):
                names = [name for model in models for name in model.split(", ") if name]
                stand.used["model"] = ", ".join(dict.fromkeys(names))
        self.problems += [problem for one in problems if (problem := Problem(**one)) not in self.problems]
        if self._memory is not None and self._memory.shared is not None:
            self._memory.shared.damaged = sum(counts["damaged"] for counts in self._counts.values())
