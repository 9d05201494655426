"""No pure test takes more than a time in proportion to the text, however the text is made."""

from __future__ import annotations

import time

import pytest

from arbitree.core.kinds.base import Json
from arbitree.core.structural.table import TESTS
from tests.structural.docs_tables import rows

LENGTH = 6_000
SECONDS = 5.0
"""Far more than a test takes that is linear, far less than one that is not."""

MADE_OF = (
    *("1", "1 ", "1.", "1,", "1-", "1/", "1,000,", "[", "[1", "[1,", "[](", "(", "`", "` ", "```\n", "<", "<a href='"),
    *("<h1>", "<!--", "<sup>", "#", "# a\n", "-", "- ", "*", "**a", "__a", "|", "|-", "a|b\n-|-\n", "word ", "one "),
    *("one hundred and ", "one thousand, ", "half a ", "\n", " ", "> ", "May ", "3 March ", "30 days ", "5 to ", "Ab "),
    *(
        "(Ab & ",
        "Ab, ",
        "a@",
        "a.",
        "www.",
        "http://",
        "三",
        "年",
        "3月",
        "\u0301",
        "\u200d",
        "🇩",
        "¹",
        "½",
        "P1",
        "1h",
    ),
    *('{"a":', '"', "!? ", "a. ", "'", "\\", "\\cite{", "(2020)", "Lee (2020) ", "【", "1 x 10^", "1e1", "$1 ", "free"),
)
ARGUMENTS: dict[str, Json] = {}
for row in rows():
    ARGUMENTS.setdefault(row.test, row.argument)


@pytest.mark.parametrize("name", list(TESTS))
def test_a_test_is_bounded(name: str) -> None:
    for piece in MADE_OF:
        text = piece * (LENGTH // len(piece))
        began = time.process_time()

        TESTS[name].run(ARGUMENTS[name], text)

        assert time.process_time() - began < SECONDS, f"{name} over {piece!r}, repeated"
