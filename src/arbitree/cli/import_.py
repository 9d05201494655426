"""`arbitree import`: a rubric made of another tool's file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from arbitree.cli.options import force_option, output_option, with_options
from arbitree.cli.writing import put
from arbitree.core.graph import Graph
from arbitree.errors import Problem, RubricFileError
from arbitree.metrics.dag import DeepAcyclicGraph
from arbitree.metrics.dag.interchange import roots_of
from arbitree.rubric import Rubric
from arbitree.runner.rubric_text import rubric_text
from arbitree.wire.checklists import read_checkeval, read_criteria
from arbitree.wire.paperbench import read_paperbench

EPILOG = """\
\b
Examples:
  arbitree import dag.json --from deepeval -o rubric.yaml
  arbitree import checklist.yaml --from checkeval --shows input --shows actual_output -o rubric.yaml
  arbitree import criteria.json --from points -o rubric.yaml

deepeval: the JSON of a DeepAcyclicGraph. checkeval: a checklist of questions by aspect. paperbench: a tree of weighted
requirements. points: a list of criteria with points, or weights.
"""


def _deepeval(text: str, source: str) -> Graph:
    return DeepAcyclicGraph(roots_of(text, source=source)).to_graph()


def _checkeval(text: str, source: str) -> Graph:
    return read_checkeval(text, source=source)


def _paperbench(text: str, source: str) -> Graph:
    tree = _json(text, source)
    if not isinstance(tree, dict):
        raise RubricFileError(_shape(source, "a tree of requirements", "an object with requirements and sub_tasks"))
    return read_paperbench(tree, source=source)


def _points(text: str, source: str) -> Graph:
    found = _json(text, source)
    if isinstance(found, dict):
        lists = [value for value in found.values() if isinstance(value, list)]
        found = lists[0] if len(lists) == 1 else found
    if not isinstance(found, list):
        raise RubricFileError(_shape(source, "a list of criteria", '[{"criterion": "...", "points": 5}, ...]'))
    return read_criteria(found, source=source)


FORMS: Mapping[str, Callable[[str, str], Graph]] = {
    "deepeval": _deepeval,
    "checkeval": _checkeval,
    "paperbench": _paperbench,
    "points": _points,
}
"""What reads each form."""


@click.command(epilog=EPILOG)
@click.argument("file")
@with_options(
    click.option("--from", "form", required=True, type=click.Choice(list(FORMS)), help="What kind of file it is."),
    click.option("--name", metavar="NAME", help="The rubric's name; the file's when not given."),
    click.option("--shows", multiple=True, metavar="FIELD", help="A field that every question shows; may be repeated."),
    click.option("--threshold", type=float, metavar="0..1", help="The score from which a case passes."),
    click.option(
        "--to", "to", type=click.Choice(["yaml", "json"]), help="By default the output's suffix says, else YAML."
    ),
    output_option,
    force_option,
)
def command(
    file: str,
    form: str,
    name: str | None,
    shows: tuple[str, ...],
    threshold: float | None,
    to: Any,
    output: str | None,
    force: bool,
) -> int:
    """Make a rubric of another tool's file."""
    path = Path(file)
    graph = FORMS[form](rubric_text(path), path.name)
    graph = replace(
        graph,
        name=path.stem if name is None else name,
        threshold=graph.threshold if threshold is None else threshold,
        defaults=replace(graph.defaults, shows=shows) if shows else graph.defaults,
    )
    text = Rubric(graph=graph).dump(format=to or ("json" if (output or "").lower().endswith(".json") else "yaml"))
    # Read back before it is written: what a threshold or a name breaks is said here, not when it is run.
    Rubric.loads(text, source=output or "rubric.yaml")
    put(text, output, force=force)
    return 0


def _json(text: str, source: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        what = f"the file is not JSON: {error}"
        raise RubricFileError(Problem(code="G295", what=what, where=source, mend="see that it is whole")) from None


def _shape(source: str, wanted: str, example: str) -> Problem:
    return Problem(code="G296", what=f"the file is not {wanted}", where=source, mend=f"it begins like this: {example}")
