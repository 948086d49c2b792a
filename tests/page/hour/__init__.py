"""Two people play an hour through the page, and its figures are checked after every throw."""
