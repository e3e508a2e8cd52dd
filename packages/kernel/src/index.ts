// The whole public surface of @toolshed/kernel. Adding a line here is an API decision.
export { assertNever } from './assert-never.js';
export { ElicitationId, ExecutionId, GrantId, newElicitationId, newExecutionId, newGrantId, newSeed } from './ids.js';
export { ToolshedError } from './toolshed-error.js';

export { definePlugin, InvalidPluginError, type Plugin } from './tool/define-plugin.js';
export {
  defineTool,
  InvalidToolError,
  type Preview,
  type PreviewContext,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolLog,
} from './tool/define-tool.js';
export { type JsonSchema, readSchema, type Schema, type SchemaIssue, type SchemaResult } from './tool/json-schema.js';
export { createToolCatalog, DuplicateToolError, type ToolCatalog } from './tool/tool-catalog.js';
export { InvalidToolPathError, joinSegments, segmentsOf, toolPath, ToolPath } from './tool/tool-path.js';
export { ToolError } from './tool/tool-error.js';
export { declarationOf, signatureOf } from './tool/tool-types.js';

export { decide, type GateInput } from './policy/decide.js';
export { type Because, GateDecision, stricter, Verdict } from './policy/gate-decision.js';
export { Grant, grantCovers } from './policy/grant.js';
export { matchesPattern, PathPattern } from './policy/match-pattern.js';
export { type Caller, describeRule, Rule } from './policy/rule.js';

export {
  Action,
  Answer,
  AnsweredBy,
  type ElicitationResponse,
  InDoubtContent,
  readContent,
  toResponse,
} from './elicitation/answer.js';
export { AmbiguousAnswerError, InvalidAnswerError } from './elicitation/answer-errors.js';
export {
  ElicitationEngine,
  type ElicitationEngineOptions,
  type GatedTool,
  type PendingElicitation,
} from './elicitation/engine.js';
export {
  ElicitationRequest,
  type ElicitationType,
  type ElicitRequest,
  PreviewResult,
  readElicitRequest,
} from './elicitation/request.js';
export { type DeniedCode, deniedCodeOf, ToolDeniedError } from './elicitation/tool-denied-error.js';

export { AUDIT_ROOT, AuditFact, AuditLine, chain, factOf, isChained } from './journal/audit-line.js';
export { canonicalJson, type JsonValue, NotJsonError } from './journal/canonical-json.js';
export {
  Asker,
  type EntryKind,
  type EntryOf,
  ExecutionError,
  GuestError,
  JOURNAL_FORMAT,
  JournalEntry,
  LogLine,
  type NewEntry,
} from './journal/entry.js';

export { advance, begin, effectiveEntries, fold, JournalCorruptError } from './execution/advance.js';
export {
  type ExecutionState,
  type ExecutionStatus,
  isSettled,
  type IssuedCall,
  type OpenCall,
  openQuestions,
  type Question,
  type ToolCall,
} from './execution/execution-state.js';
export { ExecutionSummary, summarize } from './execution/execution-summary.js';

export type { AuditLog, AuditVerdict } from './ports/audit-log.js';
export type { Clock } from './ports/clock.js';
export type { Digest } from './ports/digest.js';
export type { GrantStore } from './ports/grant-store.js';
export {
  type EntriesFilter,
  type EntriesPage,
  type ExecutionFilter,
  JournalConflictError,
  type JournalStore,
  OpenQuestion,
  type PlacedEntry,
  type QuestionFilter,
  StoreUnavailableError,
} from './ports/journal-store.js';
