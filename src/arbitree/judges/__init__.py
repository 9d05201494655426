"""Judges: whatever answers a question, behind one signature."""
