"""The base class of a judge model, under the reference's name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

__all__ = ["DeepEvalBaseLLM"]


class DeepEvalBaseLLM(ABC):
    """A model that judges. Subclass it and say how it is loaded, called and named.

    A judge need not inherit from it: any object with `generate` or `a_generate` will do, and so will any callable.
    A subclass that defines its own `__init__` need not call this one.

    >>> class Stubborn(DeepEvalBaseLLM):
    ...     def load_model(self): return self
    ...     def generate(self, prompt, schema=None): return '{"reason": "It is so.", "verdict": true}'
    ...     async def a_generate(self, prompt, schema=None): return self.generate(prompt, schema)
    ...     def get_model_name(self): return "stubborn"
    >>> Stubborn().generate("Is it so?")
    '{"reason": "It is so.", "verdict": true}'
    """

    name: str | None
    model: Any

    def __init__(self, model: str | None = None, *args: Any, **kwargs: Any) -> None:
        self.name = model
        self.model = self.load_model()

    @abstractmethod
    def load_model(self, *args: Any, **kwargs: Any) -> Any:
        """The client or the model that `generate` uses."""

    @abstractmethod
    def generate(self, *args: Any, **kwargs: Any) -> Any:
        """The reply to a prompt: a text, or an instance of the `schema` that was passed."""

    @abstractmethod
    async def a_generate(self, *args: Any, **kwargs: Any) -> Any:
        """The same, awaited."""

    @abstractmethod
    def get_model_name(self, *args: Any, **kwargs: Any) -> str:
        """What reports and records call it."""
