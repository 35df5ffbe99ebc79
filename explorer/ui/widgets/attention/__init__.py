"""The drawings and controls of the Attention panel."""
