"""What an agent asks of a map in one line of text, and the answers, each within a budget of tokens."""
