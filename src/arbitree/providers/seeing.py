"""Which models see images, as far as their names tell it."""

from __future__ import annotations

import re

from arbitree.providers.base import Capabilities, Settings


def sees(caps: Capabilities, settings: Settings) -> bool | None:
    """Whether a model sees images: what is said of it, else what its name tells; None where that tells nothing."""
    if settings.images is not None:
        return settings.images
    return next((known for pattern, known in caps.sees if re.fullmatch(pattern, settings.model)), None)
