"""The tests; a package so that `tests.kit` is ours and not another project's stray `tests`."""
