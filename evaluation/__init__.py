"""How good a model's replies are: files of replies scored, and reports that say what the scores mean."""
