"""The format of a rubric file: one model per kind of node. Validation and the JSON Schema are both made from these.

A form sees a node whose parts and branches written in place have been replaced by names (see `unfold`). Rules that
concern several keys are in `rules`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from arbitree.core.kinds.base import NOT_APPLICABLE
from arbitree.core.scale import TENS
from arbitree.wire.fields import (
    AveragingRule,
    Branch,
    Checked,
    Combining,
    Count,
    Do,
    EachRule,
    Gives,
    Jury,
    Limit,
    MetricPath,
    Name,
    Names,
    NodePrompts,
    NoItemsRule,
    Of,
    OfScale,
    OneJudge,
    Options,
    OwnAbsentRule,
    OwnBudget,
    OwnJudge,
    OwnName,
    OwnProse,
    OwnShows,
    OwnShuffle,
    OwnSure,
    OwnTooLong,
    OwnVotes,
    Parts,
    Prose,
    Ranges,
    Score,
    Steps,
    Strict,
    Tests,
    Then,
    VotingRule,
)
from arbitree.wire.form import Form as Form
from arbitree.wire.form import NodeForm as NodeForm
from arbitree.wire.grade_readers import read_graded


class AskingForm(NodeForm):
    """What every node that puts a question may say."""

    shows: OwnShows = None
    """Fields of the case that the question shows, and turns of a conversation, `{turns: [0, 3]}`; `[]` shows none. As
    in `defaults` when absent."""
    reads: Names = ()
    """Tasks whose text the question shows."""
    judge: OwnJudge = None
    """The role that answers. As in `defaults` when absent."""
    votes: OwnVotes = None
    """How many samples are asked; the majority counts."""
    on_missing: OwnAbsentRule = None
    """What happens when a shown field is missing: undecided (the default), ask, not_applicable or a score 0..10."""
    on_empty: OwnAbsentRule = None
    """What happens when a shown field is empty or blank: the same choices."""
    max_evidence_tokens: OwnBudget = None
    """About how many tokens the texts that the question shows may have together. As in `defaults` when absent."""
    too_long: OwnTooLong = None
    """What happens when they have more: refuse (undecided, the default), or head_and_tail (the middle is left out)."""
    prompt: OwnProse = None
    """Replaces the words of the question; evidence and the form of the reply are added where it does not place them."""
    prompts: NodePrompts = None
    """Other prompts of this node, and those of single languages."""
    language: OwnName = None
    """The language of the fixed wording, and the one that reasons are to be in: a tag such as `zh`."""


class VotingForm(AskingForm):
    """What a node may say whose question several judges may answer."""

    judges: Jury = ()
    """A jury: the roles that answer, each `votes` times."""
    rule: VotingRule = "majority"
    """How votes are counted: majority, unanimous, or the median of options in declared order."""
    tie: Prose = "undecided"
    """The verdict when the votes come to none: yes, no, an option; or undecided."""
    judge: OwnJudge = None
    """The role that answers, or a list of them: a cascade, each of which is asked when the one before it is not sure.
    As in `defaults` when absent."""
    sure: OwnSure = None
    """The probability 0..1 from which a verdict of a cascade counts. As in `defaults` when absent."""


class TaskForm(AskingForm):
    """Extracts or rewrites something; other nodes read it, and it is never scored."""

    task: Prose
    """What the judge is to do."""
    judge: OneJudge = None
    """The role that answers. As in `defaults` when absent."""
    gives: Gives = "text"
    """Whether the reply is one text or a list of texts."""
    then: Then = None
    """For a task that a branch leads to: the node to go on with."""


class AskForm(VotingForm):
    """Asks a yes/no question. With no branches, yes is worth 10 and no 0."""

    ask: Prose
    """The question."""
    yes: Branch = 10.0
    """Where yes leads: a number 0..10, a node, or not_applicable."""
    no: Branch = 0.0
    """Where no leads: a number 0..10, a node, or not_applicable."""


class ChooseForm(VotingForm):
    """Asks for one of the listed options."""

    choose: Prose
    """The question."""
    options: Options
    """Each option, as the judge is to reply it, and where it leads."""
    shuffle: OwnShuffle = None
    """Whether each vote sees the options in another order: true, false, or the seed that orders are drawn from. As in
    `defaults` when absent."""


class GradedForm(Form):
    """What a grade is given by, and on which scale."""

    criteria: Prose = ""
    """What is graded. The judge writes the steps from it, once, where none are listed."""
    steps: Steps = None
    """What the judge is to do, one after the other; `[]` for none, so that the criteria alone count."""
    scale: OfScale = TENS
    """The worst and the best grade, `[0, 10]` when absent. Whole numbers where both are and more than one lies between;
    `{low: 0, high: 1, whole: false}` says it outright."""
    rubric: Ranges = ()
    """What ranges of grades mean, such as `{1-2: ..., 3-5: ...}`."""
    strict: Strict = False
    """Whether only 1 (all is as it should be) and 0 are given, whatever the scale."""


class GradeForm(AskingForm):
    """Asks for a number on a scale, as G-Eval does; it is worth where it lies on the scale."""

    grade: Annotated[GradedForm, BeforeValidator(read_graded)]
    """What is graded: criteria or steps, and the scale. A text alone is the criteria."""
    judge: OneJudge = None
    """The role that grades. As in `defaults` when absent; of a cascade there, its first."""
    judges: Jury = ()
    """A jury: the roles that grade, each `votes` times."""
    rule: AveragingRule = "mean"
    """How several grades become one: mean or median."""


class CheckForm(AskingForm):
    """A deterministic test that needs no judge. With no branches, it is worth 10 when it holds and else 0."""

    check: Checked
    """The tests, or in words what they check; then the tests are keys beside it. All must hold."""
    tests: Tests = None
    """The tests, where `check` says in words what they check; a list where one test is used twice."""
    judge: OneJudge = None
    """Nobody, whatever it says: a check has no judge."""
    of: Of = ()
    """Fields or tasks that the tests look at; when absent, all that `shows` and `reads` name."""
    yes: Branch = 10.0
    """Where it leads when all tests hold."""
    no: Branch = 0.0
    """Where it leads when one does not."""


class MetricForm(NodeForm):
    """Lets a metric of your own, or of another maker, measure the case; it is worth the score that this sets."""

    metric: MetricPath
    """The metric's object or class, `module:name`, of a module that is allowed."""
    shows: OwnShows = None
    """Fields of the case that the metric is given; the whole case when absent."""
    on_missing: OwnAbsentRule = None
    """What happens when a field in `shows` is missing: undecided (the default), ask, not_applicable, a score 0..10."""
    on_empty: OwnAbsentRule = None
    """What happens when a field in `shows` is empty or blank: the same choices; `ask` when absent."""


class WeighForm(NodeForm):
    """Asks nobody, and combines the scores of its parts."""

    weigh: Parts
    """The parts: names, `{node: NAME, weight: 2}`, or nodes written in place; or in short `{NAME: weight}`."""
    by: Combining = ("mean", None, None)
    """How the parts are combined; `mean` when absent."""
    at_least: Count = None
    """How many parts must be met; implies `by: at_least`."""
    met: Score = 10.0
    """Under `at_least`: the score 0..10 at or above which a part is met."""


class OverForm(Form):
    """What an `each` goes over, and how."""

    over: Name
    """A task that gives a list, or a field of the case that holds one: texts, or mappings of `text` and `points`."""
    item: Name = Field(alias="as")
    """The name under which nodes of the body read the item."""
    do: Do
    """The node that judges one item."""
    by: EachRule = "mean"
    """How the scores of items are combined: mean, min, max; all, any and share count the items that are met."""
    met: Score = 10.0
    """Under `all`, `any` and `share`: the score 0..10 at or above which an item is met."""
    empty: NoItemsRule = NOT_APPLICABLE
    """What it comes to when the list has no items: undecided, not_applicable or a score 0..10."""
    limit: Limit = 50
    """How many items are looked at; of a longer list the first ones are, and the result says so."""
    chunk: OwnBudget = None
    """The field holds a long text, and the items are chunks of it, of at most about so many tokens each."""


class EachForm(NodeForm):
    """Asks nobody, and combines the scores of its body, evaluated once per item of a list."""

    each: OverForm
    """The list, the name of an item, the body, and how items are combined."""


Kind = Literal["task", "ask", "choose", "grade", "check", "metric", "weigh", "each"]
"""The kinds of node that a file can hold; each is also the key that says so."""

FORMS: Final[dict[Kind, type[NodeForm]]] = {
    "task": TaskForm,
    "ask": AskForm,
    "choose": ChooseForm,
    "grade": GradeForm,
    "check": CheckForm,
    "metric": MetricForm,
    "weigh": WeighForm,
    "each": EachForm,
}
"""The form of each kind."""
