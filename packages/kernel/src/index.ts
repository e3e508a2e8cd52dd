// The whole public surface of @toolshed/kernel. Adding a line here is an API decision.
export { Action, GivenAction } from './elicitation/answer/action.js';
export {
  AlreadyAnsweredError,
  AmbiguousAnswerError,
  InvalidAnswerError,
  StaleAnswerError,
} from './elicitation/answer/answer-errors.js';
export { Answer, AnsweredBy, type ElicitationResponse } from './elicitation/answer/answer.js';
export { Asker } from './elicitation/asker.js';
export { createElicit, type ElicitKind } from './elicitation/create-elicit.js';
export { ElicitOutcome, ElicitSpec } from './elicitation/elicit-spec.js';
export { elicitUrl, requireUrl, UrlElicitation } from './elicitation/elicit-url.js';
export { ElicitationEngine, type ElicitationEngineOptions } from './elicitation/engine/engine.js';
export { FormSchema } from './elicitation/form/form-schema.js';
export { fallbackFormOf, mcpFormOf } from './elicitation/form/mcp-form.js';
export { choiceOrInput } from './elicitation/kinds/choice-or-input.js';
export { clipboardRead, clipboardWrite } from './elicitation/kinds/clipboard.js';
export { location } from './elicitation/kinds/location.js';
export { reveal } from './elicitation/kinds/reveal.js';
export type { Middleware } from './elicitation/engine/middleware.js';
export { GivenApprovals, PendingElicitation } from './elicitation/pending-elicitation.js';
export { ElicitationRequest, type ElicitationType, PreviewResult } from './elicitation/request.js';
export type { QuestNode } from './elicitation/side-quest.js';
export { ParentQuestion } from './elicitation/parent-question.js';
export { ToolDeniedError } from './elicitation/answer/tool-denied-error.js';
export type { ExecutionStatus } from './execution/execution-state.js';
export { ExecutionSummary } from './execution/execution-summary.js';
export { JournalCorruptError } from './execution/journal-corrupt-error.js';
export { ElicitationId, ExecutionId, GrantId, SecretHandle } from './ids.js';
export { AuditLine } from './journal/audit-line.js';
export type { JsonValue } from './journal/canonical-json.js';
export { type EntryOf, ExecutionError, JournalEntry, LogLine } from './journal/entry.js';
export type { Page } from './page.js';
export { ArgumentCondition } from './policy/condition/argument-condition.js';
export { decide, type Explanation } from './policy/decide.js';
export { GateDecision } from './policy/gate-decision.js';
export { Grant, GrantEffect } from './policy/grant.js';
export type { Judgement, JudgementReason } from './policy/judgement.js';
export { PathPattern } from './policy/match-pattern.js';
export { Remember } from './policy/remember.js';
export { Rule } from './policy/rule.js';
export type { AuditFilter, AuditLog, AuditVerdict } from './ports/audit-log.js';
export type { Clock } from './ports/clock.js';
export type { ChannelAnswer, ElicitationChannel, OfferedElicitation } from './ports/elicitation-channel.js';
export type { GrantStore } from './ports/grant-store.js';
export {
  type ExecutionFilter,
  JournalConflictError,
  type JournalStore,
  type PlacedEntry,
  type QuestionFilter,
  StoreUnavailableError,
} from './ports/journal-store.js';
export type { OwnerStore } from './ports/owner-store.js';
export {
  SecretFacts,
  SecretValue,
  type SecretVault,
  VaultLockedError,
  VaultUnavailableError,
} from './ports/secret-vault.js';
export { InvalidOptionsError } from './options/read-options.js';
export { definePlugin, type Plugin } from './tool/define-plugin.js';
export {
  defineTool,
  type Preview,
  type PreviewContext,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolLog,
} from './tool/define-tool.js';
export type { JsonSchema, Schema } from './tool/json-schema.js';
export type { SchemaIssue } from './json-schema/schema-issue.js';
export { secret } from './tool/secret.js';
export { createToolCatalog, DuplicateToolError, type ToolCatalog } from './tool/tool-catalog.js';
export { ToolError } from './tool/tool-error.js';
export { toolPath, ToolPath } from './tool/tool-path.js';
export { ToolshedError } from './toolshed-error.js';
