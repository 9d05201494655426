"""Whether a judge sees images; a question that shows some is never put to one that does not."""

from __future__ import annotations

from arbitree.core.records import Failed, Question
from arbitree.judges.base import Judge
from arbitree.judges.wrapped import innermost


def sees_images(judge: object) -> bool:
    """Whether a judge, inside all that wraps it, says that it sees images, by `sees_images = True`."""
    return getattr(innermost(judge), "sees_images", False) is True


def unseen(question: Question, judge: Judge) -> Failed | None:
    """Why a question is not put to a judge: it shows images that the judge does not see; None where it can be put."""
    images = question.messages[-1].images
    if not images:
        return None
    inside = innermost(judge)
    if not sees_images(judge):
        count = f"{len(images)} images" if len(images) > 1 else "an image"
        what = f'{judge.name} is not known to see images, and "{question.node}" shows {count}'
        return Failed(kind="unseen", message=f"{what} ({', '.join(question.labels)}); nothing was sent")
    if any(anchored.image.url for anchored in images) and getattr(inside, "sees_addresses", True) is False:
        what = f'{judge.name} takes images as bytes only, and "{question.node}" shows one by its address'
        return Failed(kind="unseen", message=f"{what}; give its file or its Base64 instead. Nothing was sent")
    return None
