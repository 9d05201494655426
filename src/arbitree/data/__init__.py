"""Cases from files: JSONL, JSON, CSV, TSV and Parquet, each also gzipped. One file per format."""

from arbitree.data.read import CaseFile, read_cases

__all__ = ["CaseFile", "read_cases"]
