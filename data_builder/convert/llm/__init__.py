"""What a language model may say of a question, and how little of it is believed."""
