"""Finding the links of a text: Markdown, HTML, autolinks and bare addresses."""

from __future__ import annotations

import html
import re
from typing import Final, NamedTuple

from arbitree.core.lazy import Lazy
from arbitree.core.structural.markdown import without, without_code


class Link(NamedTuple):
    """A link as it stands in a text."""

    target: str
    """Where it leads, as written."""
    label: str
    """What is shown for it; empty for a bare address."""
    start: int


_NESTED: Final = r"\((?:[^\s()\\]|\\.|\([^\s()]{0,500}\)){0,1000}\)"
_TARGET: Final = rf"(?:<([^<>\n]{{0,2000}})>|((?:[^\s()<>\\]|\\.|{_NESTED}){{1,2000}}))"
_TITLE: Final = r"(?:\s+(?:\"[^\"]{0,500}\"|'[^']{0,500}'|\([^()]{0,500}\)))?"
_AFTER_LABEL: Final = Lazy(rf"\(\s{{0,9}}(?:{_TARGET}){_TITLE}\s{{0,9}}\)")
_REFERENCE: Final = Lazy(r"\[([^\[\]]{0,200})\]")
_DEFINITION: Final = Lazy(r"(?m:^[ \t]{0,3}\[(?!\^)([^\[\]]{1,200})\]:[ \t]*\n?[ \t]*(?:<([^<>\n]+)>|(\S+)))")
_HREF: Final = Lazy(
    r"<a\s(?:[^<>]{0,500}?\s)?href\s*=\s*(?:\"([^\"<>]{0,2000})\"|'([^'<>]{0,2000})'|([^\s\"'<>=`]{1,2000}))"
    r"[^<>]{0,500}>(.{0,300}?)</a>",
    re.IGNORECASE | re.DOTALL,
)
_AUTO: Final = Lazy(
    r"<((?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]{1,2000})|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)>", re.IGNORECASE
)
_BARE: Final = Lazy(
    r"(?<![A-Za-z0-9_@/.])(?:(?:https?|ftp)://|www\.(?=[\w-]+\.))[^\s<>\"`{}|\\^\u3000-\u303f\uff00-\uffef“”‘’«»]+",
    re.IGNORECASE,
)


def links(text: str, *, images: bool = False) -> list[Link]:
    """The links of a text in order.

    What is in code and comments is no link, and an address inside a link's label is no second one.

    >>> text = "[a](https://a.org/x_(y)) <https://b.org>, www.c.org. [d][1]\\n\\n[1]: https://d.org"
    >>> [link.target for link in links(text)]
    ['https://a.org/x_(y)', 'https://b.org', 'www.c.org', 'https://d.org']
    """
    plain = without(without_code(text), "<!--", "-->")
    definitions = {_name(match[1]): match[2] or match[3] for match in _DEFINITION.finditer(plain)}
    plain = _DEFINITION.sub(_blank, plain)
    found: list[Link] = []
    for match in _HREF.finditer(plain):
        target = next((group for group in match.groups()[:3] if group), "")
        found.append(Link(html.unescape(target), re.sub(r"<[^<>]{1,200}>", "", match[4]), match.start()))
    plain = _HREF.sub(_blank, plain)
    found += [Link(match[1], "", match.start()) for match in _AUTO.finditer(plain)]
    plain = _AUTO.sub(_blank, plain)
    inline, plain = _inline(plain, definitions, images)
    found += inline
    for match in _BARE.finditer(plain):
        found.append(Link(_trimmed(match[0]), "", match.start()))
    return sorted((link for link in found if link.target), key=lambda link: link.start)


def _inline(plain: str, definitions: dict[str, str], images: bool) -> tuple[list[Link], str]:
    """The links with a label in square brackets, and the text with all of them blanked."""
    found: list[Link] = []
    opened: list[int] = []
    spans: list[tuple[int, int]] = []
    place = 0
    for match in re.finditer(r"\\.|[\[\]]", plain):
        if match.start() < place or len(match[0]) > 1:
            continue
        if match[0] == "[":
            opened.append(match.start())
            continue
        if not opened:
            continue
        start = opened.pop()
        label = plain[start + 1 : match.start()]
        target, end = _target(plain, label, match.end(), definitions)
        if target is None:
            continue
        place = end
        image = start > 0 and plain[start - 1] == "!"
        spans.append((start, end))
        if images or not image:
            found.append(Link(target, label, start))
    pieces = list(plain)
    for start, end in spans:
        pieces[start:end] = " " * (end - start)
    return found, "".join(pieces)


def _target(plain: str, label: str, after: int, definitions: dict[str, str]) -> tuple[str | None, int]:
    """Where a label leads and where its link ends; None for brackets that are no link."""
    if match := _AFTER_LABEL.match(plain, after):
        return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", match[1] or match[2] or ""), match.end()
    if match := _REFERENCE.match(plain, after):
        target = definitions.get(_name(match[1] or label))
        if target is not None:
            return target, match.end()
    target = definitions.get(_name(label))
    return target, after


def _name(label: str) -> str:
    return " ".join(label.casefold().split())


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _trimmed(address: str) -> str:
    """A bare address without the punctuation of the sentence that it ends.

    >>> _trimmed("https://a.org/x_(y)."), _trimmed("https://a.org)"), _trimmed("https://a.org/*")
    ('https://a.org/x_(y)', 'https://a.org', 'https://a.org/')
    """
    while address:
        last = address[-1]
        if last in ".,;:!?'*_~…]" or (last == ")" and address.count(")") > address.count("(")):
            address = address[:-1]
        else:
            break
    return address


def scheme_of(target: str) -> str:
    """The scheme of a target in lower case; http for an address that begins with www, empty for a relative one.

    >>> scheme_of("HTTPS://a.org"), scheme_of("www.a.org"), scheme_of("/docs"), scheme_of("me@a.org")
    ('https', 'http', '', 'mailto')
    """
    if match := re.match(r"([a-z][a-z0-9+.-]*):", target.strip(), re.IGNORECASE):
        return match[1].lower()
    if target.lower().startswith("www."):
        return "http"
    return "mailto" if "@" in target and "/" not in target else ""


def host_of(target: str) -> str:
    """The host that a target leads to, in its ASCII form; empty for a relative target or one without a host.

    Read as browsers do: what stands before an `@` is no host, and a backslash is a slash.

    >>> host_of("https://example.com@evil.org/x"), host_of("//A.org:80"), host_of("//evil.org" + chr(92) + "@a.org")
    ('evil.org', 'a.org', 'evil.org')
    >>> host_of("https://bücher.de"), host_of("/docs"), host_of("www.a.org/x")
    ('xn--bcher-kva.de', '', 'www.a.org')
    """
    plain = target.strip().replace("\\", "/")
    if plain.lower().startswith("www."):
        plain = f"http://{plain}"
    match = re.match(r"(?:[a-z][a-z0-9+.-]*:)?//+([^/?#]*)", plain, re.IGNORECASE)
    if match is None:
        return ""
    host = re.sub(r":\d*$", "", match[1].rpartition("@")[2]).rstrip(".").lower()
    try:
        return host.encode("idna").decode() if not host.isascii() else host
    except UnicodeError:
        return host
