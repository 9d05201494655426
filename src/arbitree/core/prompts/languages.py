"""The languages that a rubric can name: which tags there are, what they are called, and the wording in each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from arbitree.core.prompts.english import ENGLISH
from arbitree.core.prompts.texts import Texts

_TAG = re.compile(r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?", re.IGNORECASE)
_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})


def texts_in(language: str) -> Texts:
    """The fixed wording in a language: our own in English and Chinese, else English that asks for reasons in it.

    Args:
        language: A tag such as `zh` or `pt-BR`; empty where a rubric names none, which says nothing of reasons.

    >>> texts_in("").reasons, texts_in("fr").reasons, texts_in("zh-CN").question
    ('', 'Write the reason in French.', '问题：')
    """
    if not language:
        return ENGLISH
    parts = language.lower().split("-")
    if parts[0] == "zh" and _TRADITIONAL.isdisjoint(parts):
        from arbitree.core.prompts.chinese import CHINESE

        return CHINESE
    return replace(ENGLISH, language=language, reasons=f"Write the reason in {name_of(language)}.")


def name_of(language: str) -> str:
    """What a language is called in English, as far as its tag is known; else the tag told as one.

    >>> name_of("pt-BR"), name_of("zh-Hant"), name_of("de"), name_of("qxq")
    ('Portuguese (BR)', 'Chinese (traditional characters)', 'German', 'the language with the tag qxq')
    """
    from arbitree.core.prompts.tags import NAMES, SCRIPTS

    found = _TAG.fullmatch(language)
    name = NAMES.get(found[1].lower()) if found else None
    if found is None or name is None:
        return f"the language with the tag {language}"
    script = (found[2] or "").title()
    region = (found[3] or "").upper()
    beside = [SCRIPTS.get(script, script)] if script else []
    return f"{name} ({', '.join([*beside, *([region] if region else [])])})" if beside or region else name


def is_known(language: str) -> bool | None:
    """Whether a tag is one of a language that we can name; None for a tag that is well formed and names another.

    >>> is_known("zh-Hant-TW"), is_known("qxq"), is_known("zh_CN"), is_known("chinese")
    (True, None, False, False)
    """
    from arbitree.core.prompts.tags import NAMES

    found = _TAG.fullmatch(language)
    if found is None:
        return False
    if found[1].lower() in NAMES:
        return True
    return None if len(found[1]) == 3 else False


def likely(language: str) -> str | None:
    """The tag that was most likely meant by what is none; None when nothing is near.

    >>> likely("zh_CN"), likely("chinese"), likely("deutsch"), likely("xx")
    ('zh-CN', 'zh', 'de', None)
    """
    from arbitree.core.prompts.tags import NAMES, OWN_NAMES

    mended = language.strip().replace("_", "-").partition(".")[0]
    if is_known(mended):
        return mended
    called = {**{name.lower(): tag for tag, name in NAMES.items()}, **OWN_NAMES}
    return called.get(mended.lower())


def best(language: str, tags: Iterable[str]) -> str | None:
    """Which of these tags is there for a language: its own, or the nearest that is wider; None when none is.

    >>> best("zh-Hans-CN", ["en", "ZH", "zh-hans"]), best("zh", ["zh-CN"])
    ('zh-hans', None)
    """
    known = {tag.lower(): tag for tag in tags}
    wanted = language.lower()
    while wanted:
        if wanted in known:
            return known[wanted]
        wanted = wanted.rpartition("-")[0]
    return None
