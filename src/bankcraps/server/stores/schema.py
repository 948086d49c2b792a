"""The tables of the database: the migrations of `schema.sql`."""

import re
from typing import Final

from bankcraps.support.files import shipped_text

MIGRATIONS: Final = tuple(
    tuple(statement.strip() for statement in re.sub(r"--.*", "", migration).split(";")[:-1])
    for migration in re.split(r"-- \[\d+\]", shipped_text("bankcraps.server.stores", "schema.sql"))[1:]
)
"""The statements from each version of the database to the next. The first makes version 1."""

LOOKS_SINCE: Final = 2
"""The first version with the looks of names."""

LOOKS: Final = "looks (look, folded)"
"""Where the look of each name is."""
