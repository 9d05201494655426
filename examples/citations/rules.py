"""A judge made of rules: a source says what a sentence says when it has the sentence's last word."""

import re

from arbitree.rules import answers, section


@answers(node="sentences")
def list_sentences(prompt):
    return re.split(r"(?<=[.!?])\s+", section(prompt, "Actual Output").strip())


@answers(node="says_so")
def do_sources_say_so(prompt):
    sentence, sources = section(prompt, "sentence"), section(prompt, "Sources")
    last = re.findall(r"[a-z]+", sentence.lower())[-1]
    cited = [line for line in sources.splitlines() if any(mark in line for mark in re.findall(r"\[\d+\]", sentence))]
    found = any(last in line.lower() for line in cited)
    return {"verdict": found, "reason": f"{'It has' if found else 'It lacks'} {last!r}."}


@answers(node="needs_none")
def needs_no_source(prompt):
    claims = len(section(prompt, "sentence").split()) > 2
    return {"verdict": not claims, "reason": "It claims something." if claims else "It claims nothing."}
