"""The deterministic tests of the node kind `check`, one file per test or small family."""
