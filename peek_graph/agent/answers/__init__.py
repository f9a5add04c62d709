"""From the text of a model to what it says for certain."""

from peek_graph.agent.answers.reading import json_in, read_answer
from peek_graph.agent.answers.records import JsonFound, Problem, ProblemCode, ReadAnswer

__all__ = ["JsonFound", "Problem", "ProblemCode", "ReadAnswer", "json_in", "read_answer"]
