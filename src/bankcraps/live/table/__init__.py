"""A live table at one moment: what may be asked of it, what follows, and who may."""
