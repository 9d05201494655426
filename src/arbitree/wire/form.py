"""What every mapping in a rubric file has in common, and what every node may say."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from arbitree.wire.fields import Meta, Prose


class Form(BaseModel):
    """A mapping in a rubric file; keys it does not list are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True, arbitrary_types_allowed=True)


class NodeForm(Form):
    """What every node may say."""

    label: Prose = ""
    """The heading that readers of a task see it under, and a title in reports. The node's name when absent."""
    meta: Meta = Field(default_factory=dict)
    """What is your own; kept, never read."""
