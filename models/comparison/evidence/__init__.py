"""What a result says: intervals, tests of claims, guards, and what was registered before."""
