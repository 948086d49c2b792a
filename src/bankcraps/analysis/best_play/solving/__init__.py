"""The decision problem as arrays, and its solution.

- `problem`: positions, choices, outcomes and moves; `kernels`: the compiled loops over them.
- `improving`: policy iteration; `within`: a deadline, backward.
- `proof`: the bounds.
- `following`: where a policy leads to.
"""
