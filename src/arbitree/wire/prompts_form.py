"""The prompts of a graph as a rubric file writes them."""

from __future__ import annotations

from arbitree.core.prompts.overrides import PLACEHOLDERS, Prompts
from arbitree.wire.emit import Fields


def prompts_form(prompts: Prompts) -> Fields:
    """The content of `prompts`: prompts in the order of the table, then headings, then languages."""
    form = Fields({name: prompts.texts[name] for name in PLACEHOLDERS if name in prompts.texts}, open=True)
    if prompts.headings:
        form["headings"] = Fields(dict(prompts.headings), named=True)
    if prompts.languages:
        languages = {tag: prompts_form(one) for tag, one in prompts.languages.items()}
        form["languages"] = Fields(languages, open=True, named=True)
    return form
