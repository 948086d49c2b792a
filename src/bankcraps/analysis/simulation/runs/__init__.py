"""Many sessions in chunks: processes, threads or a cluster play them, and whole numbers add them up."""
