"""Sessions simulated on seeded dice: by compiled kernels, or by the engine throw by throw."""
