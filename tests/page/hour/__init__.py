"""Two people play an hour through the page, and what it shows is checked after every throw."""
