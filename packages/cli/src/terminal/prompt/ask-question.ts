// Shows one question and gets its answer from the person at the keyboard.

import { assertNever, type RequestOf, readContent } from '@toolshed/kernel/runtime';
import { askApproval, deny } from './ask-approval.js';
import { askForm } from './ask-form.js';
import { askInDoubt } from './ask-in-doubt.js';
import { askNamed } from './ask-named.js';
import { type Terminal, showFull, sayInstead } from './prompt-terminal.js';
import type { Draft, Reply } from './reply.js';
import { type Option, type Prompter, unseen } from './prompter.js';
import { type CardFacts, questionCard, quotedText, safeText } from '@toolshed/server/present';

/** `refused` are arguments that the person approved and the tool or policy did not take. */
export async function askQuestion(facts: CardFacts, given: Terminal, refused?: Draft): Promise<Reply> {
  const terminal = facts.question.request.sensitive ? { ...given, prompter: unseen(given.prompter) } : given;
  const { output, prompter } = terminal;
  const card = questionCard(facts, { width: output.width, paint: output.paint, amount: 'brief' });
  output.say('', ...card.lines);
  const { request } = facts.question;
  const unlessRefused = (ask: () => Promise<unknown>): Promise<Reply> =>
    afterLooking(facts, card.isShortened, terminal, async () => {
      for (;;) {
        const data = await ask();
        if (data === undefined) return { kind: 'later' };
        const checked = readContent(request, data);
        if (checked.kind === 'valid') return { kind: 'answer', answer: { approved: true, data } };
        output.say(
          output.paint.yellow('Not quite:'),
          ...checked.issues.map(({ message }) => `  ${safeText(message)}`),
          '',
        );
      }
    });
  switch (request.type) {
    case 'approval':
      return await askApproval(facts, card.isShortened, terminal, refused);
    case 'in-doubt':
      if (card.isShortened) showFull(facts, terminal);
      return await askInDoubt(terminal);
    case 'confirmation':
      if (card.isShortened) showFull(facts, terminal);
      return await askConfirmation(request.default, terminal);
    case 'text':
      return await unlessRefused(() => askText(prompter, request));
    case 'secret':
      return await unlessRefused(() => prompter.secret('Your secret, not shown while you type'));
    case 'choice':
      return await unlessRefused(() => askChoice(prompter, request));
    case 'multi_choice':
      return await unlessRefused(() =>
        prompter.selectMany('Your choices', request.options.map(toOption), request.default ?? []),
      );
    case 'form':
      return await afterLooking(facts, card.isShortened, terminal, () => askForm(request, terminal));
    case 'url':
      return await afterLooking(facts, card.isShortened, terminal, agree, 'Agree to open it', CONSENT_HINT);
    case 'named':
      if (card.isShortened) showFull(facts, terminal);
      return await askNamed(request, terminal);
    default:
      return assertNever(request);
  }
}

const agree = async (): Promise<Reply> => ({ kind: 'answer', answer: { approved: true } });
const CONSENT_HINT = 'nothing opens by itself';

/** The asker's default is shown as a hint, and not preselected. */
async function askConfirmation(suggested: boolean | undefined, { prompter }: Terminal): Promise<Reply> {
  const option = <T extends string>(value: T, label: string, isSuggested: boolean): Option<T> =>
    isSuggested ? { value, label, hint: 'suggested by the asker' } : { value, label };
  const choice = await prompter.select('Your answer', [
    { value: 'later', label: 'Decide later', hint: 'it stays open' },
    option('yes', 'Yes', suggested === true),
    option('no', 'No', suggested === false),
  ]);
  if (choice === undefined || choice === 'later') return { kind: 'later' };
  return { kind: 'answer', answer: { approved: choice === 'yes' } };
}

/** A default left as it was shown is the default itself: what made it safe to show is not part of it. */
async function askText(
  prompter: Prompter,
  { default: initial }: Pick<RequestOf<'text'>, 'default'>,
): Promise<string | undefined> {
  if (initial === undefined) return prompter.text('Your answer');
  const text = await prompter.text('Your answer', { initial: safeText(initial) });
  return text === safeText(initial) ? initial : text;
}

/** By index: the asker's values are never used as our own option values. The default is shown, and not preselected. */
async function askChoice(
  prompter: Prompter,
  { options, default: suggested }: RequestOf<'choice'>,
): Promise<string | undefined> {
  const list = options.map((option, index) => ({
    ...toOption(option),
    value: String(index),
    ...(option.value === suggested ? { hint: 'suggested by the asker' } : {}),
  }));
  const chosen = await prompter.select('Your choice', [{ value: 'later', label: 'Decide later' }, ...list]);
  return chosen === undefined ? undefined : options[Number(chosen)]?.value;
}

type Choice = 'answer' | 'deny' | 'other' | 'show' | 'later';

/** For a question that wants more than a yes: answer, decline, reply in other words, see everything first, or decide later. */
async function afterLooking(
  facts: CardFacts,
  isShortened: boolean,
  terminal: Terminal,
  answer: () => Promise<Reply>,
  label = 'Answer',
  hint?: string,
): Promise<Reply> {
  const first: Option<Choice> = isShortened
    ? { value: 'show', label: 'Show all of it', hint: 'needed before you can answer' }
    : { value: 'answer', label, ...(hint === undefined ? {} : { hint }) };
  const options: Option<Choice>[] = [
    first,
    { value: 'deny', label: 'Decline to answer' },
    { value: 'other', label: 'Say something else' },
    { value: 'later', label: 'Decide later' },
  ];
  const choice = await terminal.prompter.select('Your decision', options, isShortened ? 'show' : 'later');
  switch (choice) {
    case undefined:
    case 'later':
      return { kind: 'later' };
    case 'answer':
      return await answer();
    case 'deny':
      return await deny(terminal);
    case 'other':
      return await sayInstead(terminal);
    case 'show':
      showFull(facts, terminal);
      return await afterLooking(facts, false, terminal, answer, label, hint);
  }
}

const toOption = ({ value, label }: { readonly value: string; readonly label?: string | undefined }): Option<string> =>
  label === undefined || label === value
    ? { value, label: quotedText(value) }
    : { value, label: `${safeText(label)}  ${quotedText(value)}` };
