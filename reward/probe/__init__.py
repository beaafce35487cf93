"""Probing a running server the way a trainer would use it: one file for each trainer, with its client's own shapes."""
