"""Cases from files: JSONL, JSON, CSV, TSV and Parquet, each also gzipped. One file per format."""

from arbitree.core.cases import Case, text_of
from arbitree.data.read import CaseFile, ScannedCases, read_cases, scan_cases

__all__ = ["Case", "CaseFile", "ScannedCases", "read_cases", "scan_cases", "text_of"]
