"""What people read of a run: table, summary, progress; and the same as JSON."""
