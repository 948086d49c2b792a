"""Files, caches, extras, compiled code, tables and pictures: nothing here knows craps."""
