"""A judge made of rules: a claim is supported when all its longer words and numbers stand in one passage."""

import re

from arbitree.rules import answers, section


def words(text):
    return set(re.findall(r"\d+|\w{4,}", text.lower()))


@answers(node="claims")
def list_claims(prompt):
    sentences = re.split(r"(?<=[.!?])\s+", section(prompt, "Actual Output").strip())
    return [sentence for sentence in sentences if not sentence.endswith("?")]


@answers(node="supported")
def is_supported(prompt):
    wanted = words(section(prompt, "claim"))
    passages = section(prompt, "Retrieval Context").splitlines()
    lacking = min((wanted - words(passage) for passage in passages), key=len, default=wanted)
    return {"verdict": not lacking, "reason": f"No passage has {', '.join(sorted(lacking))}." if lacking else "Found."}
