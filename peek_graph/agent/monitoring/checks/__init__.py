"""What can be checked of an output: plain functions of its text."""
