"""The commands that keep a house: its options, logs and copies, and the data of a person."""
