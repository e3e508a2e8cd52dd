// Arguments a person puts in place of those a call was made with: in their editor or field by field, checked by the
// tool's schema, shown as a change, and only then approved.
//
// Invariant: what was typed is not lost. A draft that cannot be used is what the next attempt begins with.

import type { SchemaIssue } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { asItStands, type CardFacts, previewRows, type RowStyle, safeText, wrap } from '@toolshed/server/present';
import { argumentFile, bodyOf, readArguments } from './argument-file.js';
import type { Draft } from './reply.js';
import type { Terminal } from './prompt-terminal.js';
import { editFields, hasFields } from './edit-fields.js';
import type { Option } from './prompter.js';

export type Edited =
  | { readonly kind: 'approved'; readonly args: unknown }
  /** Back to the question; what was written is kept. */
  | { readonly kind: 'back'; readonly draft: Draft | undefined }
  | { readonly kind: 'left'; readonly draft: Draft | undefined };

/** One with the values of another. */
export const draftOf = (args: unknown, problems: readonly string[] = []): Draft => ({
  body: JSON.stringify(args, null, 2),
  problems,
});

export async function editArguments(facts: CardFacts, kept: Draft | undefined, terminal: Terminal): Promise<Edited> {
  const before = asItStands(facts.question).args;
  let draft = kept ?? draftOf(before);
  for (;;) {
    sayProblems(draft.problems, terminal);
    const how = await terminal.prompter.select('Edit the arguments', waysFor(facts, draft, terminal));
    const worthKeeping = isSame(draft, before) ? undefined : draft;
    if (how === undefined) return { kind: 'left', draft: worthKeeping };
    if (how === 'back') return { kind: 'back', draft: worthKeeping };
    const next = how === 'editor' ? await inEditor(facts, draft, terminal) : await byField(facts, draft, terminal);
    if (next === 'left') return { kind: 'left', draft: worthKeeping };
    draft = checked(next, facts);
    if (draft.problems.length > 0) continue;
    if (isSame(draft, before)) {
      terminal.output.say('Nothing was changed.', '');
      return { kind: 'back', draft: undefined };
    }
    const args: unknown = JSON.parse(draft.body);
    showChange(before, args, terminal);
    const choice = await terminal.prompter.select('Approve with these arguments?', CONFIRM, 'back');
    if (choice === undefined) return { kind: 'left', draft };
    if (choice === 'approve') return { kind: 'approved', args };
    if (choice === 'back') return { kind: 'back', draft };
  }
}

type Way = 'editor' | 'fields' | 'back';

function waysFor({ tool }: CardFacts, draft: Draft, { editor }: Terminal): readonly Option<Way>[] {
  const read = readArguments(draft.body);
  const canFill = tool !== undefined && read.kind === 'value' && hasFields(tool.input.json, read.value);
  return [
    ...(canFill ? [{ value: 'fields', label: 'Field by field' } as const] : []),
    { value: 'editor', label: 'In your editor', hint: safeText(editor.name) },
    { value: 'back', label: 'Back to the question' },
  ];
}

const CONFIRM: readonly Option<'approve' | 'edit' | 'back'>[] = [
  { value: 'approve', label: 'Approve with these', hint: 'this call only' },
  { value: 'edit', label: 'Edit again' },
  { value: 'back', label: 'Back to the question' },
];

async function inEditor({ question }: CardFacts, draft: Draft, { editor, output }: Terminal): Promise<Draft> {
  const file = argumentFile(question.toolPath ?? '', draft.problems, draft.body);
  const text = await editor.edit(file, 'arguments.json');
  if (text !== undefined) return { body: bodyOf(text), problems: [] };
  output.say(output.paint.yellow('The editor ended with an error; nothing was changed.'));
  return draft;
}

async function byField({ tool }: CardFacts, draft: Draft, { prompter }: Terminal): Promise<Draft | 'left'> {
  const read = readArguments(draft.body);
  if (tool === undefined || read.kind !== 'value' || !hasFields(tool.input.json, read.value)) return draft;
  const args = await editFields(tool.input.json, read.value, prompter);
  return args === undefined ? 'left' : draftOf(args);
}

function checked({ body }: Draft, { tool }: CardFacts): Draft {
  const read = readArguments(body);
  if (read.kind === 'not-json') return { body, problems: [read.problem] };
  const parsed = tool?.input.parse(read.value);
  return { body, problems: parsed?.kind === 'invalid' ? parsed.issues.map(problemOf) : [] };
}

export const problemOf = ({ field, message }: SchemaIssue): string => (field === '' ? message : `${field}: ${message}`);

function sayProblems(problems: readonly string[], { output }: Terminal): void {
  if (problems.length === 0) return;
  const lines = problems.flatMap((problem) => wrap(safeText(problem), output.width - 2).map((line) => `  ${line}`));
  output.say(output.paint.yellow('Not quite. What you wrote is kept; please look again at'), ...lines, '');
}

/** In full: nothing is approved unseen. */
function showChange(before: unknown, args: unknown, { output }: Terminal): void {
  const style: RowStyle = { width: output.width - 2, paint: output.paint, amount: 'full' };
  const diff = { kind: 'diff', before: textOf(before), after: textOf(args) } as const;
  output.say('', output.paint.bold('The change'), ...previewRows(diff, style).lines.map((line) => `  ${line}`), '');
}

const textOf = (args: unknown): string => `${JSON.stringify(args, null, 2)}\n`;

function isSame({ body }: Draft, args: unknown): boolean {
  const read = readArguments(body);
  return read.kind === 'value' && canonicalJson(read.value) === canonicalJson(args);
}
