// The exact commands to run next, given the state of an execution.

import type { ElicitationRequest, JsonSchema, PendingElicitation } from '@toolshed/kernel';
import { type AskedField, assertNever, asksNothing, readAskedForm } from '@toolshed/kernel/runtime';
import { readArguments } from '../prompt/argument-file.js';
import type { Draft } from '../prompt/reply.js';
import { shellWord } from './shell-word.js';
import { safeLines, safeText } from '@toolshed/server/present';

/**
 * For a person at a terminal. Each names its question: a command that is run twice answers nothing else.
 *
 * Threat: a person who left before everything was shown, and then runs what is printed. No command approves a call; it
 * shows the question again, and asks. Nothing stands beside a command: not every shell takes `#` for a comment.
 */
export function adviceFor(pending: readonly PendingElicitation[], prefix: string): readonly string[] {
  const [first, ...others] = pending;
  if (first === undefined) return [];
  const resume = ({ elicitationId }: PendingElicitation): string => `${prefix} resume ${elicitationId}`;
  // Asks for it: a command line is remembered by the shell and seen by the whole machine.
  const answering = (one: PendingElicitation): string =>
    isShownFirst(one.request) ? resume(one) : `${resume(one)}${answerFlags(one)}`;
  // Nothing is left to approve: it waits for its page.
  const deny = (one: PendingElicitation): string => `${resume(one)} --deny`;
  if (others.length === 0) return first.consent ? [deny(first)] : [answering(first), deny(first)];
  return pending.map((one) => (one.consent ? deny(one) : answering(one)));
}

/** What happens after a person agreed to open a page, and what to do if nothing does. */
export function afterConsent(pending: readonly PendingElicitation[]): readonly string[] {
  return pending.flatMap(({ consent, request }) =>
    consent === undefined || request.type !== 'url'
      ? []
      : [
          `Open ${safeText(request.url)} in a browser, if you have not yet. The execution resumes by itself when the page reports back.`,
          'If nothing happens, open it again and finish what it asks. It stays open until the page reports back, or you decline.',
        ],
  );
}

/**
 * For the reader of a pipe, which may be an agent. Threat: an agent that is shown the command that approves its own call.
 * These ask the person who runs them.
 */
export function askingCommands(pending: readonly PendingElicitation[], prefix: string): readonly string[] {
  return pending.map(({ elicitationId }) => `${prefix} resume ${elicitationId}`);
}

/** Arguments that were written and not sent: the command that would send them, or the text if it is not JSON yet. */
export function unsentLines(elicitation: string, { body }: Draft, prefix: string): readonly string[] {
  const read = readArguments(body);
  if (read.kind === 'not-json') return ['What you wrote was not sent:', ...safeLines(body).map((line) => `  ${line}`)];
  const args = safeText(shellWord(JSON.stringify(read.value)));
  return [
    'What you wrote was not sent. To approve with it, run',
    `  ${prefix} resume ${elicitation} --approve --args ${args}`,
  ];
}

/** If an approver changed the arguments, the next approver has to name them. */
function answerFlags({ request, approvals }: PendingElicitation): string {
  const args = approvals?.areEdited ? ` --args ${safeText(shellWord(JSON.stringify(approvals.args)))}` : '';
  return ` --approve${dataFlag(request)}${args}`;
}

/** What is approved by a yes, and what is typed unseen. */
const isShownFirst = ({ sensitive, type }: ElicitationRequest): boolean =>
  type === 'approval' || (sensitive === true && type !== 'secret');

/** The answer's shape, to be filled in; nothing for questions that only want a yes. */
function dataFlag(request: ElicitationRequest): string {
  switch (request.type) {
    case 'approval':
    case 'confirmation':
    case 'url':
      return '';
    case 'text':
      return dataWord(request.default ?? '…');
    case 'choice':
      return dataWord(request.options[0]?.value);
    case 'multi_choice':
      return dataWord(request.options.slice(0, 1).map(({ value }) => value));
    case 'secret':
      return ' --secret';
    case 'form':
      return dataWord(templateOf(request.schema));
    case 'named':
      return asksNothing(readAskedForm(request.output)) ? '' : dataWord(templateOf(request.output));
    case 'in-doubt':
      return dataWord({ do: 'retry' });
    default:
      return assertNever(request);
  }
}

function templateOf(schema: JsonSchema): unknown {
  const form = readAskedForm(schema);
  if (form.kind === 'fields') return Object.fromEntries(form.fields.map((field) => [field.name, valueFor(field)]));
  const [first] = form.alternatives;
  return first === undefined ? {} : templateOf(first);
}

function valueFor(field: AskedField): unknown {
  if (field.default !== undefined) return field.default;
  switch (field.kind) {
    case 'text':
      return '…';
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    case 'choice':
      return field.options[0]?.value;
    case 'choices':
      return [];
    case 'json':
      if (field.type === undefined) return '…';
      return field.type === 'array' ? [] : templateOf({ type: 'object', ...field.rest });
  }
}

const dataWord = (value: unknown): string => ` --data ${safeText(shellWord(JSON.stringify(value)))}`;
