"""Metrics under the reference's names."""
