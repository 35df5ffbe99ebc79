"""Tables, JSON and tagged text of any size, read from disk record by record; they know no task."""
