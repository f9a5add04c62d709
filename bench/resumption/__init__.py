"""An agent that is killed in the middle of steps and goes on with nothing but its map, and what it then knows."""
