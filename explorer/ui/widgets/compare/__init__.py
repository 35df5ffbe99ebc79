"""The pictures of the Compare panel."""
