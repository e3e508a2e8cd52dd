"""Generated from the OpenAPI document by "npm run generate". Do not edit."""

from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict, Union

# An execution as far as it got, by its `status`.
Execution: TypeAlias = Union["CompletedExecution", "PausedExecution", "SleepingExecution", "FailedExecution", "CancelledExecution", "RunningExecution"]

# An execution that is `completed`.
CompletedExecution = TypedDict(
    "CompletedExecution",
    {
        "executionId": str,
        "session": str,
        "agent": NotRequired[str],
        "createdAt": int,
        "parent": NotRequired["ParentQuestion"],
        "purpose": NotRequired["ExecutionPurpose"],
        "source": str,
        "labels": NotRequired[dict[str, str]],
        "logs": list["LogLine"],
        "emitted": list[Any],
        "calls": list["Call"],
        "sandbox": NotRequired[Literal["process+os", "process", "thread"]],
        "status": Literal["completed"],
        "value": NotRequired[Any],
    },
)

# An execution that is `paused`.
PausedExecution = TypedDict(
    "PausedExecution",
    {
        "executionId": str,
        "session": str,
        "agent": NotRequired[str],
        "createdAt": int,
        "parent": NotRequired["ParentQuestion"],
        "purpose": NotRequired["ExecutionPurpose"],
        "source": str,
        "labels": NotRequired[dict[str, str]],
        "logs": list["LogLine"],
        "emitted": list[Any],
        "calls": list["Call"],
        "sandbox": NotRequired[Literal["process+os", "process", "thread"]],
        "status": Literal["paused"],
        "paused": "Question",
        "pending": list["Question"],
    },
)

# An execution that is `sleeping`.
SleepingExecution = TypedDict(
    "SleepingExecution",
    {
        "executionId": str,
        "session": str,
        "agent": NotRequired[str],
        "createdAt": int,
        "parent": NotRequired["ParentQuestion"],
        "purpose": NotRequired["ExecutionPurpose"],
        "source": str,
        "labels": NotRequired[dict[str, str]],
        "logs": list["LogLine"],
        "emitted": list[Any],
        "calls": list["Call"],
        "sandbox": NotRequired[Literal["process+os", "process", "thread"]],
        "status": Literal["sleeping"],
        "wakeAt": int,
    },
)

FailedExecutionTypeProblemsItem = TypedDict(
    "FailedExecutionTypeProblemsItem",
    {
        "line": int,
        "column": int,
        "message": str,
        "source": str,
    },
)

# An execution that is `failed`.
FailedExecution = TypedDict(
    "FailedExecution",
    {
        "executionId": str,
        "session": str,
        "agent": NotRequired[str],
        "createdAt": int,
        "parent": NotRequired["ParentQuestion"],
        "purpose": NotRequired["ExecutionPurpose"],
        "source": str,
        "labels": NotRequired[dict[str, str]],
        "logs": list["LogLine"],
        "emitted": list[Any],
        "calls": list["Call"],
        "sandbox": NotRequired[Literal["process+os", "process", "thread"]],
        "status": Literal["failed"],
        "error": "ExecutionError",
        "typeProblems": NotRequired[list["FailedExecutionTypeProblemsItem"]],
    },
)

# An execution that is `cancelled`.
CancelledExecution = TypedDict(
    "CancelledExecution",
    {
        "executionId": str,
        "session": str,
        "agent": NotRequired[str],
        "createdAt": int,
        "parent": NotRequired["ParentQuestion"],
        "purpose": NotRequired["ExecutionPurpose"],
        "source": str,
        "labels": NotRequired[dict[str, str]],
        "logs": list["LogLine"],
        "emitted": list[Any],
        "calls": list["Call"],
        "sandbox": NotRequired[Literal["process+os", "process", "thread"]],
        "status": Literal["cancelled"],
        "reason": NotRequired[str],
    },
)

# An execution that is `running`.
RunningExecution = TypedDict(
    "RunningExecution",
    {
        "executionId": str,
        "session": str,
        "agent": NotRequired[str],
        "createdAt": int,
        "parent": NotRequired["ParentQuestion"],
        "purpose": NotRequired["ExecutionPurpose"],
        "source": str,
        "labels": NotRequired[dict[str, str]],
        "logs": list["LogLine"],
        "emitted": list[Any],
        "calls": list["Call"],
        "sandbox": NotRequired[Literal["process+os", "process", "thread"]],
        "status": Literal["running"],
        "queued": NotRequired[Literal[True]],
        "placement": NotRequired[list[str]],
    },
)

# What a program would ask, in order.
Plan = TypedDict(
    "Plan",
    {
        "planId": str,
        "session": str,
        "agent": NotRequired[str],
        "status": Literal["running", "ready", "cancelled"],
        "program": str,
        "digest": str,
        "createdAt": int,
        "ran": int,
        "items": list["PlanItem"],
        "stopped": NotRequired["ExecutionError"],
    },
)

# One thing that did not happen in a plan.
PlanItem: TypeAlias = Union["CallPlanItem", "QuestionPlanItem", "DeniedPlanItem"]

# An item of a plan of kind `call`.
CallPlanItem = TypedDict(
    "CallPlanItem",
    {
        "kind": Literal["call"],
        "call": int,
        "line": NotRequired[int],
        "column": NotRequired[int],
        "request": "QuestionRequest",
        "hasStandIn": bool,
        "path": str,
        "asks": bool,
        "decision": "GateDecision",
        "usesStandIn": bool,
    },
)

# An item of a plan of kind `question`.
QuestionPlanItem = TypedDict(
    "QuestionPlanItem",
    {
        "kind": Literal["question"],
        "call": int,
        "line": NotRequired[int],
        "column": NotRequired[int],
        "request": "QuestionRequest",
        "hasStandIn": bool,
    },
)

# An item of a plan of kind `denied`.
DeniedPlanItem = TypedDict(
    "DeniedPlanItem",
    {
        "kind": Literal["denied"],
        "call": int,
        "line": NotRequired[int],
        "column": NotRequired[int],
        "path": str,
        "decision": "GateDecision",
    },
)

ExecutionSummaryDamage = TypedDict(
    "ExecutionSummaryDamage",
    {
        "seq": NotRequired[int],
        "problem": str,
        "unknownKind": NotRequired[str],
    },
)

# What lists show about an execution.
ExecutionSummary = TypedDict(
    "ExecutionSummary",
    {
        "id": str,
        "status": Literal["running", "paused", "sleeping", "completed", "failed", "cancelled", "damaged"],
        "session": str,
        "agent": NotRequired[str],
        "parent": NotRequired["ParentQuestion"],
        "createdAt": int,
        "updatedAt": int,
        "wakeAt": NotRequired[int],
        "calls": int,
        "openQuestions": int,
        "length": int,
        "owner": NotRequired[str],
        "queued": NotRequired[Literal[True]],
        "placement": NotRequired[list[str]],
        "error": NotRequired["ExecutionError"],
        "damage": NotRequired["ExecutionSummaryDamage"],
        "title": NotRequired[str],
        "result": NotRequired[str],
        "purpose": NotRequired[Literal["plan", "approved-plan", "undo"]],
        "of": NotRequired[str],
    },
)

# A page of executions.
ExecutionPage = TypedDict(
    "ExecutionPage",
    {
        "items": list["ExecutionSummary"],
        "total": int,
        "next": NotRequired[str],
    },
)

# Why an execution failed, with a position in its program where there is one.
ExecutionError = TypedDict(
    "ExecutionError",
    {
        "code": str,
        "message": str,
        "name": NotRequired[str],
        "reason": NotRequired[str],
        "line": NotRequired[int],
        "column": NotRequired[int],
    },
)

ExecutionPurpose1 = TypedDict(
    "ExecutionPurpose1",
    {
        "kind": Literal["plan"],
    },
)

ExecutionPurpose2 = TypedDict(
    "ExecutionPurpose2",
    {
        "kind": Literal["approved-plan"],
        "plan": str,
        "by": "AnsweredBy",
        "expiresAt": int,
    },
)

ExecutionPurpose3 = TypedDict(
    "ExecutionPurpose3",
    {
        "kind": Literal["undo"],
        "of": str,
    },
)

# What an execution is for, where it is not simply to run its program.
ExecutionPurpose: TypeAlias = Union["ExecutionPurpose1", "ExecutionPurpose2", "ExecutionPurpose3"]

CallRequiredItem = TypedDict(
    "CallRequiredItem",
    {
        "message": str,
        "url": str,
        "elicitationId": str,
    },
)

CallInside = TypedDict(
    "CallInside",
    {
        "path": str,
        "version": int,
    },
)

# One call of a program.
Call = TypedDict(
    "Call",
    {
        "call": int,
        "path": str,
        "outcome": Literal["waiting", "running", "returned", "threw"],
        "line": NotRequired[int],
        "column": NotRequired[int],
        "error": NotRequired["GuestError"],
        "defect": NotRequired[str],
        "isEdited": bool,
        "required": list["CallRequiredItem"],
        "lateOutcome": NotRequired["LateOutcome"],
        "inside": NotRequired["CallInside"],
    },
)

GuestErrorElicitationsItem = TypedDict(
    "GuestErrorElicitationsItem",
    {
        "message": str,
        "url": str,
        "elicitationId": str,
    },
)

# An error as the program got it.
GuestError = TypedDict(
    "GuestError",
    {
        "name": str,
        "code": str,
        "message": str,
        "reason": NotRequired[str],
        "elicitations": NotRequired[list["GuestErrorElicitationsItem"]],
    },
)

LateOutcome1 = TypedDict(
    "LateOutcome1",
    {
        "attempt": int,
        "outcome": Literal["returned"],
        "value": NotRequired[Any],
    },
)

LateOutcome2 = TypedDict(
    "LateOutcome2",
    {
        "attempt": int,
        "outcome": Literal["threw"],
        "error": "GuestError",
    },
)

# The outcome of a handler that ended after its call.
LateOutcome: TypeAlias = Union["LateOutcome1", "LateOutcome2"]

# One line that a program printed.
LogLine = TypedDict(
    "LogLine",
    {
        "level": Literal["debug", "log", "info", "warn", "error"],
        "text": str,
    },
)

# The question a side quest left, and the execution that asks it.
ParentQuestion = TypedDict(
    "ParentQuestion",
    {
        "elicitationId": str,
        "executionId": str,
    },
)

# One entry of a journal. What else it has depends on its `kind` and on who reads it.
JournalEntry = TypedDict(
    "JournalEntry",
    {
        "kind": Literal["started", "tool-called", "call-refused", "elicit-called", "tool-changed", "redecided", "planned", "timer-set", "printed", "asked", "approval-given", "consented", "revised", "answered", "side-quest-ended", "invoking", "program-entered", "returned", "threw", "fired", "late-outcome", "parked", "taken-over", "sandbox-lost", "reopened", "completed", "failed", "cancelled"],
        "seq": int,
        "at": int,
        "call": NotRequired[int],
        "elicitationId": NotRequired[str],
    },
)

ReplayReport1StepsItem = TypedDict(
    "ReplayReport1StepsItem",
    {
        "call": int,
        "what": str,
        "outcome": Literal["returned", "threw", "fired", "open"],
    },
)

ReplayReport1OtherToolsItem = TypedDict(
    "ReplayReport1OtherToolsItem",
    {
        "call": int,
        "path": str,
        "kind": Literal["missing", "changed"],
    },
)

ReplayReport1 = TypedDict(
    "ReplayReport1",
    {
        "kind": Literal["same"],
        "calls": int,
        "steps": list["ReplayReport1StepsItem"],
        "otherTools": list["ReplayReport1OtherToolsItem"],
    },
)

ReplayReport2StepsItem = TypedDict(
    "ReplayReport2StepsItem",
    {
        "call": int,
        "what": str,
        "outcome": Literal["returned", "threw", "fired", "open"],
    },
)

ReplayReport2 = TypedDict(
    "ReplayReport2",
    {
        "kind": Literal["diverged"],
        "call": int,
        "recorded": str,
        "replayed": str,
        "steps": list["ReplayReport2StepsItem"],
        "engine": str,
    },
)

# Whether a program does again what its journal says.
ReplayReport: TypeAlias = Union["ReplayReport1", "ReplayReport2"]

# A part of what an execution returned, printed or emitted.
ExecutionValue = TypedDict(
    "ExecutionValue",
    {
        "executionId": str,
        "path": str,
        "kind": Literal["items", "keys", "characters", "value"],
        "from": int,
        "of": int,
        "value": NotRequired[Any],
        "next": NotRequired[int],
    },
)

# Every entry of a journal.
Journal = TypedDict(
    "Journal",
    {
        "items": list["JournalEntry"],
    },
)

# A journal entry, and the cursor to continue after it.
Event = TypedDict(
    "Event",
    {
        "cursor": str,
        "executionId": str,
        "session": str,
        "entry": "JournalEntry",
    },
)

# An open question.
Question = TypedDict(
    "Question",
    {
        "executionId": str,
        "elicitationId": str,
        "toolPath": NotRequired[str],
        "message": str,
        "args": NotRequired[Any],
        "type": Literal["approval", "confirmation", "text", "choice", "multi_choice", "secret", "form", "url", "named", "in-doubt"],
        "request": "QuestionRequest",
        "asker": Literal["gate", "handler", "program", "in-doubt"],
        "call": int,
        "session": str,
        "agent": NotRequired[str],
        "labels": dict[str, str],
        "askedAt": int,
        "expiresAt": NotRequired[int],
        "approvals": NotRequired["Approvals"],
        "consent": NotRequired["AnsweredBy"],
    },
)

# A page of open questions.
QuestionPage = TypedDict(
    "QuestionPage",
    {
        "items": list["Question"],
        "total": int,
        "next": NotRequired[str],
    },
)

# A question, open or not, with where the program stood when it came up.
QuestionDetail = TypedDict(
    "QuestionDetail",
    {
        "executionId": str,
        "elicitationId": str,
        "toolPath": NotRequired[str],
        "message": str,
        "args": NotRequired[Any],
        "type": Literal["approval", "confirmation", "text", "choice", "multi_choice", "secret", "form", "url", "named", "in-doubt"],
        "request": "QuestionRequest",
        "asker": Literal["gate", "handler", "program", "in-doubt"],
        "call": int,
        "session": str,
        "agent": NotRequired[str],
        "labels": dict[str, str],
        "askedAt": int,
        "expiresAt": NotRequired[int],
        "approvals": NotRequired["Approvals"],
        "consent": NotRequired["AnsweredBy"],
        "line": NotRequired[int],
        "column": NotRequired[int],
        "state": Literal["open", "answered", "closed"],
        "answer": NotRequired["Answer"],
        "answeredAt": NotRequired[int],
    },
)

# What is asked and what an answer may be, by `type`.
QuestionRequest: TypeAlias = Union["ApprovalRequest", "ConfirmationRequest", "TextRequest", "ChoiceRequest", "MultiChoiceRequest", "SecretRequest", "FormRequest", "UrlRequest", "NamedRequest", "InDoubtRequest"]

ApprovalRequestOrigin = TypedDict(
    "ApprovalRequestOrigin",
    {
        "kind": Literal["mcp", "openapi", "graphql", "program"],
        "server": str,
        "name": str,
        "account": NotRequired[str],
    },
)

# A question of type `approval`.
ApprovalRequest = TypedDict(
    "ApprovalRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["approval"],
        "sensitive": NotRequired[bool],
        "origin": NotRequired["ApprovalRequestOrigin"],
        "previewBefore": NotRequired["Preview"],
        "canUndo": NotRequired[Literal[True]],
    },
)

# A question of type `confirmation`.
ConfirmationRequest = TypedDict(
    "ConfirmationRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["confirmation"],
        "sensitive": NotRequired[bool],
        "default": NotRequired[bool],
    },
)

# A question of type `text`.
TextRequest = TypedDict(
    "TextRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["text"],
        "sensitive": NotRequired[bool],
        "default": NotRequired[str],
    },
)

ChoiceRequestOptionsItem = TypedDict(
    "ChoiceRequestOptionsItem",
    {
        "value": str,
        "label": NotRequired[str],
    },
)

# A question of type `choice`.
ChoiceRequest = TypedDict(
    "ChoiceRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["choice"],
        "sensitive": NotRequired[bool],
        "options": list["ChoiceRequestOptionsItem"],
        "default": NotRequired[str],
    },
)

MultiChoiceRequestOptionsItem = TypedDict(
    "MultiChoiceRequestOptionsItem",
    {
        "value": str,
        "label": NotRequired[str],
    },
)

# A question of type `multi_choice`.
MultiChoiceRequest = TypedDict(
    "MultiChoiceRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["multi_choice"],
        "sensitive": NotRequired[bool],
        "options": list["MultiChoiceRequestOptionsItem"],
        "default": NotRequired[list[str]],
        "min": NotRequired[int],
        "max": NotRequired[int],
    },
)

# A question of type `secret`.
SecretRequest = TypedDict(
    "SecretRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["secret"],
        "sensitive": Literal[True],
        "name": NotRequired[str],
    },
)

# A question of type `form`.
FormRequest = TypedDict(
    "FormRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["form"],
        "sensitive": NotRequired[bool],
        "schema": dict[str, Any],
    },
)

# A question of type `url`.
UrlRequest = TypedDict(
    "UrlRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["url"],
        "sensitive": NotRequired[bool],
        "url": str,
        "flow": NotRequired[str],
        "schema": NotRequired[dict[str, Any]],
    },
)

# A question of type `named`.
NamedRequest = TypedDict(
    "NamedRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["named"],
        "sensitive": NotRequired[bool],
        "name": str,
        "input": Any,
        "actions": list["Action"],
        "output": dict[str, Any],
    },
)

InDoubtRequestOrigin = TypedDict(
    "InDoubtRequestOrigin",
    {
        "kind": Literal["mcp", "openapi", "graphql", "program"],
        "server": str,
        "name": str,
        "account": NotRequired[str],
    },
)

# A question of type `in-doubt`.
InDoubtRequest = TypedDict(
    "InDoubtRequest",
    {
        "message": str,
        "description": NotRequired[str],
        "toolPath": NotRequired[str],
        "args": NotRequired[Any],
        "preview": NotRequired["Preview"],
        "whenNobody": NotRequired[Literal["not_supported", "cancel"]],
        "timeoutMs": NotRequired[int],
        "type": Literal["in-doubt"],
        "sensitive": NotRequired[bool],
        "attempt": int,
        "origin": NotRequired["InDoubtRequestOrigin"],
    },
)

# What a call would do, or why there is no preview of it.
Preview: TypeAlias = Union["TextPreview", "DiffPreview", "TablePreview", "JsonPreview", "FailedPreview"]

# A preview of kind `text`.
TextPreview = TypedDict(
    "TextPreview",
    {
        "kind": Literal["text"],
        "text": str,
    },
)

# A preview of kind `diff`.
DiffPreview = TypedDict(
    "DiffPreview",
    {
        "kind": Literal["diff"],
        "before": str,
        "after": str,
        "file": NotRequired[str],
    },
)

# A preview of kind `table`.
TablePreview = TypedDict(
    "TablePreview",
    {
        "kind": Literal["table"],
        "columns": list[str],
        "rows": list[list[str]],
        "note": NotRequired[str],
    },
)

# A preview of kind `json`.
JsonPreview = TypedDict(
    "JsonPreview",
    {
        "kind": Literal["json"],
        "value": Any,
    },
)

# A preview of kind `failed`.
FailedPreview = TypedDict(
    "FailedPreview",
    {
        "kind": Literal["failed"],
        "message": str,
    },
)

# The approvals so far of a question that several people have to approve.
Approvals = TypedDict(
    "Approvals",
    {
        "needed": int,
        "by": list["AnsweredBy"],
        "args": NotRequired[Any],
        "areEdited": bool,
        "startedBy": NotRequired[str],
    },
)

# An answer as it is recorded. An agent sees `action` and `reason`.
Answer = TypedDict(
    "Answer",
    {
        "action": "Action",
        "reason": NotRequired[str],
        "content": NotRequired[Any],
        "by": NotRequired["AnsweredBy"],
    },
)

RecentAnswerOutcome1 = TypedDict(
    "RecentAnswerOutcome1",
    {
        "kind": Literal["running"],
    },
)

RecentAnswerOutcome2 = TypedDict(
    "RecentAnswerOutcome2",
    {
        "kind": Literal["returned"],
        "ms": int,
    },
)

RecentAnswerOutcome3 = TypedDict(
    "RecentAnswerOutcome3",
    {
        "kind": Literal["threw"],
        "ms": int,
        "message": str,
    },
)

RecentAnswerOutcome4 = TypedDict(
    "RecentAnswerOutcome4",
    {
        "kind": Literal["ended"],
    },
)

# An answer, what it was about, and how it ended.
RecentAnswer = TypedDict(
    "RecentAnswer",
    {
        "at": int,
        "executionId": str,
        "elicitationId": str,
        "call": int,
        "asker": Literal["gate", "handler", "program", "in-doubt"],
        "toolPath": NotRequired[str],
        "message": str,
        "session": str,
        "agent": NotRequired[str],
        "action": "Action",
        "by": "AnsweredBy",
        "reason": NotRequired[str],
        "args": NotRequired[Any],
        "areEdited": bool,
        "canUndo": bool,
        "outcome": Union["RecentAnswerOutcome1", "RecentAnswerOutcome2", "RecentAnswerOutcome3", "RecentAnswerOutcome4"],
    },
)

# A page of answers.
RecentAnswers = TypedDict(
    "RecentAnswers",
    {
        "items": list["RecentAnswer"],
        "next": NotRequired[str],
    },
)

FacetsToolsItem = TypedDict(
    "FacetsToolsItem",
    {
        "name": str,
        "count": int,
    },
)

FacetsAgentsItem = TypedDict(
    "FacetsAgentsItem",
    {
        "name": str,
        "count": int,
    },
)

FacetsSessionsItem = TypedDict(
    "FacetsSessionsItem",
    {
        "name": str,
        "count": int,
    },
)

FacetsKindsItem = TypedDict(
    "FacetsKindsItem",
    {
        "name": str,
        "count": int,
    },
)

# How many open questions there are of each tool, agent, session and kind.
Facets = TypedDict(
    "Facets",
    {
        "total": int,
        "tools": list["FacetsToolsItem"],
        "agents": list["FacetsAgentsItem"],
        "sessions": list["FacetsSessionsItem"],
        "kinds": list["FacetsKindsItem"],
    },
)

OverviewOpenToolsItem = TypedDict(
    "OverviewOpenToolsItem",
    {
        "name": str,
        "count": int,
        "medianMs": int,
    },
)

OverviewOpenAgentsItem = TypedDict(
    "OverviewOpenAgentsItem",
    {
        "name": str,
        "count": int,
        "medianMs": int,
    },
)

OverviewOpenPrograms = TypedDict(
    "OverviewOpenPrograms",
    {
        "count": int,
        "medianMs": int,
    },
)

OverviewOpen = TypedDict(
    "OverviewOpen",
    {
        "total": int,
        "looked": int,
        "medianMs": int,
        "p95Ms": int,
        "tools": list["OverviewOpenToolsItem"],
        "agents": list["OverviewOpenAgentsItem"],
        "programs": "OverviewOpenPrograms",
    },
)

OverviewDaysItem = TypedDict(
    "OverviewDaysItem",
    {
        "day": str,
        "approved": int,
        "denied": int,
    },
)

OverviewAskedItem = TypedDict(
    "OverviewAskedItem",
    {
        "path": str,
        "asked": int,
        "approved": int,
        "denied": int,
    },
)

# How many questions wait, for how long, and what was answered recently.
Overview = TypedDict(
    "Overview",
    {
        "open": "OverviewOpen",
        "days": list["OverviewDaysItem"],
        "asked": list["OverviewAskedItem"],
        "lines": int,
    },
)

# Who acted, and how they were reached.
AnsweredBy = TypedDict(
    "AnsweredBy",
    {
        "principal": str,
        "kind": Literal["person", "agent", "runtime"],
        "channel": str,
    },
)

# What happened to a question.
Action: TypeAlias = Literal["accept", "decline", "cancel", "denied", "other", "expired", "timeout", "not_supported"]

# What the bearer of a flow's token learns.
CompletedFlow = TypedDict(
    "CompletedFlow",
    {
        "completed": Literal[True],
    },
)

# A remembered approval or refusal, by its `scope`.
Grant: TypeAlias = Union["OnceGrant", "ExecutionGrant", "SessionGrant", "AlwaysGrant"]

# A grant for the next call it covers.
OnceGrant = TypedDict(
    "OnceGrant",
    {
        "id": str,
        "effect": Literal["allow", "ask", "deny"],
        "pattern": str,
        "grantedBy": str,
        "grantedAt": int,
        "expiresAt": NotRequired[int],
        "when": NotRequired["ArgumentCondition"],
        "tool": NotRequired[str],
        "tools": NotRequired[dict[str, str]],
        "program": NotRequired[str],
        "damage": NotRequired[str],
        "usesLeft": int,
        "scope": Literal["once"],
    },
)

# A grant for one execution.
ExecutionGrant = TypedDict(
    "ExecutionGrant",
    {
        "id": str,
        "effect": Literal["allow", "ask", "deny"],
        "pattern": str,
        "grantedBy": str,
        "grantedAt": int,
        "expiresAt": NotRequired[int],
        "when": NotRequired["ArgumentCondition"],
        "tool": NotRequired[str],
        "tools": NotRequired[dict[str, str]],
        "program": NotRequired[str],
        "damage": NotRequired[str],
        "usesLeft": NotRequired[int],
        "scope": Literal["execution"],
        "executionId": str,
    },
)

# A grant for one session.
SessionGrant = TypedDict(
    "SessionGrant",
    {
        "id": str,
        "effect": Literal["allow", "ask", "deny"],
        "pattern": str,
        "grantedBy": str,
        "grantedAt": int,
        "expiresAt": NotRequired[int],
        "when": NotRequired["ArgumentCondition"],
        "tool": NotRequired[str],
        "tools": NotRequired[dict[str, str]],
        "program": NotRequired[str],
        "damage": NotRequired[str],
        "usesLeft": NotRequired[int],
        "scope": Literal["session"],
        "session": str,
    },
)

# A grant for every session.
AlwaysGrant = TypedDict(
    "AlwaysGrant",
    {
        "id": str,
        "effect": Literal["allow", "ask", "deny"],
        "pattern": str,
        "grantedBy": str,
        "grantedAt": int,
        "expiresAt": NotRequired[int],
        "when": NotRequired["ArgumentCondition"],
        "tool": NotRequired[str],
        "tools": NotRequired[dict[str, str]],
        "program": NotRequired[str],
        "damage": NotRequired[str],
        "usesLeft": NotRequired[int],
        "scope": Literal["always"],
    },
)

# The grant that was revoked.
RevokedGrant = TypedDict(
    "RevokedGrant",
    {
        "revoked": str,
    },
)

# A page of grants.
GrantPage = TypedDict(
    "GrantPage",
    {
        "items": list["Grant"],
        "total": int,
        "next": NotRequired[str],
    },
)

# A version of a saved program.
Program = TypedDict(
    "Program",
    {
        "path": str,
        "version": int,
        "description": str,
        "input": NotRequired[dict[str, Any]],
        "digest": str,
        "savedAt": int,
        "savedBy": "AnsweredBy",
        "execution": str,
    },
)

# A version of a saved program, with its text.
ProgramText = TypedDict(
    "ProgramText",
    {
        "path": str,
        "version": int,
        "description": str,
        "input": NotRequired[dict[str, Any]],
        "digest": str,
        "savedAt": int,
        "savedBy": "AnsweredBy",
        "execution": str,
        "source": str,
    },
)

# Saved programs.
ProgramList = TypedDict(
    "ProgramList",
    {
        "items": list["Program"],
    },
)

# The program that was deleted.
DeletedProgram = TypedDict(
    "DeletedProgram",
    {
        "deleted": str,
    },
)

SchedulePaused = TypedDict(
    "SchedulePaused",
    {
        "at": int,
        "by": "AnsweredBy",
    },
)

# A saved program that Toolshed starts at certain times.
Schedule = TypedDict(
    "Schedule",
    {
        "id": str,
        "program": str,
        "cron": str,
        "timezone": str,
        "input": Any,
        "session": str,
        "labels": dict[str, str],
        "placement": NotRequired[list[str]],
        "createdAt": int,
        "createdBy": "AnsweredBy",
        "paused": NotRequired["SchedulePaused"],
        "nextAt": NotRequired[int],
        "last": NotRequired["Occurrence"],
        "latestExecution": NotRequired[str],
    },
)

# Schedules.
ScheduleList = TypedDict(
    "ScheduleList",
    {
        "items": list["Schedule"],
    },
)

# What happened at an occurrence of a schedule, by its `kind`.
Occurrence: TypeAlias = Union["StartingOccurrence", "StartedOccurrence", "SkippedOccurrence", "FailedOccurrence"]

# An occurrence that is `starting`.
StartingOccurrence = TypedDict(
    "StartingOccurrence",
    {
        "kind": Literal["starting"],
        "occurrence": int,
        "at": int,
        "missedSince": NotRequired[int],
    },
)

# An occurrence that is `started`.
StartedOccurrence = TypedDict(
    "StartedOccurrence",
    {
        "kind": Literal["started"],
        "occurrence": int,
        "at": int,
        "execution": str,
        "missedSince": NotRequired[int],
    },
)

# An occurrence that is `skipped`.
SkippedOccurrence = TypedDict(
    "SkippedOccurrence",
    {
        "kind": Literal["skipped"],
        "occurrence": int,
        "at": int,
        "execution": str,
    },
)

# An occurrence that is `failed`.
FailedOccurrence = TypedDict(
    "FailedOccurrence",
    {
        "kind": Literal["failed"],
        "occurrence": int,
        "at": int,
        "problem": str,
    },
)

# The schedule that was removed.
RemovedSchedule = TypedDict(
    "RemovedSchedule",
    {
        "removed": str,
    },
)

# A value that programs of a session keep.
StateValue = TypedDict(
    "StateValue",
    {
        "key": str,
        "agent": NotRequired[str],
        "value": Any,
        "at": int,
    },
)

# What programs of a session keep.
StateList = TypedDict(
    "StateList",
    {
        "session": str,
        "items": list["StateValue"],
    },
)

# How much a session kept that is forgotten now.
ClearedState = TypedDict(
    "ClearedState",
    {
        "session": str,
        "removed": int,
    },
)

GateDecisionBecause1 = TypedDict(
    "GateDecisionBecause1",
    {
        "kind": Literal["rule"],
        "rule": str,
    },
)

GateDecisionBecause2 = TypedDict(
    "GateDecisionBecause2",
    {
        "kind": Literal["grant"],
        "grant": str,
    },
)

GateDecisionBecause3 = TypedDict(
    "GateDecisionBecause3",
    {
        "kind": Literal["plan"],
        "plan": str,
        "permit": int,
    },
)

GateDecisionBecause4 = TypedDict(
    "GateDecisionBecause4",
    {
        "kind": Literal["safe"],
    },
)

GateDecisionBecause5 = TypedDict(
    "GateDecisionBecause5",
    {
        "kind": Literal["destructive"],
    },
)

# What the gate decides about a call, and why.
GateDecision = TypedDict(
    "GateDecision",
    {
        "kind": Literal["allow", "ask", "deny"],
        "because": Union["GateDecisionBecause1", "GateDecisionBecause2", "GateDecisionBecause3", "GateDecisionBecause4", "GateDecisionBecause5"],
        "approvals": NotRequired[int],
        "lapsed": NotRequired[str],
        "unreadable": NotRequired[str],
    },
)

ExplanationRulesItemJudgement = TypedDict(
    "ExplanationRulesItemJudgement",
    {
        "applies": bool,
    },
)

ExplanationRulesItem = TypedDict(
    "ExplanationRulesItem",
    {
        "rule": dict[str, Any],
        "judgement": "ExplanationRulesItemJudgement",
    },
)

ExplanationGrantsItemJudgement = TypedDict(
    "ExplanationGrantsItemJudgement",
    {
        "applies": bool,
    },
)

ExplanationGrantsItem = TypedDict(
    "ExplanationGrantsItem",
    {
        "grant": "Grant",
        "judgement": "ExplanationGrantsItemJudgement",
    },
)

# A decision of the gate, with each rule and grant that was looked at.
Explanation = TypedDict(
    "Explanation",
    {
        "decision": "GateDecision",
        "rules": list["ExplanationRulesItem"],
        "grants": list["ExplanationGrantsItem"],
    },
)

# A tool: its signature and schemas.
Tool = TypedDict(
    "Tool",
    {
        "path": str,
        "description": str,
        "destructive": bool,
        "undo": Literal["never", "sometimes"],
        "signature": str,
        "input": dict[str, Any],
        "output": NotRequired[dict[str, Any]],
    },
)

# A page of tools.
ToolPage = TypedDict(
    "ToolPage",
    {
        "items": list["Tool"],
        "total": int,
        "next": NotRequired[str],
    },
)

# One line of the audit log, chained to the line before it.
AuditLine = TypedDict(
    "AuditLine",
    {
        "at": int,
        "what": str,
        "execution": NotRequired[str],
        "session": NotRequired[str],
        "seq": NotRequired[int],
        "call": NotRequired[int],
        "path": NotRequired[str],
        "who": NotRequired[str],
        "channel": NotRequired[str],
        "detail": NotRequired[str],
        "digest": NotRequired[str],
        "n": int,
        "previous": str,
        "hash": str,
    },
)

# A page of the audit log.
AuditPage = TypedDict(
    "AuditPage",
    {
        "items": list["AuditLine"],
        "total": int,
        "next": NotRequired[str],
    },
)

AuditVerdict1Sealed = TypedDict(
    "AuditVerdict1Sealed",
    {
        "lines": int,
        "at": int,
    },
)

AuditVerdict1 = TypedDict(
    "AuditVerdict1",
    {
        "kind": Literal["intact"],
        "lines": int,
        "head": str,
        "sealed": NotRequired["AuditVerdict1Sealed"],
        "newer": NotRequired[int],
    },
)

AuditVerdict2ProblemsItem = TypedDict(
    "AuditVerdict2ProblemsItem",
    {
        "at": int,
        "problem": str,
    },
)

AuditVerdict2 = TypedDict(
    "AuditVerdict2",
    {
        "kind": Literal["broken"],
        "at": int,
        "problem": str,
        "problems": list["AuditVerdict2ProblemsItem"],
    },
)

# Whether the audit log is as it was written.
AuditVerdict: TypeAlias = Union["AuditVerdict1", "AuditVerdict2"]

# The store can be read.
Health = TypedDict(
    "Health",
    {
        "status": Literal["ok"],
    },
)

# Who the caller is.
Caller = TypedDict(
    "Caller",
    {
        "kind": Literal["nobody", "agent", "flow", "metrics", "approver"],
        "name": NotRequired[str],
        "session": NotRequired[str],
    },
)

# Who signed in, and the key its browser sends with every change.
SignedIn = TypedDict(
    "SignedIn",
    {
        "name": str,
        "key": str,
    },
)

ProblemErrorsItem = TypedDict(
    "ProblemErrorsItem",
    {
        "field": str,
        "message": str,
    },
)

ProblemOpenItem = TypedDict(
    "ProblemOpenItem",
    {
        "elicitationId": str,
        "message": str,
    },
)

ProblemAnswer = TypedDict(
    "ProblemAnswer",
    {
        "action": str,
        "by": str,
        "at": int,
    },
)

# What went wrong, in the format of RFC 9457.
Problem = TypedDict(
    "Problem",
    {
        "type": str,
        "title": str,
        "status": int,
        "detail": str,
        "code": str,
        "errors": NotRequired[list["ProblemErrorsItem"]],
        "open": NotRequired[list["ProblemOpenItem"]],
        "answer": NotRequired["ProblemAnswer"],
        "executionId": NotRequired[str],
    },
)

# A program to start, or to plan.
StartExecution = TypedDict(
    "StartExecution",
    {
        "program": str,
        "session": NotRequired[str],
        "agent": NotRequired[str],
        "labels": NotRequired[dict[str, str]],
        "idempotencyKey": NotRequired[str],
        "placement": NotRequired[list[str]],
        "input": NotRequired[Any],
        "waitMs": NotRequired[int],
    },
)

# What a person says: `approved`, or an `action` by its name.
AnswerFields = TypedDict(
    "AnswerFields",
    {
        "approved": NotRequired[bool],
        "action": NotRequired[Literal["accept", "decline", "cancel", "denied", "other", "not_supported"]],
        "data": NotRequired[Any],
        "reason": NotRequired[str],
        "remember": NotRequired["Remember"],
        "args": NotRequired[Any],
    },
)

# An answer to one question. It says either `approved` or `action`.
AnswerQuestion = TypedDict(
    "AnswerQuestion",
    {
        "approved": NotRequired[bool],
        "action": NotRequired[Literal["accept", "decline", "cancel", "denied", "other", "not_supported"]],
        "data": NotRequired[Any],
        "reason": NotRequired[str],
        "remember": NotRequired["Remember"],
        "args": NotRequired[Any],
        "waitMs": NotRequired[int],
    },
)

ResumeExecution1 = TypedDict(
    "ResumeExecution1",
    {
        "approved": NotRequired[bool],
        "action": NotRequired[Literal["accept", "decline", "cancel", "denied", "other", "not_supported"]],
        "data": NotRequired[Any],
        "reason": NotRequired[str],
        "remember": NotRequired["Remember"],
        "args": NotRequired[Any],
        "elicitationId": NotRequired[str],
        "all": NotRequired[bool],
        "waitMs": NotRequired[int],
    },
)

ResumeExecution2 = TypedDict(
    "ResumeExecution2",
    {
        "answers": dict[str, "AnswerFields"],
        "waitMs": NotRequired[int],
    },
)

# An answer to one open question of an execution, to all of them, or one to each.
ResumeExecution: TypeAlias = Union["ResumeExecution1", "ResumeExecution2"]

# Which plan the person was shown.
ApprovePlan = TypedDict(
    "ApprovePlan",
    {
        "shown": str,
        "waitMs": NotRequired[int],
    },
)

# Why an execution is cancelled.
CancelExecution = TypedDict(
    "CancelExecution",
    {
        "reason": NotRequired[str],
    },
)

# How long to wait for the new execution.
RerunExecution = TypedDict(
    "RerunExecution",
    {
        "waitMs": NotRequired[int],
    },
)

# How long to wait for the undo of an execution.
UndoExecution = TypedDict(
    "UndoExecution",
    {
        "waitMs": NotRequired[int],
    },
)

# How long to wait for an execution that is taken over.
TakeOverExecution = TypedDict(
    "TakeOverExecution",
    {
        "waitMs": NotRequired[int],
    },
)

# What the page of a flow hands over.
CompleteFlow = TypedDict(
    "CompleteFlow",
    {
        "content": NotRequired[Any],
        "waitMs": NotRequired[int],
    },
)

# A program to run beside an open question.
StartSideQuest = TypedDict(
    "StartSideQuest",
    {
        "program": str,
    },
)

CreateGrantScope1 = TypedDict(
    "CreateGrantScope1",
    {
        "session": str,
    },
)

CreateGrantScope2 = TypedDict(
    "CreateGrantScope2",
    {
        "executionId": str,
    },
)

# Calls to approve or refuse from now on.
CreateGrant = TypedDict(
    "CreateGrant",
    {
        "pattern": str,
        "effect": NotRequired[Literal["allow", "deny"]],
        "scope": Union["CreateGrantScope1", "CreateGrantScope2", Literal["always"]],
        "expiresInMs": NotRequired[int],
        "uses": NotRequired[int],
        "when": NotRequired["ArgumentCondition"],
        "program": NotRequired[str],
    },
)

# A completed program to save as a tool.
SaveProgram = TypedDict(
    "SaveProgram",
    {
        "executionId": str,
        "as": str,
        "input": NotRequired[dict[str, Any]],
        "description": NotRequired[str],
    },
)

# What a saved program is started with.
RunProgram = TypedDict(
    "RunProgram",
    {
        "input": NotRequired[Any],
        "session": NotRequired[str],
        "idempotencyKey": NotRequired[str],
        "waitMs": NotRequired[int],
    },
)

# A saved program, and when to start it.
AddSchedule = TypedDict(
    "AddSchedule",
    {
        "program": str,
        "cron": str,
        "timezone": NotRequired[str],
        "input": NotRequired[Any],
        "session": NotRequired[str],
    },
)

# A call to explain.
ExplainCall = TypedDict(
    "ExplainCall",
    {
        "path": str,
        "args": NotRequired[Any],
        "session": NotRequired[str],
        "agent": NotRequired[str],
    },
)

SignIn1 = TypedDict(
    "SignIn1",
    {
        "token": str,
    },
)

SignIn2 = TypedDict(
    "SignIn2",
    {
        "code": str,
    },
)

# An approver's token, or the code of a sign-in link.
SignIn: TypeAlias = Union["SignIn1", "SignIn2"]

ArgumentCondition11 = TypedDict(
    "ArgumentCondition11",
    {
        "at": NotRequired["ArgumentPath"],
        "equals": Any,
    },
)

ArgumentCondition12 = TypedDict(
    "ArgumentCondition12",
    {
        "at": NotRequired["ArgumentPath"],
        "oneOf": list[Any],
    },
)

ArgumentCondition13 = TypedDict(
    "ArgumentCondition13",
    {
        "at": NotRequired["ArgumentPath"],
        "prefix": str,
    },
)

ArgumentCondition14 = TypedDict(
    "ArgumentCondition14",
    {
        "at": NotRequired["ArgumentPath"],
        "glob": str,
    },
)

ArgumentCondition15 = TypedDict(
    "ArgumentCondition15",
    {
        "at": NotRequired["ArgumentPath"],
        "min": float,
        "max": NotRequired[float],
    },
)

ArgumentCondition16 = TypedDict(
    "ArgumentCondition16",
    {
        "at": NotRequired["ArgumentPath"],
        "max": float,
    },
)

ArgumentCondition17 = TypedDict(
    "ArgumentCondition17",
    {
        "at": NotRequired["ArgumentPath"],
        "exists": bool,
    },
)

ArgumentCondition2 = TypedDict(
    "ArgumentCondition2",
    {
        "at": NotRequired["ArgumentPath"],
        "every": "ArgumentCondition",
    },
)

ArgumentCondition3 = TypedDict(
    "ArgumentCondition3",
    {
        "at": NotRequired["ArgumentPath"],
        "some": "ArgumentCondition",
    },
)

ArgumentCondition4 = TypedDict(
    "ArgumentCondition4",
    {
        "all": list["ArgumentCondition"],
    },
)

ArgumentCondition5 = TypedDict(
    "ArgumentCondition5",
    {
        "any": list["ArgumentCondition"],
    },
)

ArgumentCondition6 = TypedDict(
    "ArgumentCondition6",
    {
        "not": "ArgumentCondition",
    },
)

# A condition on the arguments of a call.
ArgumentCondition: TypeAlias = Union[Union["ArgumentCondition11", "ArgumentCondition12", "ArgumentCondition13", "ArgumentCondition14", "ArgumentCondition15", "ArgumentCondition16", "ArgumentCondition17"], "ArgumentCondition2", "ArgumentCondition3", "ArgumentCondition4", "ArgumentCondition5", "ArgumentCondition6"]

# Where a value is in the arguments of a call: `to`, `items[0].name`, or its keys.
ArgumentPath: TypeAlias = Union[str, list[Union[str, int]]]

Remember2 = TypedDict(
    "Remember2",
    {
        "scope": Literal["once", "execution", "session", "always"],
        "expiresInMs": NotRequired[int],
        "uses": NotRequired[int],
        "sameArguments": NotRequired[bool],
        "when": NotRequired["ArgumentCondition"],
    },
)

# How far an answer reaches beyond the call it was given for.
Remember: TypeAlias = Union[Literal["once", "execution", "session", "always"], "Remember2"]

OPERATIONS: Final[dict[str, tuple[str, str]]] = {
    "listExecutions": ("GET", "/v1/executions"),
    "startExecution": ("POST", "/v1/executions"),
    "getExecution": ("GET", "/v1/executions/{id}"),
    "getExecutionValue": ("GET", "/v1/executions/{id}/value"),
    "getJournal": ("GET", "/v1/executions/{id}/journal"),
    "resumeExecution": ("POST", "/v1/executions/{id}/resume"),
    "cancelExecution": ("POST", "/v1/executions/{id}/cancel"),
    "rerunExecution": ("POST", "/v1/executions/{id}/rerun"),
    "undoExecution": ("POST", "/v1/executions/{id}/undo"),
    "replayExecution": ("POST", "/v1/executions/{id}/replay"),
    "takeOverExecution": ("POST", "/v1/executions/{id}/take-over"),
    "makePlan": ("POST", "/v1/plans"),
    "getPlan": ("GET", "/v1/plans/{id}"),
    "approvePlan": ("POST", "/v1/plans/{id}/approve"),
    "listQuestions": ("GET", "/v1/elicitations"),
    "getQuestion": ("GET", "/v1/elicitations/{id}"),
    "answerQuestion": ("POST", "/v1/elicitations/{id}/answer"),
    "reaskQuestion": ("POST", "/v1/elicitations/{id}/reask"),
    "completeFlow": ("POST", "/v1/elicitations/{id}/complete"),
    "startSideQuest": ("POST", "/v1/elicitations/{id}/fork"),
    "listAnswers": ("GET", "/v1/answers"),
    "countQuestions": ("GET", "/v1/facets"),
    "getOverview": ("GET", "/v1/overview"),
    "listGrants": ("GET", "/v1/grants"),
    "createGrant": ("POST", "/v1/grants"),
    "revokeGrant": ("DELETE", "/v1/grants/{id}"),
    "listPrograms": ("GET", "/v1/programs"),
    "saveProgram": ("POST", "/v1/programs"),
    "getProgram": ("GET", "/v1/programs/{path}"),
    "deleteProgram": ("DELETE", "/v1/programs/{path}"),
    "runProgram": ("POST", "/v1/programs/{path}/executions"),
    "listSchedules": ("GET", "/v1/schedules"),
    "addSchedule": ("POST", "/v1/schedules"),
    "getSchedule": ("GET", "/v1/schedules/{id}"),
    "removeSchedule": ("DELETE", "/v1/schedules/{id}"),
    "pauseSchedule": ("POST", "/v1/schedules/{id}/pause"),
    "resumeSchedule": ("POST", "/v1/schedules/{id}/resume"),
    "listState": ("GET", "/v1/state"),
    "clearState": ("DELETE", "/v1/state"),
    "findTools": ("GET", "/v1/tools"),
    "getTool": ("GET", "/v1/tools/{path}"),
    "explainCall": ("POST", "/v1/policy/explain"),
    "listAuditLines": ("GET", "/v1/audit"),
    "verifyAudit": ("GET", "/v1/audit/verify"),
    "getHealth": ("GET", "/v1/health"),
    "followEvents": ("GET", "/v1/events"),
    "getCaller": ("GET", "/v1/session"),
    "signIn": ("POST", "/v1/session"),
    "signOut": ("DELETE", "/v1/session"),
    "getDocument": ("GET", "/v1/openapi.json"),
}
