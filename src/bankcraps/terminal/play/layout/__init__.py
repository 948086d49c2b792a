"""The layout as a casino paints it, drawn with characters: boxes from a rulebook, chips from the table."""
