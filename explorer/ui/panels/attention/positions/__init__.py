"""The view Positions of the Attention panel."""
