"""Datasets under the reference's names: goldens and test cases, read from files and written back."""

from __future__ import annotations

from arbitree.dataset.dataset import EvaluationDataset
from arbitree.dataset.golden import ConversationalGolden, Golden

__all__ = ["ConversationalGolden", "EvaluationDataset", "Golden"]
