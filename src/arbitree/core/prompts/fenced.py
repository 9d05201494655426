"""The `messages` layout, for our own judges: one system text, fenced evidence, and the question last.

Every node of a case shares the prefix that holds the system text and the evidence it shows, so providers can cache
it. Each section is fenced by a mark drawn from a hash of that very section: text cannot hold the hash of itself, so
it cannot close its own fence, and the same text always gets the same mark.
"""

from __future__ import annotations

import hashlib

from arbitree.core.prompts.filling import filled
from arbitree.core.prompts.wording import Frame, Section, Wording, joined
from arbitree.core.records import Message


def section(label: str, text: str) -> Section:
    """A piece of evidence between two lines that carry the first 64 bits of its own SHA-256."""
    mark = hashlib.sha256(f"{label}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Section(f"[BEGIN {mark}] {label}\n{text}\n[END {mark}]", False)


def system(wording: Wording) -> tuple[Message, ...]:
    """The system text, as the messages before the last one."""
    texts = wording.texts
    return (Message("system", filled(texts.system, {"fences": texts.fences})),)


def tail(wording: Wording) -> str:
    """The question and the form of its reply, where its words place neither evidence nor form."""
    return f"{wording.texts.question}{wording.asks}\n{wording.form('messages')}"


def frame(wording: Wording) -> Frame:
    """The system text before, and the question behind the evidence."""
    before = system(wording)
    return wording.framed(before, wording.form("messages")) or Frame(before, "", tail(wording))


def retry(wording: Wording, again: str) -> str:
    """Why it is asked again."""
    return f"\n\n{filled(wording.texts.retry, {'problem': again})}"


def layout(wording: Wording, sections: list[Section], again: str = "") -> tuple[Message, ...]:
    """The system text and one user message: the evidence first, then the question, then why it is asked again."""
    return frame(wording).around(joined(sections), retry(wording, again) if again else "")
