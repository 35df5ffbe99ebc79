"""Documents that contain tasks, from which a decoder learns to read a task from its examples."""
