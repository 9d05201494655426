"""The test `code_fences`: blocks of code in fences, their languages, and that each is closed."""

from __future__ import annotations

from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, plural, quotes
from arbitree.core.structural.markdown import fences

_SAME: Final = {
    "py": "python", "python3": "python", "js": "javascript", "node": "javascript", "ts": "typescript",
    "sh": "bash", "shell": "bash", "zsh": "bash", "console": "bash", "yml": "yaml", "md": "markdown",
    "c++": "cpp", "cs": "csharp", "c#": "csharp", "rb": "ruby", "rs": "rust", "golang": "go", "ps1": "powershell",
    "text": "", "txt": "", "plaintext": "", "plain": "",
}  # fmt: skip
"""Names of languages, and the name that they are compared by."""


def _validate(argument: Json) -> str | None:
    def plain(value: Json) -> str | None:
        good = isinstance(value, bool) or options.phrases(value) is None
        return None if good else "true, false, a language, or a list of languages"

    rules = {
        "languages": options.phrases,
        "only": options.flag,
        "labelled": options.flag,
        "closed": options.flag,
        **counts.RULES,
    }
    return options.check_argument(argument, plain, rules) or counts.fault(argument)


def _name(language: str) -> str:
    plain = language.strip().lower()
    return _SAME.get(plain, plain)


def _run(argument: Json, text: str) -> Finding:
    found = fences(text)
    unclosed = [fence for fence in found if not fence.closed]
    if unclosed and argument is not False and options.option(argument, "closed") is not False:
        return Finding(False, f"the code fence opened in line {unclosed[0].first + 1} is not closed")
    plain = None if isinstance(argument, bool) else argument
    wanted = options.texts(plain.get("languages") if isinstance(plain, dict) else plain)
    names = [_name(fence.language) for fence in found]
    missing = [each for each in wanted if _name(each) not in names]
    shown = [fence.language or "no language" for fence in found]
    if missing:
        there = f"there is code in {quotes(shown)}" if found else "there are no code fences"
        return Finding(False, f"no code in {quotes(missing)}; {there}")
    if options.option(argument, "only") is True:
        other = [fence.language for fence in found if _name(fence.language) not in map(_name, wanted)]
        if other:
            return Finding(False, f"there is code in {quotes(each or 'no language' for each in other)} too")
    if options.option(argument, "labelled") is True and not all(fence.language for fence in found):
        return Finding(False, "a code fence names no language")
    if wanted and counts.bounds(argument) == (None, None):
        return Finding(True, f"there is code in {quotes(wanted)}")
    finding = counts.judge(argument, shown, "code fence")
    return finding if finding.holds else Finding(False, f"{plural(len(found), 'code fence')}: {finding.why}")


TESTS: Final = (
    StructuralTest(
        name="code_fences",
        about="The text has code in a fence, of the language if one is given, every fence closed; false: it has none.",
        validate=_validate,
        run=_run,
        examples=(True, "python", ["python", "bash"], {"exactly": 1, "languages": "python", "only": True}),
    ),
)
