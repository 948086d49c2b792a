"""The compiled kernels: packed transitions in, the metrics of many sessions out."""
