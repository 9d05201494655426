"""The prompts that a rubric file words itself: their forms, and from the file to the graph and back.

Loaded only where a file words some: most do not.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import Field, create_model

from arbitree.core.prompts.overrides import ABOUT, OF_NODES, OF_NONE, PLACEHOLDERS, Prompts, prompts_of
from arbitree.wire.fields import OwnProse, Prose
from arbitree.wire.form import Form
from arbitree.wire.rules import uncut_below
from arbitree.wire.translate import validated
from arbitree.wire.tree import Mapped, Mistakes

_HEADINGS: Final = "The headings that fields of the case stand under."
_LANGUAGES: Final = "The same for one language each, by its tag."


def _of_names(name: str, names: tuple[str, ...], **further: tuple[Any, str]) -> type[Form]:
    """A form of prompts by name, with further keys of their own type."""
    fields: dict[str, Any] = {prompt: (OwnProse, Field(default=None, description=_about(prompt))) for prompt in names}
    fields |= {key: (kind, Field(default_factory=dict, description=text)) for key, (kind, text) in further.items()}
    made: type[Form] = create_model(name, __base__=Form, __doc__="Prompts by name.", **fields)
    return made


def _about(prompt: str) -> str:
    filled = ", ".join(f"`{{{name}}}`" for name in PLACEHOLDERS[prompt])
    return f"{ABOUT[prompt]}." + (f" It may hold {filled}." if filled else "")


_NAMES: Final = tuple(PLACEHOLDERS)
LANGUAGE: Final = _of_names("Language", _NAMES, headings=(dict[str, Prose], _HEADINGS))
"""What it may say for one language."""
NODE_LANGUAGE: Final = _of_names("NodeLanguage", OF_NODES)
"""What a node may say for one language."""
RUBRIC: Final = _of_names(
    "RubricPrompts",
    _NAMES,
    headings=(dict[str, Prose], _HEADINGS),
    languages=(dict[str, LANGUAGE], _LANGUAGES),  # type: ignore[valid-type]
)
"""What a rubric may say under `prompts`."""
NODE: Final = _of_names("NodePrompts", OF_NODES, languages=(dict[str, NODE_LANGUAGE], _LANGUAGES))  # type: ignore[valid-type]
"""What a node may say there."""

_HOLDERS: Final = {form: create_model("Holder", __base__=Form, prompts=(form, ...)) for form in (RUBRIC, NODE)}


def read_prompts(content: Mapped, mistakes: Mistakes, *, node: str = "") -> Prompts:
    """The prompts under the key `prompts` of a node or of the file; none where they are at fault, which is noted."""
    uncut_below("prompts", content["prompts"], mistakes, node=node)
    only = content.without(key for key in content if key != "prompts")
    form, _ = validated(_HOLDERS[NODE if node else RUBRIC], only, mistakes, node=node)
    return OF_NONE if form is None else prompts_of(form.model_dump(exclude_none=True)["prompts"])
