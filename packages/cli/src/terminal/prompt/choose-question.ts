// Several open questions as a list: which first, or one answer for all.

import type { Terminal } from './prompt-terminal.js';
import type { Reply } from './reply.js';
import { deny } from './ask-approval.js';
import { type CardFacts, clip, programRows, questionCards, quotedText, safeText } from '@toolshed/server/present';
import { type Option, OPTION_MARGIN } from './prompter.js';

export type ChosenQuestion =
  | { readonly kind: 'one'; readonly card: CardFacts }
  | { readonly kind: 'one-by-one' }
  | { readonly kind: 'all'; readonly answer: Extract<Reply, { kind: 'answer' }>['answer'] }
  | { readonly kind: 'later' };

/** Shows the program that asks, unless it is above already, and lets the person choose. */
export async function chooseQuestion(cards: readonly CardFacts[], terminal: Terminal): Promise<ChosenQuestion> {
  const { width, paint } = terminal.output;
  const program = cards.every(({ isProgramAbove }) => isProgramAbove)
    ? []
    : programRows(
        cards.map((card) => ({ ...card, calls: [] })),
        { width, paint, amount: 'brief' },
      );
  terminal.output.say('', paint.bold(`${cards.length} questions wait for you`), ...program);
  // A program's own question is answered by itself: it is not a call at the gate.
  const areApprovals = cards.every(({ question }) => question.type === 'approval' && question.asker === 'gate');
  for (;;) {
    const chosen = await terminal.prompter.select('Which one?', [
      { value: 'one-by-one', label: 'One by one' },
      ...cards.map((card, index) => ({ value: String(index), label: titleOf(card, width - OPTION_MARGIN) })),
      ...(areApprovals
        ? [{ value: 'approve-all', label: `Approve all ${cards.length}`, hint: 'shows each in full first' }]
        : []),
      { value: 'deny-all', label: `Deny all ${cards.length}` },
      { value: 'later', label: 'Decide later', hint: 'they stay open' },
    ] satisfies readonly Option<string>[]);
    const card = cards[Number(chosen)];
    if (card !== undefined) return { kind: 'one', card };
    if (chosen === 'one-by-one') return { kind: 'one-by-one' };
    if (chosen === 'approve-all') {
      const isApproved = await approveAll(cards, terminal);
      if (isApproved === undefined) return { kind: 'later' };
      if (isApproved) return { kind: 'all', answer: { approved: true } };
      continue;
    }
    if (chosen !== 'deny-all') return { kind: 'later' };
    const reply = await deny(terminal);
    return reply.kind === 'answer' ? { kind: 'all', answer: reply.answer } : reply;
  }
}

/** A program's own words never stand where ours do: they are quoted, behind who says them. */
function titleOf({ question, position }: CardFacts, width: number): string {
  const [what = ''] = question.message.split('\n', 1);
  const words = question.asker === 'program' ? `The program asks: ${quotedText(what)}` : safeText(what);
  return clip(`${position.number}. ${words}`, width);
}

/** Invariant: nothing is approved unseen. Every question is shown in full, whatever was shown before. */
async function approveAll(cards: readonly CardFacts[], { output, prompter }: Terminal): Promise<boolean | undefined> {
  const { width, paint } = output;
  for (const lines of questionCards(cards, { width, paint, amount: 'full' }).blocks) output.say('', ...lines);
  output.say('');
  const choice = await prompter.select(`Approve all ${cards.length}, as shown?`, [
    { value: 'no', label: 'Back to the list' },
    { value: 'yes', label: `Approve all ${cards.length}` },
  ]);
  return choice === undefined ? undefined : choice === 'yes';
}
