"""Conversion: other people's multiple-choice questions become verifiable items, as far as that can be proved."""
