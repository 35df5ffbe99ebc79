"""Parts of decoders: blocks, experts, and a bias of scores by distance."""
