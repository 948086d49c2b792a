"""A policy made of rules: `when` rules choose the layout, `after` rules change sizes and counts."""
