"""`EvaluationDataset` under the reference's name: goldens and test cases, from files and back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from arbitree.dataset.golden import ConversationalGolden, Golden
from arbitree.dataset.reading import AnyGolden, read_goldens
from arbitree.dataset.writing import FORMS, FileType, goldens_text
from arbitree.errors import CaseError, Problem, UsageError
from arbitree.evaluate import EvaluationResult, evaluate


class EvaluationDataset:
    """Goldens, and the test cases that were made of them or come from files. Both are of single turns, or of several.

    >>> dataset = EvaluationDataset(goldens=[Golden(input="Where is my order?")])
    >>> for golden in dataset.goldens:
    ...     dataset.add_test_case(golden.test_case(actual_output="It shipped."))
    >>> [test_case.actual_output for test_case in dataset]
    ['It shipped.']
    """

    def __init__(self, goldens: Iterable[AnyGolden] = ()) -> None:
        self.results: EvaluationResult | None = None
        """What the last evaluation by `evaluate` or `evals_iterator` came to."""
        self._goldens: list[AnyGolden] = []
        self._test_cases: list[Any] = []
        self.add_goldens(goldens)

    def __repr__(self) -> str:
        return f"<EvaluationDataset: {len(self._goldens)} goldens, {len(self._test_cases)} test cases>"

    def __iter__(self) -> Iterator[Any]:
        """The test cases; the goldens as long as there are none."""
        return iter(self._test_cases or self._goldens)

    def __len__(self) -> int:
        return len(self._test_cases or self._goldens)

    @property
    def goldens(self) -> list[AnyGolden]:
        """The goldens, in the order of adding."""
        return list(self._goldens)

    @goldens.setter
    def goldens(self, goldens: Iterable[AnyGolden]) -> None:
        kept, self._goldens = self._goldens, []
        try:
            self.add_goldens(goldens)
        except TypeError:
            self._goldens = kept
            raise

    @property
    def test_cases(self) -> list[Any]:
        """The test cases, in the order of adding."""
        return list(self._test_cases)

    @test_cases.setter
    def test_cases(self, test_cases: Iterable[Any]) -> None:
        kept, self._test_cases = self._test_cases, []
        try:
            self.add_test_cases(test_cases)
        except TypeError:
            self._test_cases = kept
            raise

    def add_golden(self, golden: AnyGolden) -> None:
        """Adds a golden.

        Raises:
            TypeError: it is none; or it is of several turns and the others are not, or the other way round.
        """
        if not isinstance(golden, (Golden, ConversationalGolden)):
            raise TypeError(f"a golden is a Golden or a ConversationalGolden, not {type(golden).__name__}")
        self._require_like(golden)
        self._goldens.append(golden)

    def add_goldens(self, goldens: Iterable[AnyGolden]) -> None:
        """Adds goldens, each as `add_golden` does."""
        for golden in goldens:
            self.add_golden(golden)

    def add_test_case(self, test_case: Any) -> None:
        """Adds a test case, ours or DeepEval's.

        Raises:
            TypeError: it is none; or it is of several turns and the others are not, or the other way round.
        """
        if isinstance(test_case, type) or not (hasattr(test_case, "input") or hasattr(test_case, "turns")):
            raise TypeError(f"a test case has an input or turns; {type(test_case).__name__} has neither")
        self._require_like(test_case)
        self._test_cases.append(test_case)

    def add_test_cases(self, test_cases: Iterable[Any]) -> None:
        """Adds test cases, each as `add_test_case` does."""
        for test_case in test_cases:
            self.add_test_case(test_case)

    def add_goldens_from_csv_file(self, file_path: str | os.PathLike[str], **columns: str | None) -> None:
        """Adds the goldens of a CSV file. Rows with a `scenario` are conversational.

        Args:
            file_path: The file; JSONL, JSON, TSV and Parquet are read as well, by their suffix.
            columns: `NAME_col_name` (or `NAME_key_name`): which column the field NAME is, by default the one of that
                name. `NAME_col_delimiter`: what parts the items of the list NAME, by default "|".

        Raises:
            CaseError: The file cannot be read, or has bad rows; names each with its line.
            UsageError: A name in `columns` is no field's.
        """
        self.add_goldens(read_goldens(file_path, columns))

    add_goldens_from_json_file = add_goldens_from_csv_file
    add_goldens_from_jsonl_file = add_goldens_from_csv_file

    def add_test_cases_from_csv_file(
        self,
        file_path: str | os.PathLike[str],
        input_col_name: str = "input",
        actual_output_col_name: str = "actual_output",
        **columns: str | None,
    ) -> None:
        """Adds the test cases of a CSV file.

        Args:
            file_path: The file; JSONL, JSON, TSV and Parquet are read as well, by their suffix.
            input_col_name: The column with the inputs.
            actual_output_col_name: The column with the outputs.
            columns: Other columns, as `add_goldens_from_csv_file` takes them.

        Raises:
            CaseError: The file cannot be read, or has bad rows; names each with its line.
            UsageError: A name in `columns` is no field's.
        """
        named = {"input_col_name": input_col_name, "actual_output_col_name": actual_output_col_name, **columns}
        self.add_test_cases(test_case_of(golden) for golden in read_goldens(file_path, named))

    def add_test_cases_from_json_file(
        self,
        file_path: str | os.PathLike[str],
        input_key_name: str = "input",
        actual_output_key_name: str = "actual_output",
        **columns: str | None,
    ) -> None:
        """The same of a JSON file."""
        self.add_test_cases_from_csv_file(file_path, input_key_name, actual_output_key_name, **columns)

    add_test_cases_from_jsonl_file = add_test_cases_from_json_file

    def save_as(
        self, file_type: FileType, directory: str, file_name: str = "dataset", include_test_cases: bool = False
    ) -> str:
        """Writes the goldens into a file, and gives back its path. What was there under that name is replaced.

        Args:
            file_type: "json", "jsonl" or "csv". CSV cannot tell an empty value from a missing one.
            directory: The folder; it is made where it is not there.
            file_name: The file's name, without a suffix.
            include_test_cases: Whether the test cases are written too, as goldens after the others.

        Raises:
            UsageError: There is nothing to write, or no such type of file.
        """
        goldens = [*self._goldens, *(golden_of(one) for one in self._test_cases if include_test_cases)]
        if file_type not in FORMS:
            what = f"{file_type!r} is no type of file"
            raise UsageError(Problem(code="X144", what=what, where="save_as", mend=f"one of {', '.join(FORMS)}"))
        if not goldens:
            mend = "add goldens; or write the test cases with include_test_cases=True"
            raise UsageError(Problem(code="X144", what="there are no goldens to write", where="save_as", mend=mend))
        path = Path(directory) / f"{file_name}.{file_type}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(goldens_text(goldens, file_type), encoding="utf-8", newline="")
        return str(path)

    def evaluate(self, metrics: Sequence[Any], **settings: Any) -> EvaluationResult:
        """What `arbitree.evaluate` gives back for the test cases; its settings are taken too."""
        self.results = evaluate(self.test_cases, metrics, **settings)
        return self.results

    def evals_iterator(self, metrics: Sequence[Any], **settings: Any) -> Iterator[AnyGolden]:
        """Each golden; and after the last one, the test cases that were added meanwhile are evaluated (`results`).

        Args:
            metrics: The metrics.
            settings: As `evaluate` takes them.

        Raises:
            CaseError: no test case was added; nothing follows what an application does by itself.
        """
        before = len(self._test_cases)
        yield from self.goldens
        added = self._test_cases[before:]
        if not added:
            mend = "in the loop: dataset.add_test_case(golden.test_case(actual_output=...))"
            what = "no test case was added while the goldens were gone through"
            raise CaseError(Problem(code="C138", what=what, where="evals_iterator", mend=mend))
        self.results = evaluate(added, metrics, **settings)

    def _require_like(self, one: Any) -> None:
        """Passes what goes with what is there already."""
        others = self._goldens or self._test_cases
        if others and is_of_turns(one) != is_of_turns(others[0]):
            kind = "a multi-turn" if is_of_turns(others[0]) else "a single-turn"
            raise TypeError(f"You cannot add '{type(one).__name__}' to {kind} dataset.")


def is_of_turns(one: Any) -> bool:
    """Whether a golden or test case is a conversation."""
    return hasattr(one, "turns")


def test_case_of(golden: AnyGolden) -> Any:
    """The test case of a golden."""
    return golden.test_case()


def golden_of(test_case: Any) -> AnyGolden:
    """The golden of a test case."""
    return ConversationalGolden.of(test_case) if is_of_turns(test_case) else Golden.of(test_case)
