"""What commands share: messages, progress, stopping, and downloads that were named."""
