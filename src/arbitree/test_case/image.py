"""An image in a test case, under the reference's name."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass

from arbitree.core.images import Image
from arbitree.errors import CaseError, Problem
from arbitree.judges.slugs import addresses, image_like, slug


@dataclass(kw_only=False)
class MLLMImage:
    """An image by its path or address (`url`), or by Base64 and `mimeType`. In an f-string it stands for itself.

    A file is read once, here. One that cannot be read raises nothing: the node that shows it is undecided and says why.

    Raises:
        CaseError: it has neither an address nor Base64, or Base64 without a type.

    >>> cat = MLLMImage(url="https://example.com/cat.png")
    >>> text = f"What is this? {cat}"
    >>> [part if isinstance(part, str) else part.url for part in MLLMImage.parse_multimodal_string(text)]
    ['What is this? ', 'https://example.com/cat.png']
    """

    dataBase64: str | None = None
    mimeType: str | None = None
    url: str | None = None
    local: bool | None = None
    filename: str | None = None

    def __post_init__(self) -> None:
        if not self.url and not self.dataBase64:
            raise CaseError(_nothing())
        if self.dataBase64 is not None and self.mimeType is None:
            raise CaseError(_untyped())
        self._image = image_like(self)
        if self.dataBase64 is None and self.url:
            self.local = not self.url.startswith(("http://", "https://"))
            self.filename = self.url.split("?")[0].rpartition("/")[2] or None
            self.dataBase64 = b64encode(self._image.data).decode("ascii") if self._image.data else None
            self.mimeType = self._image.mime or None

    @property
    def image(self) -> Image:
        """What is shown to judges."""
        return self._image

    def as_data_uri(self) -> str | None:
        """The image as a `data:` address; None where its bytes are not at hand."""
        return f"data:{self.mimeType};base64,{self.dataBase64}" if self.dataBase64 and self.mimeType else None

    @staticmethod
    def parse_multimodal_string(s: str) -> list[str | MLLMImage]:
        """The text's parts, with an image for each placeholder."""
        return [_made(part) if is_image else part for part, is_image in addresses(s)]

    def __str__(self) -> str:
        return slug(self.url if self.url and not self.local else self.as_data_uri() or self.url or "")

    def __format__(self, spec: str) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"MLLMImage({self.url!r})" if self.url else f"MLLMImage({self._image.mime}, {self._image.size:,} bytes)"


def _made(address: str) -> MLLMImage:
    head, comma, data = address.partition(",")
    if address.startswith("data:") and comma:
        return MLLMImage(dataBase64=data, mimeType=head.removeprefix("data:").removesuffix(";base64"))
    return MLLMImage(url=address)


def _nothing() -> Problem:
    return Problem(
        code="C123",
        what="You must provide either a 'url' or both 'dataBase64' and 'mimeType' to create an MLLMImage.",
        where="MLLMImage(...)",
        mend="give url=... (a path or an address), or dataBase64=... with mimeType=...",
    )


def _untyped() -> Problem:
    return Problem(
        code="C124",
        what="mimeType must be provided when initializing from Base64 data.",
        where="MLLMImage(dataBase64=...)",
        mend='say what it is, such as mimeType="image/png"',
    )
