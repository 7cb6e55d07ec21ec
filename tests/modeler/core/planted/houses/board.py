"""Project boards of many companies: a design without an error or a warning."""

from typing import Final

from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Document, call, entity, gsi, house, table

BOARD: Final[Document] = house(
    "Project boards of many companies",
    [
        table(
            "board",
            [
                entity(
                    "Company",
                    "companyId",
                    "companyId id; Type Company=1; title text; plan FREE=.7 TEAM=.3",
                    {"base": "COMPANY#{companyId} | META"},
                    count=5000,
                ),
                entity(
                    "Project",
                    "companyId projectId",
                    "companyId id; projectId id; Type Project=1; title text; state ACTIVE=.2 ARCHIVED=.8;"
                    " changedAt iso",
                    {
                        "base": "COMPANY#{companyId} | PROJECT#{projectId}",
                        "GSI1": "COMPANY#{companyId}#ACTIVE | {changedAt}#{projectId} when state = 'ACTIVE'",
                    },
                    count=60000,
                    per_parent={"average": 12, "max": 400},
                ),
                entity(
                    "Task",
                    "taskId",
                    "companyId id; projectId id; taskId ulid; Type Task=1; title text; assigneeId id ?.8;"
                    " due date; done BOOL; version N integer",
                    {
                        "base": "COMPANY#{companyId}#PROJECT#{projectId} | TASK#{taskId}",
                        "GSI1": "COMPANY#{companyId}#USER#{assigneeId} | {due}#{taskId}"
                        " when attribute_exists(assigneeId)",
                    },
                    count=2000000,
                    per_parent={"average": 30, "max": 3000},
                    concurrent=True,
                ),
            ],
            [gsi("GSI1")],
        )
    ],
    [
        call(
            "B1",
            "A company",
            "GetItem",
            "Company",
            {"PK": "COMPANY#{companyId}", "SK": "META"},
            rate=(20, 100),
            returns=1,
        ),
        call(
            "B2",
            "Projects of a company",
            "Query",
            "Project",
            {"PK": "COMPANY#{companyId}", "SK": {"begins_with": "PROJECT#"}},
            rate=(10, 50),
            returns=12,
        ),
        call(
            "B3",
            "Active projects, latest first",
            "Query",
            "Project",
            {"GSI1PK": "COMPANY#{companyId}#ACTIVE"},
            index="GSI1",
            descending=True,
            rate=(10, 50),
            limit=20,
            returns=3,
        ),
        call(
            "B4",
            "Tasks of a project",
            "Query",
            "Task",
            {"PK": "COMPANY#{companyId}#PROJECT#{projectId}", "SK": {"begins_with": "TASK#"}},
            limit=100,
            rate=(10, 50),
            returns=30,
        ),
        call(
            "B5",
            "Tasks of a person by due date",
            "Query",
            "Task",
            {"GSI1PK": "COMPANY#{companyId}#USER#{assigneeId}"},
            index="GSI1",
            limit=50,
            rate=(10, 50),
            returns=20,
        ),
        call("B6", "Create a task", "PutItem", "Task", where=NEW, rate=(1, 10)),
        call(
            "B7",
            "Complete a task",
            "UpdateItem",
            "Task",
            {"PK": "COMPANY#{companyId}#PROJECT#{projectId}", "SK": "TASK#{taskId}"},
            set={"done": True},
            where=THERE,
            rate=(1, 10),
        ),
        call("B8", "Create a project", "PutItem", "Project", where=NEW, rate=(0.1, 1)),
        call("B9", "Register a company", "PutItem", "Company", where=NEW, rate=(0.01, 0.1)),
    ],
    settings={"tenant": {"attribute": "companyId", "isolation": "pool"}},
)
