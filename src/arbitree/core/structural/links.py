"""The test `links`: how many links a text has, where they lead, and where they may lead."""

from __future__ import annotations

import re
from typing import Final

from arbitree.core.kinds.base import Json
from arbitree.core.structural import counts, options
from arbitree.core.structural.base import Finding, StructuralTest, quote, quotes
from arbitree.core.structural.written_links import Link, host_of, links, scheme_of


def _validate(argument: Json) -> str | None:
    def plain(value: Json) -> str | None:
        good = isinstance(value, bool) or options.phrases(value) is None
        return None if good else "true, false, a link, or a list of links"

    rules = {
        "text": options.phrases,
        "any": options.phrases,
        "hosts": options.some(_host, 'a host as "example.com", or a list of hosts'),
        "schemes": options.phrases,
        "images": options.flag,
        "distinct": options.flag,
        "labelled": options.flag,
        **counts.RULES,
    }
    needs = ("text", "any", "hosts", "schemes", *counts.RULES)
    return options.check_argument(argument, plain, rules, needs=needs) or counts.fault(argument)


def _host(value: Json) -> str | None:
    good = isinstance(value, str) and re.fullmatch(r"(?:\*\.)?[\w-]+(?:\.[\w-]+)*", value) is not None
    return None if good else "a host"


def normal(target: str) -> str:
    """A target as it is compared: no scheme, `www.`, slash at the end or case of the host.

    >>> normal("HTTP://www.Example.com/A/") == normal("https://example.com/A"), normal("/docs/")
    (True, '/docs')
    """
    plain = re.sub(r"^(?:https?:)?//", "", target.strip(), flags=re.IGNORECASE)
    host, slash, rest = plain.partition("/")
    if host and ("." in host or host_of(target)):
        host = re.sub(r"^www\.", "", host.lower())
    return (host + slash + rest).rstrip("/")


def _allowed(link: Link, hosts: tuple[str, ...]) -> bool:
    """Whether a link leads to one of the hosts or below it; one that names no host stays on the page's own."""
    host = host_of(link.target)
    if not host:
        return scheme_of(link.target) == ""
    wanted = [host_of(f"//{each.removeprefix('*.')}") for each in hosts]
    return any(host == each or host.endswith(f".{each}") for each in wanted)


def _run(argument: Json, text: str) -> Finding:
    found = links(text, images=options.option(argument, "images") is True)
    if options.option(argument, "labelled") is True:
        found = [link for link in found if link.label.strip()]
    if options.option(argument, "distinct") is True:
        found = list({normal(link.target): link for link in reversed(found)}.values())[::-1]
    hosts = options.texts(options.option(argument, "hosts"))
    schemes = tuple(each.lower().rstrip(":/") for each in options.texts(options.option(argument, "schemes")))
    if bad := [link.target for link in found if hosts and not _allowed(link, hosts)]:
        return Finding(False, f"{quotes(bad)} {'leads' if len(bad) == 1 else 'lead'} elsewhere than {', '.join(hosts)}")
    if bad := [link.target for link in found if schemes and scheme_of(link.target) not in (*schemes, "")]:
        return Finding(False, f"{quotes(bad)} {'is' if len(bad) == 1 else 'are'} not {' or '.join(schemes)}")
    plain = None if isinstance(argument, bool) else argument
    wanted = options.texts(plain.get("text") if isinstance(plain, dict) else plain)
    either = options.texts(options.option(argument, "any"))
    there = {normal(link.target) for link in found}
    missing = [each for each in wanted if normal(each) not in there]
    if missing or (either and not any(normal(each) in there for each in either)):
        shown = f"the links lead to {quotes(link.target for link in found)}" if found else "there are no links"
        return Finding(False, f"no link leads to {' or '.join(map(quote, missing or either))}; {shown}")
    if isinstance(argument, bool) or counts.bounds(argument) != (None, None):
        return counts.judge(argument, [link.target for link in found], "link")
    if not wanted and not either:
        return Finding(True, "every link leads where it may" if found else "there are no links")
    return Finding(True, f"there is a link to {quotes([*wanted, *(e for e in either if normal(e) in there)])}")


TESTS: Final = (
    StructuralTest(
        name="links",
        about="A link is in the text, or one to the given address; false: there is none.",
        validate=_validate,
        run=_run,
        examples=(True, "https://example.com/returns", {"min": 1, "hosts": ["example.com"], "schemes": "https"}),
    ),
)
