"""Background jobs: generators with progress and cancellation."""
