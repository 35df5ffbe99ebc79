"""One file per architecture: config, blocks, model, weight table, SPEC."""
