"""Answers of the lab as the commands print them."""
