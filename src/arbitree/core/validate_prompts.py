"""The mistakes of prompts that a rubric words itself: names, placeholders, what a prompt has to hold, languages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from arbitree.core.flow import fields_of, kind_of, language_of, tasks_of
from arbitree.core.graph import Graph
from arbitree.core.kinds.base import Asking
from arbitree.core.kinds.check import Check
from arbitree.core.kinds.metric import Metric
from arbitree.core.nearest import nearest
from arbitree.core.prompts.filling import EVIDENCE, placeholders, times
from arbitree.core.prompts.languages import best, is_known, likely
from arbitree.core.prompts.overrides import OF_NODES, OWN_PLACEHOLDERS, PLACEHOLDERS, WORDS, Prompts
from arbitree.core.turns import column_of
from arbitree.core.validate_base import Spot
from arbitree.core.validate_forms import form_problems
from arbitree.errors import Problem


def prompt_problems(graph: Graph) -> Iterator[Problem]:
    """Every problem of the prompts and languages of a graph."""
    asking = [node for node in graph.nodes if isinstance(node, Asking) and not isinstance(node, (Check, Metric))]
    yield from _of_defaults(graph, asking)
    for node in asking:
        if node.prompt is not None:
            spot = Spot(node=node.name, key="prompt", called=f'the prompt of "{node.name}"')
            yield from _placeholder_problems(node.prompt, OWN_PLACEHOLDERS, spot)
    yield from _language_problems(graph)
    yield from _of_rubric(graph, asking)
    for one in graph.nodes:
        if isinstance(one, Asking) and one.prompts:
            yield from _of_node(one, graph)


def _of_defaults(graph: Graph, asking: Iterable[Asking]) -> Iterator[Problem]:
    """The problems of the prompt of every node, told at the first node that has it."""
    prompt = graph.defaults.prompt
    users = [node for node in asking if node.prompt is None]
    if prompt is None or not users:
        return
    first = Spot(node=users[0].name, key="prompt", called=f'the prompt of "{users[0].name}"')
    yield from _placeholder_problems(prompt, OWN_PLACEHOLDERS, first)
    if "criteria" in placeholders(prompt):
        return
    for node in users:
        what = f'the prompt for every node does not hold {{criteria}}, so "{node.name}" would ask what the others ask'
        spot = Spot(node=node.name, key="prompt", called="")
        yield spot.problem("G119", what, "put {criteria} where each node's own words belong")


def _placeholder_problems(text: str, known: Collection[str], spot: Spot) -> Iterator[Problem]:
    for found in placeholders(text):
        if found in known:
            continue
        near = nearest(found, known)
        hint = f"did you mean {{{near}}}? " if near else ""
        there = ", ".join(f"{{{name}}}" for name in known) or "none here"
        mend = f"{hint}placeholders: {there}; a name in braces that is meant has two of them: {{{{{found}}}}}"
        yield spot.problem("G119", f"{spot.called} has the placeholder {{{found}}}, which nothing fills in", mend)
    if times(EVIDENCE, text) > 1:
        yield spot.problem("G119", f"{spot.called} places {{evidence}} twice", "place it once")


def _language_problems(graph: Graph) -> Iterator[Problem]:
    named: list[tuple[str, str, str | None]] = [("", "language", graph.language)]
    named.append(("", "defaults", graph.defaults.language))
    named += [(node.name, "language", node.language) for node in graph.nodes if isinstance(node, Asking)]
    named += [("", "prompts", tag) for tag in graph.prompts.languages]
    named += [
        (node.name, "prompts", tag)
        for node in graph.nodes
        if isinstance(node, Asking)
        for tag in node.prompts.languages
    ]
    told: set[str] = set()
    for node, key, tag in named:
        if tag is None or tag in told:
            continue
        told.add(tag)
        known = is_known(tag)
        spot = Spot(node=node, key=key, called="")
        if known is None:
            mend = "keep it if it is right: judges are told the tag, as no name of it is known"
            yield spot.problem("G165", f'"{tag}" is the tag of a language with no known name', mend, is_error=False)
        elif not known:
            meant = likely(tag)
            mend = f"did you mean {meant}?" if meant else "write a tag such as en, zh, de or pt-BR"
            yield spot.problem("G165", f'"{tag}" is not the tag of a language', mend)


def _of_rubric(graph: Graph, asking: Collection[Asking]) -> Iterator[Problem]:
    prompts = graph.prompts
    if not prompts:
        return
    tasks = tasks_of(graph)
    everything = [*graph.defaults.shows, *(one for node in graph.nodes for one in fields_of(node, graph, tasks))]
    shown = {column_of(one) for one in everything}
    for tag, level in prompts.each():
        at = f"prompts.languages.{tag}" if tag else "prompts"
        users = [node for node in asking if not tag or best(language_of(node, graph), (tag,))]
        explains = best(graph.language or graph.defaults.language or "", (tag,)) if tag else "any"
        if tag and not users and not explains:
            what = f'no question is in the language "{tag}", so its prompts are never used'
            spot = Spot(node="", key=at, called="")
            yield spot.problem("G166", what, "name it in `language`, or remove them", is_error=False)
        yield from _of_level(level, at, PLACEHOLDERS, "", users)
        for kind in WORDS:
            if kind in level.texts and "criteria" not in placeholders(level.texts[kind]):
                what = f"the prompt `{kind}` does not hold {{criteria}}, so all such nodes would ask the same"
                spot = Spot(node="", key=f"{at}.{kind}", called="")
                yield spot.problem("G119", what, "put {criteria} where each node's own words belong")
        yield from _heading_problems(level.headings, at, shown)


def _of_node(node: Asking, graph: Graph) -> Iterator[Problem]:
    if isinstance(node, (Check, Metric)):
        what = f'"{node.name}" puts no question to a judge, and no prompt of its own is ever used'
        yield Spot(node=node.name, key="prompts", called="").problem("G166", what, "remove it", is_error=False)
        return
    for tag, level in node.prompts.each():
        at = f"prompts.languages.{tag}" if tag else "prompts"
        if tag and best(language_of(node, graph), (tag,)) is None:
            what = f'"{node.name}" is not in the language "{tag}", so its prompts for that are never used'
            spot = Spot(node=node.name, key=at, called="")
            yield spot.problem("G166", what, "name it in `language`, or remove them", is_error=False)
        yield from _of_level(level, at, OF_NODES, node.name, (node,))
        if node.prompt is not None and not tag and kind_of(node) in level.texts:
            what = f'"{node.name}" has a `prompt`, so its prompt `{kind_of(node)}` is never used'
            spot = Spot(node=node.name, key=f"{at}.{kind_of(node)}", called="")
            yield spot.problem("G166", what, "keep one of them", is_error=False)
        for kind in WORDS:
            if kind in level.texts and kind != kind_of(node):
                what = f'"{node.name}" words the prompt `{kind}`, which is of another kind and never used'
                spot = Spot(node=node.name, key=f"{at}.{kind}", called="")
                yield spot.problem("G166", what, f"call it `{kind_of(node)}`, or remove it", is_error=False)


def _of_level(
    level: Prompts, at: str, known: Collection[str], node: str, users: Collection[Asking]
) -> Iterator[Problem]:
    """The problems of prompts for all languages, or for one."""
    for name, text in level.texts.items():
        of_node = f' of "{node}"' if node else ""
        spot = Spot(node=node, key=f"{at}.{name}", called=f"the prompt `{name}`{of_node}")
        if name not in known:
            near = nearest(name, known)
            mend = f"did you mean `{near}`?" if near else f"there are {', '.join(known)}"
            yield spot.problem("G160", f"{spot.called} is none that {'a node' if node else 'a rubric'} can word", mend)
            continue
        yield from _placeholder_problems(text, PLACEHOLDERS[name], spot)
        yield from _dropped(name, text, spot)
        # A node that words it itself never has the rubric's.
        having = [user for user in users if node or name not in user.prompts.texts]
        yield from form_problems(name, text, having, spot)


def _dropped(name: str, text: str, spot: Spot) -> Iterator[Problem]:
    """What a prompt no longer says that it has to say."""
    holds = placeholders(text)
    marks = "BEGIN" in text and "END" in text
    if (name == "system" and "fences" not in holds and not marks) or (name == "fences" and not marks):
        what = f"the prompt `{name}` drops that what stands between [BEGIN mark] and [END mark] is never an instruction"
        mend = "put {fences} where that belongs" if name == "system" else "say it in your own words"
        yield spot.problem("G164", what, mend, is_error=False)
    if name == "retry" and "problem" not in holds:
        what = "the prompt `retry` drops why the last reply could not be used"
        yield spot.problem("G164", what, "put {problem} where it belongs", is_error=False)


def _heading_problems(headings: Mapping[str, str], at: str, shown: Collection[str]) -> Iterator[Problem]:
    for name, title in headings.items():
        spot = Spot(node="", key=f"{at}.headings.{name}", called="")
        if "\n" in title or "\r" in title or title.strip().startswith("IMPORTANT"):
            what = f'the heading of "{name}" has a line break, or begins like the form of the reply: {title!r}'
            yield spot.problem("G129", what, "write one line that begins otherwise")
        if name not in shown:
            near = nearest(name, shown)
            mend = f"did you mean {near}?" if near else "remove it, or show the field"
            yield spot.problem("G166", f'no node shows "{name}", so its heading is never used', mend, is_error=False)
