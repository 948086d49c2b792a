"""Several systems side by side: solved exactly if that is quick, and played on the same dice."""
