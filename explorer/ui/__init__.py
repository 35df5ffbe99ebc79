"""All that is Qt: the window, its widgets and panels, and the figures that leave it. Never torch."""
