"""What would keep the checks of a rubric from being run, found before the first case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arbitree.core.graph import Graph
from arbitree.core.kinds.check import Check
from arbitree.errors import Problem
from arbitree.judges.local import LocalJudge


def problems_of_checks(graph: Graph, local: LocalJudge) -> Iterator[Problem]:
    """The problems of all tests that `local` cannot run: what is missing, not allowed, or takes something else."""
    for node in graph.nodes:
        for one in local.problems(node.tests) if isinstance(node, Check) else ():
            yield replace(one, node=node.name, where=f'node "{node.name}", {one.where}')
