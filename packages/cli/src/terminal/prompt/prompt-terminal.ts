// What every prompt works with: the keys and the screen of one terminal, and the two things any of them may do.

import { type CardFacts, questionCard } from '@toolshed/server/present';
import type { Output } from '../../command/output.js';
import type { Editor } from './editor.js';
import type { Prompter } from './prompter.js';
import type { Reply } from './reply.js';

export interface Terminal {
  readonly prompter: Prompter;
  readonly output: Output;
  readonly editor: Editor;
}

/** The person's own words, instead of what was asked for. */
export async function sayInstead({ prompter }: Pick<Terminal, 'prompter'>): Promise<Reply> {
  const data = await prompter.text('What instead, for the program to read', {
    problem: (words) => (words === '' ? 'Needed' : undefined),
  });
  return data === undefined ? { kind: 'later' } : { kind: 'answer', answer: { action: 'other', data } };
}

export function showFull(facts: CardFacts, { output }: Pick<Terminal, 'output'>): void {
  const { width, paint } = output;
  output.say('', ...questionCard({ ...facts, isProgramAbove: false }, { width, paint, amount: 'full' }).lines, '');
}
