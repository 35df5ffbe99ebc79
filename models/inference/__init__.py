"""Running a trained model: traces, taps, generation, mask filling."""
