// Named kinds at a keyboard: the choices of `choice-or-input`, and for the others a form, or a word that it was seen.

import {
  choiceOrInput,
  clipboardRead,
  clipboardWrite,
  fallbackFormOf,
  type GivenAction,
  location,
} from '@toolshed/kernel';
import { asksNothing, isTimeUp, type RequestOf, readAskedForm } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { askForm } from './ask-form.js';
import { type Terminal, sayInstead } from './prompt-terminal.js';
import type { Reply } from './reply.js';
import { quotedText, safeText, wrap } from '@toolshed/server/present';
import type { Option } from './prompter.js';

type Named = RequestOf<'named'>;

export async function askNamed(request: Named, terminal: Terminal): Promise<Reply> {
  const isForm = request.name === choiceOrInput.name || fallbackFormOf(request) !== undefined;
  const offered = request.actions.filter((action) => action !== 'accept' || isForm);
  const hasNothingToFill = asksNothing(readAskedForm(request.output));
  const accept = hasNothingToFill ? 'I have seen it' : 'Answer';
  const options: Option<GivenAction | 'later'>[] = offered
    .filter((action) => !isTimeUp(action))
    .map((action) => ({ value: action, label: action === 'accept' ? accept : ACTION_WORDS[action] }));
  const byHand = BY_HAND[request.name];
  if (byHand !== undefined) terminal.output.say('', ...wrap(byHand, terminal.output.width), '');
  const unable: Option<'not_supported'>[] = isForm
    ? []
    : [{ value: 'not_supported', label: 'It cannot be answered here', hint: 'the asker receives "not_supported"' }];
  const choice = await terminal.prompter.select(
    'Your decision',
    [...options, ...unable, { value: 'later', label: 'Decide later' }],
    'later',
  );
  switch (choice) {
    case undefined:
    case 'later':
      return { kind: 'later' };
    case 'accept':
      return await answer(request, terminal, hasNothingToFill);
    case 'other':
      return await sayInstead(terminal);
    default:
      return { kind: 'answer', answer: { action: choice } };
  }
}

/** What a device could do and a terminal cannot, and what the person can do instead. */
const BY_HAND: Readonly<Record<string, string>> = {
  [clipboardWrite.name]:
    'A terminal cannot write to your clipboard. Select the text above and copy it yourself, then answer whether you did.',
  [clipboardRead.name]: 'A terminal cannot read your clipboard. Paste its text as your answer.',
  [location.name]: 'A terminal does not know where you are. Type the place as degrees of latitude and longitude.',
};

async function answer(request: Named, terminal: Terminal, hasNothingToFill: boolean): Promise<Reply> {
  if (hasNothingToFill) return { kind: 'answer', answer: { approved: true } };
  if (request.name === choiceOrInput.name) return await chooseOrWrite(request, terminal);
  if (request.name === clipboardWrite.name) return await askWhetherCopied(terminal);
  const form = fallbackFormOf(request);
  return form ? await askForm(form, terminal) : { kind: 'later' };
}

async function askWhetherCopied({ prompter }: Terminal): Promise<Reply> {
  const chosen = await prompter.select('Did you copy it?', [
    { value: 'later', label: 'Decide later' },
    { value: 'yes', label: 'Yes, I copied it' },
    { value: 'no', label: 'No, it was not copied' },
  ]);
  return chosen === undefined || chosen === 'later' ? { kind: 'later' } : accepted({ success: chosen === 'yes' });
}

const Choices = z.looseObject({ choices: z.array(z.looseObject({ label: z.string(), value: z.string() })) });

async function chooseOrWrite({ input }: Named, { prompter }: Terminal): Promise<Reply> {
  const { choices } = Choices.parse(input);
  const options = choices.map(({ label, value }, index) => ({
    value: String(index),
    label: label === value ? quotedText(value) : `${safeText(label)}  ${quotedText(value)}`,
  }));
  const chosen = await prompter.select('Your choice', [
    { value: 'later', label: 'Decide later' },
    ...options,
    { value: 'own', label: 'In my own words' },
  ]);
  if (chosen === undefined || chosen === 'later') return { kind: 'later' };
  if (chosen !== 'own') return accepted({ type: 'choice', value: choices[Number(chosen)]?.value });
  const text = await prompter.text('Your words', { problem: (words) => (words === '' ? 'Needed' : undefined) });
  return text === undefined ? { kind: 'later' } : accepted({ type: 'custom', text });
}

const accepted = (data: unknown): Reply => ({ kind: 'answer', answer: { approved: true, data } });

const ACTION_WORDS = {
  decline: 'Decline to answer',
  denied: 'Deny access',
  cancel: 'Cancel',
  other: 'Say something else',
  not_supported: 'It cannot be answered here',
} as const satisfies Record<Exclude<GivenAction, 'accept'>, string>;
