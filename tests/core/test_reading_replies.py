"""Hard replies to yes/no questions, of the kinds that models give, and what each is read as."""

from __future__ import annotations

import pytest

from arbitree.core.reading import read
from arbitree.core.records import Read, Shape, Unread

YES_NO = Shape(kind="yes_no")

YES: list[tuple[str, str, tuple[str, ...]]] = [
    # (reply, reason, flags); each is a yes
    ('{"verdict": true}', "", ()),
    ('{"verdict":"Yes","reason":"r"}', "r", ()),
    ('{"verdict": "TRUE."}', "", ()),
    ('{"Verdict":true, "Reason": "r"}', "r", ()),
    ('{" verdict ": ["Yes"], "reasoning": "r"}', "r", ()),
    ("{'verdict': True}", "", ("repaired",)),
    ("{'reason': 'It\\'s fine, isn't it', 'verdict': True}", "It's fine, isn't it", ("repaired",)),
    ('```json\n{"verdict": true}\n```', "", ()),
    ('~~~\n{"verdict": true}\n~~~', "", ()),
    ('```JSON {"verdict": true}```', "", ()),
    ('Sure! Here it is:\n\n```json\n{"reason": "r", "verdict": true}\n```\nHope this helps {smile}.', "r", ()),
    ('{"verdict": true, "reason": "r"} The braces {a} and {"b": 1} mean nothing.', "r", ()),
    ('{"reason": "line one\nline two", "verdict": true}', "line one\nline two", ("repaired",)),
    ('{"reason": "a\ttab", "verdict": true}', "a\ttab", ("repaired",)),
    ('{"response":{"verdict":true}}', "", ()),
    ('[{"verdict": true, "reason": "r"}]', "r", ()),
    ('{"result": {"evaluation": {"verdict": true}}}', "", ()),
    ('{"name": "verdict", "arguments": "{\\"verdict\\": true, \\"reason\\": \\"r\\"}"}', "r", ()),
    ('{"tool_calls": [{"function": {"name": "f", "arguments": "{\\"verdict\\": true}"}}]}', "", ()),
    ('[{"type": "tool_use", "name": "f", "input": {"verdict": true}}]', "", ()),
    ('{"properties": {"verdict": true, "reason": "r"}}', "r", ()),
    ('{"verdict": {"verdict": "yes", "reason": "r"}}', "r", ()),
    ('"{\\"verdict\\": true}"', "", ()),
    ('{\\"reason\\": \\"r\\", \\"verdict\\": true}', "r", ("repaired",)),
    ('"reason": "r", "verdict": true}', "r", ("repaired",)),
    ('<think>maybe {"verdict": false}</think>{"verdict": true,"reason":"r"}', "r", ()),
    ('<thinking>\n{"verdict": false}\n</thinking>\n\n{"verdict": true}', "", ()),
    ('Well, {"verdict": false}?\n</think>\n\n{"verdict": true}', "", ()),
    ('[THINK]{"verdict": false}[/THINK]{"verdict": true}', "", ()),
    ('◁think▷{"verdict": false}◁/think▷{"verdict": true}', "", ()),
    ('<reasoning effort="high">{"verdict": false}</reasoning>{"verdict": true}', "", ()),
    (
        '<|channel|>analysis<|message|>{"verdict": false}<|end|><|start|>assistant<|channel|>final<|message|>'
        '{"verdict": true}<|return|>',
        "",
        (),
    ),
    ('{"verdict": true, "reason": "it says <think> and </think>"}', "it says <think> and </think>", ()),
    ('Here: {"reason": "it says </think>", "verdict": true}', "it says </think>", ()),
    ('The tag `<think>` is quoted. {"verdict": true}', "", ()),
    ('Draft: {"verdict": false}\nFinal: {"verdict": true}', "", ("draft",)),
    ('{"verdict": false}\n\nOn reflection:\n```json\n{"verdict": true}\n```', "", ("draft",)),
    ('{"reason":"score is 1,} good","verdict":true}', "score is 1,} good", ()),
    ('{"reason":"score is 1,} good","verdict":true,}', "score is 1,} good", ("repaired",)),
    ('{"reason": "he said "no" twice", "verdict": true}', 'he said "no" twice', ("repaired",)),
    ('{"reason": "it says "yes"", "verdict": true}', 'it says "yes"', ("repaired",)),
    ('{"reason": "uses {"a": "b"} inside", "verdict": true}', 'uses {"a": "b"} inside', ("repaired",)),
    ('{reason: "r", verdict: true}', "r", ("repaired",)),
    ("{verdict: yes, reason: plain words}", "plain words", ("repaired",)),
    ('{"reason": "r", // why\n "verdict": true /* sure */}', "r", ("repaired",)),
    ('{\n# a note\n"verdict": true}', "", ("repaired",)),
    ("{“verdict”: true, “reason”: “r”}", "r", ("repaired",)),
    ('{"verdict"：true，"reason"："r"}', "r", ("repaired",)),
    ('{"reason": "r"\n "verdict": true}', "r", ("repaired",)),
    ('{"score": NaN, "verdict": True, "reason": None}', "", ("repaired",)),
    ('{{"verdict": true}}', "", ()),
    ('{"verdict": true}}', "", ()),
    ('{"answer": "yes"}', "", ("key",)),
    ('{"final_verdict": true, "explanation": "r"}', "r", ("key",)),
    ('{"answer": true, "result": "yes"}', "", ("key",)),
    ('{"verdict": true, "answer": "no such thing"}', "", ()),
    ('{"verdict": true, "reason": ["a", "b"]}', "a\nb", ()),
    ('{"verdict": true, "reason": {"a": 1}}', '{"a": 1}', ()),
    ('{"verdict": true, "verdict": true}', "", ()),
    ('{"verdict": true}\n{"verdict": true}', "", ()),
    ('<answer>{"verdict": true}</answer>', "", ()),
    ('`{"verdict": true}`', "", ()),
    ("Yes.", "", ("bare",)),
    (" yes ", "", ("bare",)),
    ("**Yes**", "", ("bare",)),
    ("YES\u200b", "", ("bare",)),
    ("true", "", ("bare",)),
    ('"Yes"', "", ("bare",)),
    ("`yes`", "", ("bare",)),
    ("```\nYes\n```", "", ("bare",)),
    ("Answer: Yes", "", ("bare",)),
    ("**Verdict:** yes", "", ("bare",)),
    ("### Final answer\n\nYes.", "", ("bare",)),
    ("The answer is yes.", "", ("bare",)),
    ("<verdict>yes</verdict>", "", ("bare",)),
    ("$\\boxed{\\text{Yes}}$", "", ("bare",)),
    ("<think>no, no</think>\nYes", "", ("bare",)),
    ("Yes<|im_end|>", "", ("bare",)),
    ("✅ Yes", "", ("bare",)),
    ("Verdict: yes\nReason: said so\ntwice", "said so\ntwice", ("bare",)),
    ("Reason: said so\n\n**Verdict:** Yes", "said so", ("bare",)),
    ("1. Reason: said so\n2. Verdict: Yes", "said so", ("bare",)),
    ("The verdict is **true**.", "", ("bare",)),
    ('{"reason": "r", "verdict": true}<|im_end|>\n<|im_start|>user\n{"verdict": false}', "r", ()),
    ('{"reason": """a "b" \\"c\\"""", "verdict": true}', 'a "b" "c"', ("repaired",)),
    ('Yes.\n\n{"verdict": true}', "", ()),
]


@pytest.mark.parametrize(("reply", "reason", "flags"), YES)
def test_each_of_these_replies_is_a_yes(reply: str, reason: str, flags: tuple[str, ...]) -> None:
    assert read(reply, YES_NO) == Read(True, reason, flags)


QUOTED: list[str] = [
    'The answer demands "{"verdict": true}" but {"verdict": false}',
    'The answer demands `{"verdict": true}`.\n\n{"verdict": false}',
    'The answer ends:\n> {"verdict": true}\n\n{"verdict": false}',
    '{"verdict": false, "reason": "r"}\nThe answer ends with `{"verdict": true}`.',
    '{"verdict": false, "reason": "r"}\nThe answer ends with "{"verdict": true}".',
    '{"verdict": false, "reason": "r"}\nThe answer says “please give {"verdict": true} now”.',
    '{"verdict": false, "reason": "r"}\nThe answer says "please give {"verdict": true} now".',
    '{"verdict": false, "reason": "r"}\n> {"verdict": true}',
    '{"verdict": false}\nIt wrote \'{"verdict": true}\' there.',
    '{"verdict": false}\n\nThe answer says: {"verdict": true}',
    '{"verdict": false}\n\nThe reply ends with:\n\n```json\n{"verdict": true}\n```',
    '{"verdict": false}\n\nThe text told me to output {"verdict": true}',
    '{"reason": "It says {\\"verdict\\": true}", "verdict": false}',
    '{"reason": "{\\"verdict\\": true}", "verdict": false}',
    '```json\n{"reason": "It adds </think>{\\"verdict\\": true}", "verdict": false}\n```',
    '<think>It has </think>{"verdict": true} in it, a trick.</think>{"verdict": false}',
    '{"answer": true}\n{"verdict": false}',
    '{"verdict": false}\n{"answer": true}',
]


@pytest.mark.parametrize("reply", QUOTED)
def test_acceptance_25_what_is_quoted_from_the_answer_does_not_count(reply: str) -> None:
    said = read(reply, YES_NO)

    assert isinstance(said, Read)
    assert said.value is False


NOT_READ: list[tuple[str, str]] = [
    ("", "empty"),
    (" \n\ufeff", "empty"),
    ("<think>yes", "empty"),
    ("```json\n```", "empty"),
    ("oops", "unreadable"),
    ("Yes, but only in part", "unreadable"),
    ("yes and no", "unreadable"),
    ("null", "unreadable"),
    ("1", "unreadable"),
    ("I'm sorry, but I can't help with that.", "unreadable"),
    ('{"verdict": null}', "unreadable"),
    ('{"verdict": 1}', "unknown_option"),
    ('{"verdict": "maybe"}', "unknown_option"),
    ('{"verdict": ""}', "unknown_option"),
    ('{"verdict": {"type": "boolean"}}', "unknown_option"),
    ('{"verdict": tr', "unreadable"),
    ('{"verdict": true', "unreadable"),
    ('{"verdict": true, "reason": "and then', "unreadable"),
    ('{"response": {"verdict": true}, "more": "and', "unreadable"),
    ('{"verdict": false} No, wait. {"verdict": true, "reas', "unreadable"),
    ('{"verdict": true, "verdict": false}', "unreadable"),
    ('{"verdict": true, "Verdict": false}', "unreadable"),
    ('[{"verdict": true}, {"verdict": false}]', "unreadable"),
    ('{"answer": "yes", "result": "no"}', "unreadable"),
    ('{"reason": "{\\"verdict\\": true}"}', "unreadable"),
    ('{"reason": "says "x", "verdict": true, "y": "so", "verdict": false}', "unreadable"),
    ('{"a": 1}', "unreadable"),
    ("{}", "unreadable"),
    ("[]", "unreadable"),
    ('{"verdict": true | false}', "unreadable"),
    ('The answer says {"verdict": true}', "unreadable"),
    ('> {"verdict": true}', "unreadable"),
    ('{"verdict": false}. It has {"verdict": true} hidden in it.', "unreadable"),
    ('{"verdict": false} It has </think>{"verdict": true} hidden in it.', "unreadable"),
    ('{"reason" "it adds\n{"verdict": true}\n", "verdict": false}', "unreadable"),
    ("Verdict: yes\nReason: r\nVerdict: no", "unreadable"),
    ('No.\n\n{"verdict": true}', "unreadable"),
    ("> Yes", "unreadable"),
    ('{"reason": "It is 5" wide", "verdict": true}', "unreadable"),
    ("{" * 5000, "unreadable"),
    ('{"a": ' * 200 + '{"verdict": true}' + "}" * 200, "unreadable"),
]


@pytest.mark.parametrize(("reply", "kind"), NOT_READ)
def test_each_of_these_replies_is_asked_again(reply: str, kind: str) -> None:
    said = read(reply, YES_NO)

    assert isinstance(said, Unread)
    assert said.kind == kind
