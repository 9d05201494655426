"""Decision graphs under the reference's names."""
