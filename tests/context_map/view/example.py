"""A map as an agent has it: every container, Chinese keys and texts, values of every type."""

from typing import Any

EXAMPLE: dict[str, Any] = {
    "meta": {
        "task_id": "2024_固态电池",
        "ultimate_goal": "判断固态电池在 2030 年前能否量产",
        "hard_constraints": ["只引用 2022 年以后的文献", {"text": "Only open sources", "why": {"budget": 0}}],
        "current_step": {"number": 3, "of": "第二章"},
    },
    "documents": {
        "ref_paper_1": {
            "id": "ref_paper_1",
            "title": "Interfaces",
            "summary": "界面阻抗",
            "key_points": ["30 %", "成本"],
            "interpretation": "",
            "raw_text_position": "paper1.pdf#page=5",
            "confidence": 0.6,
        },
        "市场 报告 (2024)": {"summary": "空"},
    },
    "action_history": [
        {"step": 1, "action": "search", "output": {"hits": 0}, "key_decision": None, "next_step_triggers": ["a", "b"]},
        "read the report",
    ],
    "working_memory": {
        "hypothesis": "硫化物路线先量产",
        "todo_list": ["核对 CATL 年报", {"task": "read", "priority": 2, "status": "doing"}],
        "pending_questions": [{"question": "成本?", "answer": False}],
        "findings": [{"text": "X", "confidence": 1}],
        "variables": {"n": 0, "ratio": 0.0, "none": None, "empty": [], "a.b": {"c": [1, "x", None]}},
    },
    "sub_maps": {
        "市场": {
            "title": "市场",
            "kind": "phase",
            "summary": "",
            "documents": {},
            "action_history": [],
            "working_memory": {
                "hypothesis": ["a", {"text": "b", "status": "weak"}],
                "todo_list": [],
                "pending_questions": [],
            },
            "sub_maps": {
                "prices": {
                    "summary": "s",
                    "documents": {"d": {}},
                    "action_history": [],
                    "working_memory": {"hypothesis": None, "todo_list": ["x"], "pending_questions": []},
                }
            },
        }
    },
}
