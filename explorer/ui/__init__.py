"""All that is Qt: the window, its widgets and panels, the figures that leave it. Never torch."""
