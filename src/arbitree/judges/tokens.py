"""Guesses how many tokens a call will take, from the length of its prompt and from what the calls before it took."""

from __future__ import annotations

from arbitree.core.records import Answer, Question

CHARACTERS_PER_TOKEN = 4.0
"""What is taken for granted until a server has said more: right for English, too many for Chinese."""

FIRST_REPLY = 100.0
"""Tokens that a reply is taken to have until one has come."""

_WEIGHT = 0.1
"""How much one call changes the guess."""


class Guess:
    """Tokens per character of prompts, and tokens of replies, as they usually are for one judge."""

    def __init__(self) -> None:
        self._per_character = 1 / CHARACTERS_PER_TOKEN
        self._reply = FIRST_REPLY

    def of(self, question: Question) -> tuple[float, float]:
        """The tokens of the prompt, and those of the reply.

        >>> from arbitree.core.records import Message, Shape
        >>> shape = Shape(kind="yes_no")
        >>> asked = Question(key="k", node="n", role="judge", messages=(Message("user", "x" * 40),), shape=shape)
        >>> Guess().of(asked)
        (10.0, 100.0)
        """
        return characters(question) * self._per_character, self._reply

    def learn(self, question: Question, answer: Answer) -> None:
        """Takes in what a call took, where the server said so."""
        sent = characters(question)
        if answer.input_tokens and sent:
            self._per_character += (answer.input_tokens / sent - self._per_character) * _WEIGHT
        if answer.output_tokens:
            self._reply += (answer.output_tokens - self._reply) * _WEIGHT


def characters(question: Question) -> int:
    """How long a question's prompt is."""
    total = 0
    for message in question.messages:
        total += len(message.content)
    return total
