"""Asking a language model."""

from peek_graph.agent.model.asking import Model
from peek_graph.agent.model.configured import configured_llm
from peek_graph.agent.model.records import AnswerForm, How, Said

__all__ = ["AnswerForm", "How", "Model", "Said", "configured_llm"]
