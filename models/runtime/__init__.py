"""Files, locks, background work and devices."""
