"""What flows through the program and what a file declares: records, specs, configurations."""
