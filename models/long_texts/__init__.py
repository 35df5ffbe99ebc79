"""What a pass over a long text costs: time, memory and operations."""
