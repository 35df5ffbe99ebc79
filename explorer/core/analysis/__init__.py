"""The numbers behind the pictures: pure numpy functions, one topic a file."""
