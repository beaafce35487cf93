"""Where items come from: annotations become facts, facts base questions with a computed key, and those items."""
