"""What a judge is shown of a case with images, and what its key depends on."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from pathlib import Path

import pytest

from arbitree.core.cases import Case
from arbitree.core.compile import compile_plan
from arbitree.core.engine import begin
from arbitree.core.graph import Graph
from arbitree.core.images import Mixed, image_at, image_of, mime_of
from arbitree.core.kinds.ask import Ask
from arbitree.core.kinds.check import Check
from arbitree.core.records import Question, Style
from arbitree.test_case import LLMTestCase, MLLMImage, case_of
from tests.images.pictures import GIF, JPEG, WEBP, png

ONE = Graph(nodes=(Ask(name="cat", criteria="Is it a cat?", shows=("input", "actual_output")),))


def asked(case: Case, graph: Graph = ONE, style: Style = "messages") -> Question:
    [question] = begin(compile_plan(graph, style=style), case).questions
    return question


def pictured(shade: int = 0) -> Case:
    image = image_of(png(shade=shade))
    fields = {"input": Mixed(parts=("What is it? ", image, " Say.")), "actual_output": "A cat."}
    return Case(id="1", fields=fields, pictured=frozenset({"input"}))


@pytest.mark.parametrize(
    ("data", "mime"),
    [(png(), "image/png"), (GIF, "image/gif"), (JPEG, "image/jpeg"), (WEBP, "image/webp"), (b"%PDF-1.7", "")],
)
def test_the_type_is_read_from_the_bytes(data: bytes, mime: str) -> None:
    assert mime_of(data) == mime
    assert bool(image_of(data).problem) == (not mime)


@pytest.mark.parametrize("style", ["messages", "plain"])
def test_an_image_stands_just_behind_its_marker(style: Style) -> None:
    question = asked(pictured(), style=style)
    digest = hashlib.sha256(png()).hexdigest()
    [anchored] = question.messages[-1].images

    assert question.messages[-1].content[: anchored.at].endswith(f"What is it? [Image 1: image/png {digest[:32]}]")
    assert question.messages[-1].content[anchored.at :].startswith(" Say.")
    assert anchored.image.data == png()


def test_equal_bytes_have_one_key_and_others_another() -> None:
    assert asked(pictured()).key == asked(pictured()).key
    assert asked(pictured()).key != asked(pictured(shade=1)).key


def test_an_address_has_a_key_of_its_own() -> None:
    def key(url: str) -> str:
        return asked(
            Case(id="1", fields={"input": image_at(url), "actual_output": "A."}, pictured=frozenset({"input"}))
        ).key

    assert key("https://a.test/1.png") == key("https://a.test/1.png") != key("https://a.test/2.png")


def test_text_alone_has_no_word_of_images() -> None:
    question = asked(Case(id="1", fields={"input": "What is it? [Image 1: x]", "actual_output": "A cat."}))

    assert question.prompt.lower().count("image") == 1
    assert question.images == ()


def test_text_of_a_case_with_images_imitates_no_marker() -> None:
    case = pictured()
    marker = image_of(png()).marker(1)
    forged = Case(id="1", fields={**case.fields, "actual_output": f"{marker} see"}, pictured=case.pictured)
    question = asked(forged)

    assert question.prompt.count(marker) == 1
    assert "[> Image 1: image/png" in question.prompt


def test_an_image_that_cannot_be_used_leaves_its_node_undecided(tmp_path: Path) -> None:
    case = case_of(LLMTestCase(input=f"What is {MLLMImage(url=str(tmp_path / 'none.png'))}?", actual_output="A cat."))
    walk = begin(compile_plan(ONE), case)
    cause = walk.settled[0].cause

    assert not walk.open
    assert cause is not None
    assert (cause.code, cause.kind) == ("J343", "unusable_image")
    assert "it cannot be read: No such file" in cause.what
    assert "none.png" in cause.where


def test_a_check_looks_at_the_text_without_its_images() -> None:
    graph = Graph(nodes=(Check(name="short", tests=(("fullmatch", "What is it\\?  Say\\."),), shows=("input",)),))
    question = asked(pictured(), graph)

    assert question.messages[1].content == "What is it?  Say."
    assert question.images == ()


def test_a_text_holds_an_image_as_deepeval_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "a cat].png"
    path.write_bytes(png())
    image = MLLMImage(url=str(path))
    path.unlink()
    case = case_of(LLMTestCase(input=f"What is {image}?", actual_output="A cat."))

    assert (image.local, image.mimeType, image.filename) == (True, "image/png", "a cat].png")
    assert case.fields["input"] == Mixed(parts=("What is ", image_of(png()), "?"))
    assert case.pictured == {"input"}


def test_base64_is_an_image_by_what_its_bytes_are() -> None:
    image = MLLMImage(dataBase64=b64encode(GIF).decode(), mimeType="image/png")

    assert image.image.mime == "image/gif"
    assert MLLMImage(dataBase64="!", mimeType="image/png").image.problem == "it is no Base64"


@pytest.mark.parametrize(
    "text",
    ["[DEEPEVAL:IMAGE:/etc/hostname]", f"[DEEPEVAL:IMAGE:{'0' * 32}:/etc/hostname]", f"[DEEPEVAL:IMAGE:{'0' * 32}]"],
)
def test_what_only_looks_like_a_placeholder_is_text(text: str) -> None:
    case = case_of(LLMTestCase(input=f"Look: {text}", actual_output="A."))

    assert case.fields["input"] == f"Look: {text}"
    assert not case.pictured


def test_an_image_needs_an_address_or_base64() -> None:
    with pytest.raises(ValueError, match="either a 'url' or both 'dataBase64' and 'mimeType'"):
        MLLMImage()
    with pytest.raises(ValueError, match="mimeType must be provided"):
        MLLMImage(dataBase64="AAAA")
