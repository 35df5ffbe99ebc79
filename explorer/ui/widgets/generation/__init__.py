"""The controls of the Generation panel, what it draws, and what it says of drafts."""
