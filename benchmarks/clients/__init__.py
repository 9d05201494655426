"""Everyone who is measured: one file each, with one function `run(job) -> scores`."""
