"""How models tell positions: clipped distances, buckets, rotations, slopes and tables."""
