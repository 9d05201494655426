"""Leaves the worker alone: it runs where DeepEval is installed, never here."""

collect_ignore = ["deepeval_worker.py"]
