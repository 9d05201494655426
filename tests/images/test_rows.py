"""Images in rows of files: the forms they have, where paths lead, and what a run keeps of them."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitree.core.images import Image, Mixed, image_at, image_of, images_in
from arbitree.data import read_cases
from arbitree.wire.images import bytes_of, plain_images, with_bytes, with_plain_images
from tests.cli.calling import Call
from tests.images.pictures import GIF, png

BASE64 = b64encode(png()).decode()
RUBRIC = "arbitree: 1\nnodes: {cat: {ask: Is it a cat?, shows: [input]}}\n"
RULES = '@answers("ask")\ndef ask(prompt):\n    return {"verdict": "[Image 1: image/png" in prompt}\n'


def field(value: Any, tmp_path: Path, name: str = "input") -> Any:
    (tmp_path / "cases.jsonl").write_text(json.dumps({"id": "1", name: value}) + "\n")
    [case] = read_cases(tmp_path / "cases.jsonl").cases
    assert case.pictured == ({name} if next(images_in(case.fields[name]), None) else set())
    return case.fields[name]


@pytest.mark.parametrize(
    "form",
    [
        {"type": "image", "path": "pics/a.png"},
        {"type": "image", "base64": BASE64},
        {"type": "image", "base64": BASE64, "mime": "image/jpeg", "alt": "a cat"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{BASE64}", "detail": "low"}},
        {"type": "image_url", "image_url": f"data:image/png;base64,{BASE64}"},
        {"type": "input_image", "image_url": f"data:image/png;base64,{BASE64}"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": BASE64}},
    ],
)
def test_an_image_may_be_written_in_each_of_these_forms(form: Any, tmp_path: Path) -> None:
    (tmp_path / "pics").mkdir()
    (tmp_path / "pics" / "a.png").write_bytes(png())

    assert field(form, tmp_path) == image_of(png())


@pytest.mark.parametrize(
    "form",
    [
        {"type": "image", "url": "https://a.test/a.png"},
        {"type": "image_url", "image_url": {"url": "https://a.test/a.png"}},
        {"type": "image", "source": {"type": "url", "url": "https://a.test/a.png"}},
    ],
)
def test_an_image_may_be_named_by_its_address(form: Any, tmp_path: Path) -> None:
    assert field(form, tmp_path) == image_at("https://a.test/a.png")


def test_parts_of_content_are_one_text_with_images(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "What is"}, {"type": "image", "base64": BASE64}, "this?"]

    assert field(parts, tmp_path) == Mixed(parts=("What is", "\n", image_of(png()), "\n", "this?"))


def test_a_context_stays_a_list(tmp_path: Path) -> None:
    parts = ["A shop.", {"type": "image", "base64": BASE64}]

    assert field(parts, tmp_path, "context") == ["A shop.", image_of(png())]


def test_a_message_of_a_conversation_may_hold_images(tmp_path: Path) -> None:
    image = {"type": "image_url", "image_url": {"url": "https://a.test/a.png"}}
    turns = [{"role": "user", "content": [{"type": "text", "text": "This?"}, image]}]
    made = field(turns, tmp_path, "turns")

    assert made[0]["content"] == [{"type": "text", "text": "This?"}, image_at("https://a.test/a.png")]


@pytest.mark.parametrize(
    "value",
    [
        {"type": "image", "caption": "a cat"},
        {"type": "image", "path": "a.png", "price": 3},
        {"image": "a.png"},
        [{"type": "text", "text": "no image"}],
        {"type": "chart", "url": "https://a.test"},
    ],
)
def test_other_objects_stay_as_they_are(value: Any, tmp_path: Path) -> None:
    assert field(value, tmp_path) == value


@pytest.mark.parametrize(
    ("form", "problem"),
    [
        ({"type": "image", "path": "none.png"}, "cannot be read: No such file"),
        ({"type": "image", "path": "."}, "cannot be read: Is a directory"),
        ({"type": "image", "path": "notes.txt"}, "no PNG, JPEG, GIF or WebP"),
        ({"type": "image", "path": "empty.png"}, "it is empty"),
        ({"type": "image", "path": "../out.png"}, "leads out of the folder"),
        ({"type": "image", "path": "/etc/hostname"}, "leads out of the folder"),
        ({"type": "image", "path": "link.png"}, "leads out of the folder"),
        ({"type": "image", "path": "a\x00b"}, "its path cannot be used"),
        ({"type": "image", "path": 7}, "is no text"),
        ({"type": "image", "path": "a.png", "url": "https://a.test"}, "several sources: path, url"),
        ({"type": "image", "url": "file:///etc/hostname"}, "does not start with http"),
        ({"type": "image", "base64": "!!"}, "no Base64"),
        ({"type": "image_url", "image_url": {"url": "data:image/svg+xml,<svg/>"}}, "holds no Base64"),
        ({"type": "image_url", "image_url": {"url": None}}, "is no text"),
    ],
)
def test_an_image_that_cannot_be_used_says_why(form: Any, problem: str, tmp_path: Path) -> None:
    folder = tmp_path / "cases"
    folder.mkdir()
    (tmp_path / "out.png").write_bytes(png())
    (folder / "link.png").symlink_to(tmp_path / "out.png")
    (folder / "notes.txt").write_text("no image")
    (folder / "empty.png").write_bytes(b"")
    image = field(form, folder)

    assert isinstance(image, Image)
    assert problem in image.problem


IMAGES = st.sampled_from([image_of(png()), image_of(GIF), image_at("https://a.test/a.png"), image_of(b"none")])
TEXTS = st.text(max_size=5)
VALUES = st.recursive(
    IMAGES | TEXTS | st.builds(lambda parts: Mixed(parts=tuple(parts)), st.lists(IMAGES | TEXTS, max_size=3)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=3))
def test_fields_with_images_come_back_as_they_were(fields: dict[str, Any]) -> None:
    told = json.dumps({name: plain_images(value) for name, value in fields.items()})
    back = {name: with_plain_images(value) for name, value in json.loads(told).items()}
    whole = with_bytes(back, bytes_of(fields))

    assert back == whole == fields
    assert [image.data for image in images_in(whole)] == [image.data for image in images_in(fields)]
    assert BASE64 not in told


def written(tmp_path: Path) -> None:
    (tmp_path / "rubric.yaml").write_text(RUBRIC)
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "a.png").write_bytes(png())
    rows = [
        {"id": "seen", "input": ["See:", {"type": "image", "path": "a.png"}]},
        {"id": "text", "input": "a text alone"},
        {"id": "none", "input": {"type": "image", "path": "none.png"}},
    ]
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_a_run_keeps_digests_and_shows_its_prompts_again(call: Call, tmp_path: Path) -> None:
    written(tmp_path)
    said = call("run", "rubric.yaml", "cases.jsonl", "--judge", "rules:rules.py", "--name", "one")
    kept = Path("runs", "one", "results.jsonl").read_text()
    shown = call("show", "seen", "--json")

    assert said.code == 1, said
    assert BASE64 not in kept
    assert [json.loads(line)["status"] for line in kept.splitlines()] == ["scored", "scored", "undecided"]
    row = json.loads(shown.out)
    assert shown.err == ""
    assert row["questions"][0]["messages"][0]["images"][0]["image"]["arbitree_image"]["mime"] == "image/png"


def test_workers_and_a_ledger_come_to_the_same(call: Call, tmp_path: Path) -> None:
    written(tmp_path)
    run = ("run", "rubric.yaml", "cases.jsonl", "--judge", "rules:rules.py", "--name")
    call(*run, "one")
    call(*run, "two", "--workers", "2")
    call("record", "one", "-o", "rows.jsonl")
    call("run", "rubric.yaml", "cases.jsonl", "--judge", "recorded:rows.jsonl", "--name", "three")

    def kept(name: str) -> bytes:
        return Path("runs", name, "results.jsonl").read_bytes()

    assert kept("two") == kept("one")
    statuses = [json.loads(line)["status"] for line in kept("three").splitlines()]
    assert statuses == ["scored", "scored", "undecided"]


def test_a_resumed_run_asks_nothing_again(call: Call, tmp_path: Path) -> None:
    written(tmp_path)
    call("run", "rubric.yaml", "cases.jsonl", "--judge", "rules:rules.py", "--name", "one")
    before = Path("runs", "one", "results.jsonl").read_bytes()
    (tmp_path / "a.png").write_bytes(GIF)
    said = call("run", "rubric.yaml", "cases.jsonl", "--judge", "rules:rules.py", "--resume", "one")

    assert said.code in (1, 3)
    assert Path("runs", "one", "results.jsonl").read_bytes() != before
