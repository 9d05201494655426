"""`Rubric`: a rubric loaded, checked, run, drawn and dumped. What the command line uses, and what Python can use."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from arbitree.core.compile import compile_plan
from arbitree.core.engine import Mode, Schedule
from arbitree.core.graph import Graph
from arbitree.core.plan import Plan
from arbitree.core.records import Result, Style
from arbitree.core.validate import problems_of
from arbitree.errors import Problem, RubricFileError
from arbitree.executors.explained import Explain
from arbitree.judges.budget import Budget
from arbitree.judges.loop import run_sync
from arbitree.judges.stack import Layers
from arbitree.rubric_streams import Streams
from arbitree.runner.api import results_of
from arbitree.runner.digests import digest
from arbitree.runner.given import cases_of
from arbitree.runner.keeping import Keeping
from arbitree.runner.rubric_text import rubric_text
from arbitree.wire.dump import dump_rubric, rubric_dict
from arbitree.wire.load import load_rubric
from arbitree.wire.unsayable import refused_in_files

if TYPE_CHECKING:
    # What a run does not need is loaded where it is used: starting is most of what a run of few cases takes.
    from arbitree.metrics.dag.graph import DeepAcyclicGraph
    from arbitree.runner.checking import Checked

Format = Literal["yaml", "json"]


@dataclass(frozen=True, kw_only=True)
class Rubric(Streams):
    """A rubric that can be run.

    >>> rubric = Rubric.loads("{arbitree: 1, nodes: {polite: {ask: Is it polite?, shows: [actual_output]}}}")
    >>> [result] = rubric.run([{"actual_output": "Thanks!"}], judge=lambda prompt: '{"verdict": true}')
    >>> result.score
    1.0
    """

    graph: Graph
    """What it says."""
    text: str = field(default="", repr=False)
    """The file that it was read from, as it was; empty when it was made in Python."""
    source: str = ""
    """The file's name; empty when it was made in Python."""
    warnings: tuple[Problem, ...] = ()
    """What is seldom meant in it, and no error."""
    allow: tuple[str, ...] = ()
    """Modules whose functions its checks may call."""

    def __repr__(self) -> str:
        source = f" of {self.source}" if self.source else ""
        return f'<Rubric "{self.name}"{source}: {len(self.graph.nodes)} nodes>'

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, allow: Sequence[str] = ()) -> Rubric:
        """The rubric in a YAML or JSON file.

        Args:
            path: The file.
            allow: Modules whose functions its checks may call.

        Raises:
            RubricFileError: The file cannot be read; or with every mistake in it, each with its line and its mend.
        """
        return cls.loads(rubric_text(Path(path)), source=os.fspath(path), allow=allow)

    @classmethod
    def loads(cls, text: str, format: Format | None = None, *, source: str = "", allow: Sequence[str] = ()) -> Rubric:
        """The rubric in a text, YAML or JSON.

        Args:
            text: The text.
            format: Which of the two it is; by default its source's suffix says, and YAML can be either.
            source: The file's name, for messages.
            allow: Modules whose functions its checks may call.

        Raises:
            RubricFileError: With every mistake in it.
        """
        allow = (allow,) if isinstance(allow, str) else tuple(allow)
        named = source or f"rubric.{format or 'yaml'}"
        loaded = load_rubric(text, source=named, allow=allow)
        return cls(graph=loaded.graph, text=text, source=source, warnings=loaded.warnings, allow=allow)

    @classmethod
    def from_dag(cls, dag: DeepAcyclicGraph, *, name: str | None = None, threshold: float | None = None) -> Rubric:
        """The rubric that a graph built in Python is, under another name and threshold where they are given."""
        graph = dag.to_graph(name=name, threshold=threshold)
        warnings = tuple(problem for problem in problems_of(graph) if problem.level == "warning")
        return cls(graph=graph, warnings=warnings)

    def to_dag(self) -> DeepAcyclicGraph:
        """The rubric as nodes that Python can build on.

        Raises:
            GraphError: With every mistake of the graph.
        """
        from arbitree.metrics.dag.graph import DeepAcyclicGraph

        return DeepAcyclicGraph.from_graph(self.graph)

    @property
    def name(self) -> str:
        """The rubric's name."""
        return self.graph.name

    @property
    def threshold(self) -> float:
        """The score 0..1 from which a case passes."""
        return self.graph.threshold

    @cached_property
    def digest(self) -> str:
        """A hash of what it says, whatever the comments and layout of its file."""
        return digest(rubric_dict(self.graph))

    def dump(self, path: str | os.PathLike[str] | None = None, *, format: Format | None = None) -> str:
        """The text of its file, written to `path` where one is given.

        Args:
            path: Where to write it.
            format: YAML or JSON; by default the path's suffix says, else YAML.

        Raises:
            RubricFileError: It holds something that a file cannot say, or that is a mistake in a file.
        """
        if refused := refused_in_files(self.graph):
            raise RubricFileError(refused)
        suffix = "" if path is None else Path(path).suffix.lower()
        text = dump_rubric(self.graph, format=format or ("json" if suffix == ".json" else "yaml"))
        if path is not None:
            Path(path).write_text(text, encoding="utf-8", newline="\n")
        return text

    def update(self, path: str | os.PathLike[str]) -> str:
        """The text of a YAML file, changed there as little as makes it say what this rubric says; comments stay.

        Raises:
            UsageError: It needs `pip install 'arbitree[yaml]'`.
            RubricFileError: The file cannot be read, or the rubric holds something that a file cannot say.
        """
        from arbitree.wire.comments import update_rubric_text

        text = update_rubric_text(rubric_text(Path(path)), self.graph)
        Path(path).write_text(text, encoding="utf-8", newline="\n")
        return text

    def plan(self, *, styles: Mapping[str, Style] | None = None, style: Style = "messages") -> Plan:
        """The rubric compiled, with prompts in each role's style.

        Raises:
            GraphError: With every mistake of the graph.
        """
        return compile_plan(self.graph, styles=styles, style=style)

    def check(self, cases: Iterable[object] | str | os.PathLike[str] | None = None) -> Checked:
        """What it can do, what is seldom meant in it, and which fields the cases lack.

        Args:
            cases: What it is to be run on, as `run` takes it.

        Raises:
            GraphError: With every mistake of the graph.
            CaseError: The cases cannot be used.
        """
        from arbitree.runner.checking import checked

        given = None if cases is None else cases_of(cases)
        return checked(self.graph, given, warnings=self.warnings, allow=self.allow)

    def draw(self, form: Literal["text", "mermaid", "svg"] = "text") -> str:
        """A text tree, a Mermaid flowchart, or an SVG picture."""
        from arbitree.checks.draw import FORMS

        return FORMS[form](self.graph)

    def run(
        self,
        cases: Iterable[object] | str | os.PathLike[str],
        *,
        judge: object = None,
        judges: Mapping[str, object] | None = None,
        mode: Mode = "full",
        threshold: float | None = None,
        tolerance: float | None = None,
        schedule: Schedule = "frugal",
        concurrency: int = 20,
        deadline: float | None = None,
        explain: Explain = "path",
        ledger: str | os.PathLike[str] | Keeping | None = None,
        layers: Layers | None = None,
        budget: Budget | None = None,
    ) -> tuple[Result, ...]:
        """The result of each case, in the order of the cases. Whatever befalls a case stays with that case.

        Args:
            cases: Test cases, mappings of fields, `Case` objects; or the path of a file of cases.
            judge: An object with `generate` or `a_generate`, a function from prompt to reply, or a text that names
                one: `rules:FILE`, `recorded:FILE`, `module:name`. A rubric of checks alone needs none.
            judges: Judges of single roles.
            mode: `full` asks every part; `decide` stops as soon as a side of the threshold is settled.
            threshold: The score 0..1 from which a case passes; the rubric's by default.
            tolerance: Under `decide`: also stop when the score is known this closely.
            schedule: `frugal` asks only what is needed; `eager` asks ahead too, as far as judges have calls to spare:
                the same results, sooner, by more calls.
            concurrency: How many cases, and how many questions to one judge, are in flight at most.
            deadline: Seconds for each case.
            explain: Where each result's reason comes from: the path retold at no call, one more call, or nowhere.
            ledger: The file in which replies are remembered from run to run; or how, as a `Keeping`. None: nothing is.
            layers: How judges are asked: timeout, requests and tokens per minute, retries.
            budget: What may be spent; cases that nothing is left for are undecided.

        Raises:
            CaseError: The cases cannot be used; all that is wrong is named.
            JudgeError: A judge cannot be used or is missing; or the first five questions all failed alike.
            UsageError: A setting makes no sense.
        """
        return run_sync(
            self.arun(
                cases,
                judge=judge,
                judges=judges,
                mode=mode,
                threshold=threshold,
                tolerance=tolerance,
                schedule=schedule,
                concurrency=concurrency,
                deadline=deadline,
                explain=explain,
                ledger=ledger,
                layers=layers,
                budget=budget,
            )
        )

    async def arun(
        self,
        cases: Iterable[object] | str | os.PathLike[str],
        *,
        judge: object = None,
        judges: Mapping[str, object] | None = None,
        mode: Mode = "full",
        threshold: float | None = None,
        tolerance: float | None = None,
        schedule: Schedule = "frugal",
        concurrency: int = 20,
        deadline: float | None = None,
        explain: Explain = "path",
        ledger: str | os.PathLike[str] | Keeping | None = None,
        layers: Layers | None = None,
        budget: Budget | None = None,
    ) -> tuple[Result, ...]:
        """What `run` gives back, awaited."""
        asked = self._asked(
            judge=judge,
            judges=judges,
            mode=mode,
            threshold=threshold,
            tolerance=tolerance,
            schedule=schedule,
            concurrency=concurrency,
            deadline=deadline,
            explain=explain,
            ledger=ledger,
            layers=layers,
            budget=budget,
        )
        return await results_of(asked, cases_of(cases))
