"""The runner of pages finds what is wrong with them, and can put their outputs right."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from arbitree.errors import GraphError, Problem
from tests.pages.blocks import PageError, blocks
from tests.pages.runner import Page, edited
from tests.pages.shell import make_place


def refuse(rubric: str) -> None:
    if "bad" in rubric:
        raise GraphError(Problem(code="G107", what="two nodes could start", mend="join them"))


def played(folder: Path, text: str) -> Page:
    page = Page(place=make_place(folder), check_rubric=refuse)
    page.play(text)
    return page


RIGHT = {
    "python prints": "```python\nprint(1 + 1)\n```\n\n```output\n2\n```\n",
    "python shares names": "```python\na = 1\n```\ntext\n```python\nassert a == 1\n```\n",
    "python raises": '```python raises=ValueError\nint("x")\n```\n```output\nValueError: invalid literal ...\n```\n',
    "a file is written": '```json title="a/b.json"\n{"c": 1}\n```\n```console\n$ cat a/b.json\n{"c": 1}\n```\n',
    "a module is written": '```python title="m.py"\nraise SystemExit\n```\n```sh\ntest -f m.py\n```\n',
    "several commands": "```console\n$ echo a\na\n$ echo b; exit 3\nb\n```\n".replace("console", "console exit=3"),
    "a long command": "```console\n$ printf '%s' \\\n> abc\nabc\n```\n",
    "hidden setup": "<!-- setup: python\nx = 5\n-->\n```python\nprint(x)\n```\n```output\n5\n```\n",
    "not run": "<!-- not run: it installs something -->\n```sh\nfalse\n```\n",
    "a rubric": "```yaml\narbitree: 1\n```\n",
    "a refused rubric": "```yaml problem=G107\narbitree: 1\nbad: 1\n```\n",
    "part of a rubric": "```yaml\nask: What?\n```\n",
    "in a list": "- item\n\n  ```console\n  $ echo a\n  a\n  ```\n",
    "four ticks": "````text\n```python\nthis is shown\n```\n````\n",
}

WRONG = {
    "```python\nprint(1)\n```\n```output\n2\n```\n": "line 5: this is printed:\n1",
    "```python\n1 / 0\n```\n": "ZeroDivisionError",
    "```python raises=KeyError\n1 / 0\n```\n": "raises ZeroDivisionError, not KeyError",
    "```python raises=KeyError\n1\n```\n": "raises nothing",
    "```output\n2\n```\n": "belongs right after",
    "```console\n$ echo a\nb\n```\n": "line 3: this is printed:\na",
    "```console\n$ false\n$ true\n```\n": "`false` exits 1, not 0",
    "```sh\nfalse\n```\n": "exits 1",
    "```yaml\narbitree: 1\nbad: 1\n```\n": "G107  two nodes could start",
    "```yaml problem=G101\narbitree: 1\n```\n": "not refused with G101",
    "```json\n{\n```\n": "JSONDecodeError",
    "```\nno language\n```\n": "needs a language",
    "```py\nprint(1)\n```\n": "needs a language",
    "<!-- not run: later -->\nA paragraph.\n```sh\nfalse\n```\n": "exits 1",
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_page_that_is_right_passes(tmp_path: Path, name: str) -> None:
    page = played(tmp_path, RIGHT[name])

    assert page.wrong + page.differs == []


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str) -> None:
    page = played(tmp_path, text)

    (said,) = page.wrong + page.differs
    assert WRONG[text] in said


def test_outputs_can_be_put_right(tmp_path: Path) -> None:
    page = """\
        ```console
        $ echo a
        $ echo b
        {b}
        ```
        - item

          ```python
          print(1)
          ```
          ```output
          {one}
          ```
        """
    text = textwrap.dedent(page).format(b="wrong", one="2\n  3")

    edits = played(tmp_path, text).edits

    right = textwrap.dedent(page).format(b="b", one="1")
    assert edited(text, edits) == right.replace("$ echo a\n", "$ echo a\na\n")


@pytest.mark.parametrize("text", ["```python\nprint(1)\n", "<!-- not run: -->\n", "<!-- setup: python\nx = 1\n"])
def test_a_page_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(PageError, match="line 1"):
        list(blocks(text))


def test_commands_see_no_keys_and_the_command_under_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")

    page = played(
        tmp_path, '```console\n$ echo "[$OPENAI_API_KEY]" "$(command -v arbitree)"\n[] .../programs/arbitree\n```\n'
    )

    assert page.wrong + page.differs == []
