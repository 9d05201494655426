"""Runs many cases: concurrency, RUN folders, going on with an earlier run."""
