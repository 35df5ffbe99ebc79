"""Teachers and students: runs, and what a student keeps."""
