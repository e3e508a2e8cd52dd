import { deny } from './ask-approval.js';
import type { Terminal } from './prompt-terminal.js';
import type { Reply } from './reply.js';

/** A call had started and its result was never recorded: it may or may not have happened. */
export async function askInDoubt(terminal: Terminal): Promise<Reply> {
  const choice = await terminal.prompter.select('It may or may not have happened. What now?', [
    { value: 'later', label: 'Decide later', hint: 'check first whether it happened' },
    { value: 'retry', label: 'Run it again', hint: 'it did not happen, or twice is harmless' },
    { value: 'result', label: 'It happened: give its result by hand', hint: 'nothing is run' },
    { value: 'fail', label: 'Let the call fail', hint: 'nothing is run or undone; the program gets an error' },
    { value: 'deny', label: 'Deny' },
  ]);
  switch (choice) {
    case undefined:
    case 'later':
      return { kind: 'later' };
    case 'deny':
      return await deny(terminal);
    case 'result':
      return await giveResult(terminal);
    default:
      return { kind: 'answer', answer: { approved: true, data: { do: choice } } };
  }
}

async function giveResult({ prompter }: Terminal): Promise<Reply> {
  const text = await prompter.text('Its result, as JSON', {
    problem: (answer) => (parse(answer) ? undefined : 'Use JSON'),
  });
  const parsed = text === undefined ? undefined : parse(text);
  if (parsed === undefined) return { kind: 'later' };
  return { kind: 'answer', answer: { approved: true, data: { do: 'result', value: parsed.value } } };
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
