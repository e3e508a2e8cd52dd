// Shows one question and gets its answer from the person at the keyboard.

import { assertNever } from '@toolshed/kernel';
import type { ResumeAnswer } from '@toolshed/runtime';
import type { Output } from '../output.js';
import { askApproval, deny } from './ask-approval.js';
import { askForm } from './ask-form.js';
import { askInDoubt } from './ask-in-doubt.js';
import type { Option, Prompter } from './prompter.js';
import { type CardFacts, questionCard } from './question-card.js';
import { safeText } from './safe-text.js';

export interface Desk {
  readonly prompter: Prompter;
  readonly output: Output;
}

export type Reply = { readonly kind: 'answer'; readonly answer: ResumeAnswer } | { readonly kind: 'later' };

export async function askQuestion(facts: CardFacts, desk: Desk): Promise<Reply> {
  const { output, prompter } = desk;
  const card = questionCard(facts, { width: output.width, paint: output.paint, amount: 'brief' });
  output.say('', ...card.lines);
  if (!(await prompter.ready())) return { kind: 'later' };
  const { request } = facts.question;
  switch (request.type) {
    case 'approval':
      return await askApproval(facts.question, card.isShortened, desk);
    case 'in-doubt':
      return await askInDoubt(desk);
    case 'confirmation':
      return answered(await prompter.confirm('Your answer', request.default ?? false));
    case 'text':
      return await unlessRefused(desk, async () => prompter.text('Your answer', initial(request.default)));
    case 'choice':
      return await unlessRefused(desk, () =>
        prompter.select('Your choice', request.options.map(toOption), request.default),
      );
    case 'multi_choice':
      return await unlessRefused(desk, () =>
        prompter.selectMany('Your choices', request.options.map(toOption), request.default ?? []),
      );
    case 'form':
      return (await wantsToAnswer(desk)) ?? (await askForm(request, desk));
    default:
      return assertNever(request);
  }
}

const answered = (approved: boolean | undefined): Reply =>
  approved === undefined ? { kind: 'later' } : { kind: 'answer', answer: { approved } };

async function unlessRefused(desk: Desk, ask: () => Promise<unknown>): Promise<Reply> {
  const refusal = await wantsToAnswer(desk);
  if (refusal) return refusal;
  const data = await ask();
  return data === undefined ? { kind: 'later' } : { kind: 'answer', answer: { approved: true, data } };
}

/** A person may refuse a question that wants more than a yes, or leave it. `undefined` means: go on and ask. */
async function wantsToAnswer(desk: Desk): Promise<Reply | undefined> {
  const choice = await desk.prompter.select('Your decision', [
    { value: 'answer', label: 'Answer' },
    { value: 'deny', label: 'Decline to answer' },
    { value: 'later', label: 'Decide later' },
  ]);
  if (choice === 'answer') return undefined;
  return choice === 'deny' ? await deny(desk) : { kind: 'later' };
}

const initial = (text: string | undefined): { readonly initial?: string } =>
  text === undefined ? {} : { initial: safeText(text) };

const toOption = ({
  value,
  label,
}: {
  readonly value: string;
  readonly label?: string | undefined;
}): Option<string> => ({
  value,
  label: safeText(label ?? value),
});
