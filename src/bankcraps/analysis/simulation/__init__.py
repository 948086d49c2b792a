"""Sessions simulated on seeded dice: by compiled kernels on packed transitions, or by the engine stepwise."""
