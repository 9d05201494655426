"""Rubric files, results and the formats of others, to and from plain values. Pure: text in, values out."""
