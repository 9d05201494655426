"""What of a run is paid for already: how far replies at hand carry each case, found out without asking anybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arbitree.core.cases import Case
from arbitree.core.engine import NO_LIMITS, Limits, begin, finish
from arbitree.core.explain import explanation
from arbitree.core.kinds.base import DEFAULT_ROLE
from arbitree.core.plan import Plan
from arbitree.core.records import Question, Reply, Result, Verdict
from arbitree.core.structural.asked import LOCAL_ROLE
from arbitree.core.walk import Walk
from arbitree.judges.base import Judge
from arbitree.runner.at_hand import AtHand
from arbitree.runner.memory import Memory
from arbitree.runner.preview import Preview


@dataclass(frozen=True, kw_only=True)
class Carried:
    """How far replies at hand carry one case."""

    is_done: bool = False
    """Whether nothing is left to be asked."""
    settled: frozenset[int] = frozenset()
    """Places that ask nothing any more."""
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    """What they came to, by place."""
    votes: Mapping[int, int] = field(default_factory=dict)
    """How many votes are there already, by place."""
    lacks_reason: bool = True
    """Whether its score may still have to be explained, where judges explain."""


NOT_AT_ALL = Carried()


class Paid:
    """Replies at hand: in the ledgers of a run, and in the results of its earlier session."""

    def __init__(self, memory: Memory | None, judges: Mapping[str, Judge], *, known: AtHand | None = None) -> None:
        """Looks nothing up yet.

        Args:
            memory: The ledgers of the run, opened; None when it has none.
            judges: Who answers for each role.
            known: Replies of the earlier session, by the key of the question.
        """
        self.keys: set[str] = set()
        """The keys of all questions that a reply was found to."""
        self._known: AtHand = {} if known is None else known
        paid = {role: judge for role, judge in judges.items() if role != LOCAL_ROLE}
        self._judges = paid
        made = {id(judge): memory.looked_up(judge) for judge in paid.values()} if memory is not None else {}
        self._looked_up = {role: made.get(id(judge)) for role, judge in paid.items()}

    def reply(self, role: str, key: str) -> Reply | None:
        """The reply at hand to a question."""
        reply = self._known.get(key)
        remembered = self._looked_up.get(role, self._looked_up.get(DEFAULT_ROLE))
        if reply is None and remembered is not None and role != LOCAL_ROLE:
            reply = remembered.recall(key)
        if reply is not None:
            self.keys.add(key)
        return reply

    def may_hold(self, role: str, preview: Preview) -> bool:
        """Whether the reply to a question that is not put yet may be at hand: it is, or it depends on what comes."""
        if preview.key:
            return self.reply(role, preview.key) is not None
        remembered = self._looked_up.get(role, self._looked_up.get(DEFAULT_ROLE))
        return bool(self._known) or (remembered is not None and remembered.knows_any)

    def carried(self, plan: Plan, case: Case, limits: Limits = NO_LIMITS, *, explains: bool = False) -> Carried:
        """How far the replies at hand carry a case, and whether judges have to explain it, where they do."""
        walk = begin(plan, case, limits)
        heard: dict[int, set[int]] = {}
        while found := [(one.key, reply) for one in walk.questions if (reply := self._of(one)) is not None]:
            for key, reply in found:
                heard.setdefault(walk.place_of(key).index, set()).add(walk.number_of(key))
                walk.take(key, reply)
            walk.advance()
        return Carried(
            lacks_reason=bool(walk.open) or (explains and self._lacks_reason(plan, finish(walk, limits))),
            is_done=not walk.open,
            settled=frozenset(walk.settled),
            verdicts={
                index: one.value
                for index, one in walk.settled.items()
                if one.branch is not None and isinstance(one.value, (bool, str))
            },
            votes=_votes(walk, heard),
        )

    def _lacks_reason(self, plan: Plan, result: Result) -> bool:
        """Whether a result has a score that no reply at hand explains."""
        role = DEFAULT_ROLE if DEFAULT_ROLE in self._judges else next(iter(self._judges), "")
        if result.status != "scored" or not role:
            return False
        question = explanation(result, plan.graph, style=self._judges[role].style)
        return self.reply(role, question.key) is None

    def _of(self, question: Question) -> Reply | None:
        return self.reply(question.role, question.key)


def _votes(walk: Walk, heard: Mapping[int, set[int]]) -> dict[int, int]:
    """How many votes of open places are there: those that were heard, unless they are asked again."""
    still_open: dict[int, set[int]] = {}
    for key in walk.open:
        still_open.setdefault(walk.place_of(key).index, set()).add(walk.number_of(key))
    return {index: len(heard.get(index, set()) - samples) for index, samples in still_open.items()}
