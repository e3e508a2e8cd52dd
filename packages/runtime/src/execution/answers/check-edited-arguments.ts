// Arguments an approver puts in place of those a call was made with. Called by `check-answer`.
//
// Invariants
//   M1. They are what the tool gets, to the byte: if its schema would fill in or drop something, they are refused and
//       the error names what would run, so that the person approves that or nothing.
//   M2. They pass the gate again. An edit cannot reach what policy denies; what policy asks about is being answered.
//   M3. A refused edit writes nothing: the question is still open.
//   M4. The revert of a call is approved as it is: an edit would undo another call, and count as the undo of this one.
//
// Not done: a preview of what was edited. The person wrote these arguments and has decided; a preview that nobody is
// asked about would only be a record of what might have been shown.

import {
  type EntryOf,
  type ExecutionId,
  InvalidAnswerError,
  type JournalEntry,
  type Tool,
  type ToolCatalog,
} from '@toolshed/kernel';
import {
  canonicalJson,
  type ExecutionState,
  inBrackets,
  NotJsonError,
  type RecordedQuestion,
  type Rulebook,
  type ToolCall,
  isDecidedAgain,
} from '@toolshed/kernel/runtime';
import type { LabelElsewhere } from '../../catalog/placed-tools.js';
import { type Limits, limitsOf } from '../../sandbox/limits.js';
import type { SessionSecrets } from '../../secrets/session-secrets.js';
import { measureJson } from '../../tool-proxy/measure-json.js';
import { refuseSecrets } from '../../tool-proxy/secret-arguments.js';
import type { DefinitionOf } from '../../tool-proxy/tool-definition.js';
import { errorForProgram } from '../../tool-proxy/thrown.js';
import { currentTool } from '../calls/recheck/same-tool.js';
import { EditRefusedError } from '../execution-errors.js';
import { isRevert } from '../undo/revert-tools.js';

export interface EditDeps {
  readonly catalog: ToolCatalog;
  readonly rulebook: Rulebook;
  readonly definitionOf: DefinitionOf;
  readonly labelElsewhere: LabelElsewhere;
  readonly limits: Limits;
  readonly secrets: SessionSecrets;
}

/** The text of the edited arguments; undefined if they are those of the call. Throws before anything is written (M3). */
export async function readEdit(
  id: ExecutionId,
  state: ExecutionState,
  question: RecordedQuestion,
  given: unknown,
  deps: EditDeps,
): Promise<string | undefined> {
  const { elicitation } = question;
  const open = state.open.get(question.call);
  if (question.asker !== 'gate' || open?.kind !== 'asking' || open.issued.kind !== 'tool-called') {
    throw new InvalidAnswerError(elicitation, [
      { field: 'args', message: 'only the approval of a call has arguments' },
    ]);
  }
  const { issued } = open;
  const text = textOf(elicitation, given, limitsOf(state.started, deps.limits));
  if (text === issued.args) return undefined;
  const tool = toolOf(elicitation, issued, deps);
  // M4.
  if (isRevert(tool)) throw new EditRefusedError(elicitation, 'an undo reverts the call it names and no other');
  const { session, agent } = state.started;
  const args = valueFor(elicitation, tool, text);
  const refused = await refuseSecrets(tool, args, session, deps.secrets);
  if (refused) throw new EditRefusedError(elicitation, refused.message);
  const isDestructive = tool.isDestructive(args);
  // M2.
  const decision = deps.rulebook.decide({
    path: tool.path,
    isDestructive,
    caller: { session, agent, executionId: id },
    args,
  });
  if (decision.kind === 'deny') {
    throw new EditRefusedError(elicitation, `policy denies them${inBrackets(decision)}`);
  }
  const needed = decision.approvals ?? 1;
  if (needed > (question.approvals?.needed ?? 1)) {
    throw new EditRefusedError(
      elicitation,
      `policy wants ${needed} approvals for them, and the question asked for fewer`,
    );
  }
  return text;
}

function textOf(elicitation: string, given: unknown, limits: Limits): string {
  const refuse = (message: string) => new InvalidAnswerError(elicitation, [{ field: 'args', message }]);
  try {
    const text = canonicalJson(given);
    if (text.length > limits.argsBytes) throw refuse(`more than ${limits.argsBytes} characters`);
    if (measureJson(text).depth > limits.argsDepth) throw refuse(`nested deeper than ${limits.argsDepth}`);
    return text;
  } catch (error) {
    throw error instanceof NotJsonError ? refuse(error.message) : error;
  }
}

/** If the tool is missing here, or has changed, an edit cannot be checked. */
function toolOf(elicitation: string, issued: ToolCall, deps: EditDeps): Tool {
  // Every host has the definition of a tool of its config, wherever the tool runs.
  const current = currentTool(issued, { ...deps, labelElsewhere: () => undefined });
  if (current.kind === 'same') return current.tool;
  const label = deps.labelElsewhere(issued.path);
  const unknown =
    label === undefined ? 'is not known here' : `is known at hosts with the label "${label}" only; answer there`;
  const why = current.kind === 'changed' ? 'has changed since it was asked about' : unknown;
  throw new EditRefusedError(elicitation, `the tool ${issued.path} ${why}`);
}

function valueFor(elicitation: string, tool: Tool, text: string): unknown {
  const parsed = parsedFor(tool, text);
  if (parsed.kind === 'invalid') {
    // Code of the tool's author threw. The person who answers does not see what it threw.
    if ('failure' in parsed) throw new EditRefusedError(elicitation, `${tool.path} failed to check them; give others`);
    const issues = parsed.issues.map(({ field, message }) => ({ field: `args${field && `.${field}`}`, message }));
    throw new InvalidAnswerError(elicitation, issues);
  }
  const taken = canonicalJson(parsed.value);
  // M1, and with it invariant 2 of ARCHITECTURE.md.
  if (taken !== text)
    throw new EditRefusedError(elicitation, `${tool.path} would run with ${taken}; approve these`, taken);
  try {
    tool.check(parsed.value);
  } catch (error) {
    throw new EditRefusedError(elicitation, errorForProgram(error)?.message ?? `${tool.path} refuses them`);
  }
  return parsed.value;
}

/**
 * The person edits what was shown, which is what the schema made of the call: `true` of a text that means yes. Where the
 * schema makes something else of that, or refuses it, it is asked which text means it.
 */
function parsedFor(tool: Tool, text: string): ReturnType<Tool['input']['parse']> {
  const { input } = tool;
  const parsed = input.parse(JSON.parse(text));
  if (input.written === undefined || (parsed.kind === 'valid' && canonicalJson(parsed.value) === text)) return parsed;
  const written = input.written(JSON.parse(text));
  const again = written && input.parse(written.value);
  return again?.kind === 'valid' && canonicalJson(again.value) === text ? again : parsed;
}

/** A call that ran with other arguments than the program's, because its approver changed them. */
export interface Edit {
  readonly call: number;
  readonly path: string;
  /** As the program made the call. */
  readonly asked: unknown;
  /** As it was approved, and ran. */
  readonly used: unknown;
}

/** In the order of the answers. */
export function editsOf(entries: readonly JournalEntry[]): readonly Edit[] {
  let edits: Edit[] = [];
  const calls = new Map<number, EntryOf<'tool-called'>>();
  for (const entry of entries) {
    if (entry.kind === 'tool-called') calls.set(entry.call, entry);
    // The approval, and with it the edit, is void.
    if (isDecidedAgain(entry)) edits = edits.filter(({ call }) => call !== entry.call);
    if (entry.kind !== 'answered' || entry.args === undefined) continue;
    const called = calls.get(entry.call);
    if (called === undefined) continue;
    const { call, path, args } = called;
    edits.push({ call, path, asked: JSON.parse(args), used: JSON.parse(entry.args) });
  }
  return edits;
}
