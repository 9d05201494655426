"""The tests of a check as a rubric file writes them."""

from __future__ import annotations

from arbitree.core.kinds.check import Check
from arbitree.wire.emit import Fields, Items, Plain
from arbitree.wire.forms import CheckForm


def put_tests(node: Check, form: Fields) -> None:
    """Puts the tests of a check, and what they look at, into its form."""
    names = [name for name, _ in node.tests]
    once = len(set(names)) == len(names)
    tests: Plain = dict(node.tests) if once else Items(Fields({name: argument}) for name, argument in node.tests)
    of: Plain = node.of[0] if len(node.of) == 1 else list(node.of)
    if node.criteria:
        form["check"] = node.criteria
        if once and not set(names) & set(CheckForm.model_fields):
            form.update(dict(node.tests))
        else:
            form["tests"] = tests
    else:
        form["check"] = tests
    if node.of:
        if isinstance(tests, dict) and not node.criteria:
            tests["of"] = of
        else:
            form["of"] = of
