// The whole public surface of @toolshed/kernel. Adding a line here is an API decision.
export { Action, GivenAction } from './elicitation/answer/action.js';
export {
  AlreadyAnsweredError,
  AmbiguousAnswerError,
  type EarlierAnswer,
  InvalidAnswerError,
  type OpenNamed,
  StaleAnswerError,
} from './elicitation/answer/answer-errors.js';
export { Answer, AnsweredBy, type ElicitationResponse } from './elicitation/answer/answer.js';
export type { Reminders } from './elicitation/reminders.js';
export {
  type AskedKind,
  type AskOptions,
  createElicit,
  type ElicitKind,
  type Elicits,
  type EndedAction,
  type KindAnswer,
  type KindCatalog,
  type KindDefinition,
  type UsualAction,
} from './elicitation/create-elicit.js';
export { elicitUrl, type PageFlow, requireUrl, UrlElicitation } from './elicitation/elicit-url.js';
export { ElicitationEngine, type ElicitationEngineOptions, type GatedTool } from './elicitation/engine/engine.js';
export type { FormField } from './elicitation/form/form-fields.js';
export { fallbackFormOf, type McpForm, mcpFormOf } from './elicitation/form/mcp-form.js';
export { choiceOrInput } from './elicitation/kinds/choice-or-input.js';
export { clipboardRead, clipboardWrite } from './elicitation/kinds/clipboard.js';
export { location } from './elicitation/kinds/location.js';
export { reveal } from './elicitation/kinds/reveal.js';
export type { AskNext, Middleware, MiddlewareAnswer } from './elicitation/engine/middleware.js';
export { PendingElicitation } from './elicitation/pending-elicitation.js';
export type { ElicitRequest } from './elicitation/elicit-request.js';
export { ElicitationRequest, type ElicitationType, PreviewResult, type RequestOf } from './elicitation/request.js';
export type { QuestNode } from './elicitation/side-quest.js';
export { ParentQuestion, type QuestEnd } from './elicitation/parent-question.js';
export { type DeniedCode, ToolDeniedError } from './elicitation/answer/tool-denied-error.js';
export { ExecutionSummary } from './execution/execution-summary.js';
export type { Damage } from './execution/damage.js';
export { type CorruptEntry, JournalCorruptError } from './execution/journal-corrupt-error.js';
export { ElicitationId, ExecutionId, GrantId, SecretHandle } from './ids.js';
export { AuditLine } from './journal/audit-line.js';
export type { JsonValue } from './journal/canonical-json.js';
export {
  type EntryKind,
  type EntryOf,
  ExecutionError,
  type GuestError,
  JournalEntry,
  LogLine,
} from './journal/entry.js';
export type { Page } from './page.js';
export { ArgumentCondition, type Comparison } from './policy/condition/argument-condition.js';
export type { ArgumentPath } from './policy/condition/argument-path.js';
export { decide, type Explanation, type GateInput } from './policy/decide.js';
export { GateDecision } from './policy/gate-decision.js';
export { Grant, GrantEffect } from './policy/grant.js';
export type { Caller, JudgedCall, Judgement, JudgementReason } from './policy/judgement.js';
export { Remember } from './policy/remember.js';
export { Rule } from './policy/rule.js';
export type { AuditFilter, AuditLog, AuditProblem, AuditVerdict, IntactAudit } from './ports/audit-log.js';
export type { Broadcast } from './ports/broadcast.js';
export type { Clock } from './ports/clock.js';
export type { ChannelAnswer, ElicitationChannel, OfferedElicitation } from './ports/elicitation-channel.js';
export type { GrantStore } from './ports/grant-store.js';
export type { Advance, DoJob, JobKind, Jobs, JobTry, JobWorker } from './ports/jobs.js';
export {
  type Claim,
  type DamagedEntry,
  type EntriesFilter,
  type EntriesPage,
  type EntryPlace,
  type ExecutionFilter,
  JournalConflictError,
  type JournalStore,
  type LocatedQuestion,
  OutcomeUnknownError,
  type PlacedEntry,
  type PlacesPage,
  type QuestionFilter,
  StoreUnavailableError,
  type UnattendedFilter,
} from './ports/journal-store.js';
export type { KnownOwner, OwnerFacts, OwnerStore } from './ports/owner-store.js';
export type { QuestionClaims } from './ports/question-claims.js';
export {
  RecordTooLargeError,
  type RecordLife,
  type RecordPage,
  type SharedRecord,
  type SharedRecords,
} from './ports/shared-records.js';
export {
  type KeptSecret,
  SecretFacts,
  type SecretVault,
  type VaultKeeping,
  VaultLockedError,
  VaultUnavailableError,
} from './ports/secret-vault.js';
export { InvalidOptionsError } from './options/read-options.js';
export { definePlugin, type Plugin, type PluginDefinition } from './tool/define-plugin.js';
export { defineTool, type Tool, type ToolDefinition } from './tool/define-tool.js';
export type { HandlerSecrets, Leave, Preview, PreviewContext, ToolContext, ToolLog } from './tool/tool-context.js';
export type { JsonSchema, Schema, SchemaResult, SchemaSource } from './tool/schema/json-schema.js';
export type { SchemaIssue } from './json-schema/schema-issue.js';
export { secret } from './tool/schema/secret.js';
export type { ToolEffectKind, ToolKeywords } from './tool/catalog/tool-keywords.js';
export { createToolCatalog, DuplicateToolError, type ToolCatalog } from './tool/catalog/tool-catalog.js';
export type { ToolNamespace } from './tool/catalog/tool-namespace.js';
export type { ShownOrigin, ToolOrigin } from './tool/catalog/tool-origin.js';
export { ToolError } from './tool/tool-error.js';
export { toolPath, ToolPath } from './tool/catalog/tool-path.js';
export { ToolshedError } from './toolshed-error.js';
