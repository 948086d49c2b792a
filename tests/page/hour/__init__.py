"""Two people play an hour at a table of a house through the page, and what it shows is checked after every throw."""
