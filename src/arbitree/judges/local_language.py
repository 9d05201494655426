"""Which language a text is written in, by py3langid: the extra `language`."""

from __future__ import annotations

import re

from arbitree.core.kinds.base import Json
from arbitree.core.structural import options
from arbitree.core.structural.base import Finding, quote
from arbitree.core.structural.languages import NAMES, code_of, same, share_of_scripts
from arbitree.core.structural.markdown import without_code
from arbitree.judges.unusable import Unusable

_NOISE = re.compile(
    r"(?:https?://|www\.)\S+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}|<[^<>]{1,200}>|\]\([^()\s]*\)"
)

_GAP = 6.0
"""How far, in log-probability, a language may be behind the likeliest one and still be taken for the text's."""
_SHORT = 20
"""Fewer letters than this say too little to part a paragraph from the others."""
_MOST = 0.75
"""What part of the letters must be in paragraphs of the language."""


def load(argument: Json) -> None:
    """Loads the model.

    Raises:
        Unusable: the extra is not installed.
    """
    try:
        import py3langid
    except ModuleNotFoundError as error:
        raise Unusable(f'the test `language` needs {error.name}: pip install "arbitree[language]"') from None
    py3langid.rank("ready")


def scores(text: str) -> dict[str, float]:
    """The log-probability of each known language, up to a constant."""
    import py3langid

    return {code: float(score) for code, score in py3langid.rank(text) if code in NAMES}


def run(argument: Json, text: str) -> Finding:
    """Whether most of the text is in one of the languages."""
    wanted = [code for code in map(code_of, options.texts(argument)) if code is not None]
    named = " or ".join(NAMES[code] for code in wanted)
    paragraphs = [(part, letters) for part in _paragraphs(text) if (letters := sum(map(str.isalpha, part)))]
    if not paragraphs:
        return Finding(False, f"the text has no letters, and so is not in {named}")
    long = [(part, letters) for part, letters in paragraphs if letters >= _SHORT]
    judged = long or [(" ".join(part for part, _ in paragraphs), sum(letters for _, letters in paragraphs))]
    others = [(part, letters) for part, letters in judged if not any(_can_be(part, code) for code in wanted)]
    share = 1 - sum(letters for _, letters in others) / sum(letters for _, letters in judged)
    if share >= _MOST:
        return Finding(True, f"the text is in {named}")
    likeliest = max(sorted(scores(others[0][0]).items()), key=lambda item: item[1])[0]
    return Finding(False, f"{quote(others[0][0])} is not in {named} but in {NAMES[likeliest]}, as far as can be told")


def _paragraphs(text: str) -> list[str]:
    return re.split(r"\n\s*\n", _NOISE.sub(" ", without_code(text)))


def _can_be(text: str, code: str) -> bool:
    if share_of_scripts(text, code) < 0.5:
        return False
    found = scores(text)
    best = max(found.values())
    return any(best - score <= _GAP for other, score in found.items() if same(other) == same(code))
