"""Chains thrown millions of times: the table, tabulated, on seeded dice."""
