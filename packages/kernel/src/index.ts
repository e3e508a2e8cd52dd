// The whole public surface of @toolshed/kernel. Adding a line here is an API decision.
export { assertNever } from './assert-never.js';
export {
  ElicitationId,
  ExecutionId,
  GrantId,
  newElicitationId,
  newExecutionId,
  newGrantId,
  newSecretHandle,
  newSeed,
  SecretHandle,
} from './ids.js';
export { assertKnownKeys, InvalidOptionsError, readOptions, readStrictly } from './read-options.js';
export { ToolshedError } from './toolshed-error.js';

export { definePlugin, InvalidPluginError, type Plugin } from './tool/define-plugin.js';
export {
  defineTool,
  type HandlerSecrets,
  type Leave,
  InvalidToolError,
  type Preview,
  type PreviewContext,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolLog,
} from './tool/define-tool.js';
export {
  issuesText,
  type JsonSchema,
  readIssues,
  failedCheck,
  readSchema,
  schemaProblems,
  type Schema,
  type SchemaIssue,
  type SchemaResult,
} from './tool/json-schema.js';
export { type MarkedSecret, marksSecrets, secret, secretsIn } from './tool/secret.js';
export { createToolCatalog, DuplicateToolError, type ToolCatalog } from './tool/tool-catalog.js';
export { describeOrigin, ShownOrigin, type ToolOrigin } from './tool/tool-origin.js';
export { InvalidToolPathError, joinSegments, segmentsOf, toolPath, ToolPath } from './tool/tool-path.js';
export { ToolError } from './tool/tool-error.js';
export { declarationOf, signatureOf } from './tool/tool-types.js';

export { ArgumentCondition, describeCondition } from './policy/argument-condition.js';
export type { ArgumentPath } from './policy/argument-path.js';
export { decide, type Explanation, explain, type GateInput } from './policy/decide.js';
export { type Because, GateDecision, inBrackets, stricter, Verdict } from './policy/gate-decision.js';
export { Grant, grantCovers, GrantEffect } from './policy/grant.js';
export { type ConditionJudgement, judgeCondition } from './policy/judge-condition.js';
export type { Caller, JudgedCall, Judgement, JudgementReason } from './policy/judgement.js';
export { matchesPattern, PathPattern } from './policy/match-pattern.js';
export { createPatternIndex, type PatternIndex } from './policy/pattern-index.js';
export { Remember, RememberScope } from './policy/remember.js';
export { describeRule, Rule } from './policy/rule.js';

export { Action, GivenAction, isTimeUp } from './elicitation/action.js';
export {
  Answer,
  AnsweredBy,
  type ElicitationResponse,
  InDoubtContent,
  readContent,
  readFlowContent,
  readOtherAnswer,
  refusalFor,
  takesAction,
  toResponse,
} from './elicitation/answer.js';
export {
  AlreadyAnsweredError,
  AmbiguousAnswerError,
  type EarlierAnswer,
  InvalidAnswerError,
  type OpenNamed,
  StaleAnswerError,
} from './elicitation/answer-errors.js';
export { Asker } from './elicitation/asker.js';
export {
  type AskedKind,
  createElicit,
  type ElicitKind,
  type Elicits,
  type KindAnswer,
  type KindCatalog,
  type KindDefinition,
} from './elicitation/create-elicit.js';
export { ElicitOutcome, ElicitSpec } from './elicitation/elicit-spec.js';
export {
  elicitUrl,
  FlowId,
  hostOf,
  requireUrl,
  UrlElicitation,
  UrlRequiredError,
} from './elicitation/elicit-url.js';
export {
  type ConsideredCall,
  ElicitationEngine,
  type ElicitationEngineOptions,
  type GatedTool,
  type PendingElicitation,
} from './elicitation/engine.js';
export type { FormField } from './elicitation/form/form-fields.js';
export { FormSchema } from './elicitation/form/form-schema.js';
export { fallbackFormOf, type McpForm, mcpFormOf } from './elicitation/form/mcp-form.js';
export { type Form, readForm } from './elicitation/form/read-form.js';
export { choiceOrInput } from './elicitation/kinds/choice-or-input.js';
export { clipboardRead, clipboardWrite } from './elicitation/kinds/clipboard.js';
export { catalogOfKinds } from './elicitation/kinds/kind-catalog.js';
export { location } from './elicitation/kinds/location.js';
export { reveal } from './elicitation/kinds/reveal.js';
export {
  type AskNext,
  AROUND,
  type ChainRun,
  type ChainStep,
  createChainRun,
  type LayerAnswer,
  type Middleware,
  MiddlewareError,
} from './elicitation/middleware.js';
export { createQuestionQueue, type QuestionQueue, type QueuedQuestion } from './elicitation/queue.js';
export { type ElicitRequest, type ReadOptions, readElicitRequest } from './elicitation/read-elicit-request.js';
export { ElicitationRequest, type ElicitationType, PreviewResult, type RequestOf } from './elicitation/request.js';
export { NoVaultError } from './elicitation/secret-answer.js';
export { ParentQuestion, QuestEnd, type QuestNode, questTree } from './elicitation/side-quest.js';
export { type DeniedCode, deniedCodeOf, ToolDeniedError } from './elicitation/tool-denied-error.js';

export { AUDIT_ROOT, AuditFact, AuditLine, chain, factOf, isChained } from './journal/audit-line.js';
export { canonicalJson, type JsonValue, NotJsonError } from './journal/canonical-json.js';
export {
  type EntryKind,
  type EntryOf,
  ExecutionError,
  GuestError,
  JOURNAL_FORMAT,
  JournalEntry,
  LogLine,
  type NewEntry,
} from './journal/entry.js';
export { digestOfSent, wasSent } from './journal/sent-arguments.js';

export { hasEnough, withApproval } from './execution/approvals.js';
export { advance, advanceAll, begin, effectiveEntries, fold } from './execution/advance.js';
export { Damage, damageOf } from './execution/damage.js';
export { JournalCorruptError } from './execution/journal-corrupt-error.js';
export {
  type Again,
  type Approvals,
  type ExecutionState,
  type ExecutionStatus,
  isSettled,
  type IssuedCall,
  type OpenCall,
  openQuestion,
  openQuestions,
  type Question,
  type ToolCall,
  dueBy,
  nextDue,
  questionsOf,
} from './execution/execution-state.js';
export type { Due } from './execution/due-times.js';
export { ExecutionSummary, summarize } from './execution/execution-summary.js';

export { nextAfter, type Page, pageIn, type PageWanted, toPage, UnknownCursorError } from './page.js';

export type { AuditFilter, AuditLog, AuditProblem, AuditVerdict } from './ports/audit-log.js';
export { type Clock, LONGEST_MS, LONGEST_TIMER_MS } from './ports/clock.js';
export type { Digest } from './ports/digest.js';
export type { ChannelAnswer, ElicitationChannel, OfferedQuestion } from './ports/elicitation-channel.js';
export { type GrantStore, GrantUnavailableError } from './ports/grant-store.js';
export {
  type EntriesFilter,
  type EntriesPage,
  type ExecutionFilter,
  JournalConflictError,
  type JournalStore,
  type LocatedQuestion,
  OpenQuestion,
  type DamagedEntry,
  type PlacedEntry,
  CannotForkError,
  type QuestionFilter,
  StoreUnavailableError,
} from './ports/journal-store.js';
export { KnownOwner, OwnerFacts, type OwnerStore } from './ports/owner-store.js';
export {
  type KeptSecret,
  SecretFacts,
  SecretName,
  SecretOwner,
  SecretTakenError,
  SecretValue,
  type SecretVault,
  type VaultKeeping,
  VaultLockedError,
  VaultUnavailableError,
} from './ports/secret-vault.js';
