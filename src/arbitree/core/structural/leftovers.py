"""The test `placeholders`: template text that nobody filled in, such as `[Your Name]` or `{{order_id}}`."""

from __future__ import annotations

from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.lazy import Lazy
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest
from arbitree.core.structural.markdown import without_code

_ORDER: Final = r"(?:your|my|our|insert|enter|add|fill in|please|provide|include|specify|choose|select|e\.g\.)\b"
_FILLED: Final = (
    r"(?:name|date|company|customer|client|number|address|title|phone|email|e-mail|link|url|amount|time|position|product"
    r"|city|state|signature|department|contact|recipient|sender|organi[sz]ation|placeholder|here|id|details|name/title)s?"
)
_INNER: Final = rf"(?:{_ORDER}[^\[\]<>{{}}\n]{{0,80}}|(?:[\w'’/-]{{1,30}} ){{0,4}}{_FILLED}(?: [\w/-]{{1,20}}){{0,2}})"
_CAPITALS: Final = r"[A-Z][A-Z0-9]*(?:[ _/-][A-Z0-9]+){0,5}"
_PLACEHOLDER: Final = Lazy(
    rf"(?<![\w\]])\[(?:(?i:{_INNER})|(?=[^\]]{{3}}){_CAPITALS})\](?![(\[:])"
    rf"|<(?:(?i:{_ORDER})[^<>\n]{{0,80}}|[A-Z][A-Z0-9]*(?:[ _-][A-Z0-9]+){{1,5}})>"
    r"|\{\{[^{}\n]{0,80}\}\}|\$\{[^{}\n]{1,80}\}|\{%[^{}\n]{0,80}%\}|(?<!\\)\{[A-Za-z_][\w. ]{1,40}\}"
    r"|(?<!\w)(?:TODO|TBD|TBA|FIXME|XXX+)(?!\w)|(?i:\blorem ipsum\b)|(?<![\w_])_{4,}(?![\w_])"
)


def placeholders(text: str) -> list[str]:
    """The placeholders of a text in order; code, links and citations are none.

    >>> placeholders("Dear [Customer Name], order {{id}} [1] is at [our shop](https://a.org). [sic]")
    ['[Customer Name]', '{{id}}']
    """
    return [match[0] for match in _PLACEHOLDER.finditer(without_code(text))]


def _validate(argument: Json) -> str | None:
    def plain(value: Json) -> str | None:
        return None if isinstance(value, bool) else "true or false"

    return options.check_argument(argument, plain, counts.RULES, needs=tuple(counts.RULES)) or counts.fault(argument)


def _run(argument: Json, text: str) -> Finding:
    return counts.judge(argument, placeholders(text), "placeholder")


TESTS: Final = (
    StructuralTest(
        name="placeholders",
        about="The text has template text that nobody filled in; false: it has none.",
        validate=_validate,
        run=_run,
        examples=(False, True, {"max": 1}),
    ),
)
