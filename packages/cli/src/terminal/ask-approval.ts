import type { PausedQuestion } from '@toolshed/runtime';
import { type Desk, type Reply, showFull } from './ask-question.js';
import type { Option } from './prompter.js';
import type { CardFacts } from './question-card.js';
import { safeText } from './safe-text.js';

type Choice = 'approve' | 'deny' | 'session' | 'show' | 'later';

/** Approve, deny, approve for the session, see everything first, or decide later. */
export async function askApproval(facts: CardFacts, isShortened: boolean, desk: Desk): Promise<Reply> {
  let hasHidden = isShortened;
  for (;;) {
    const choice = await desk.prompter.select('Your decision', choicesFor(facts.question, hasHidden));
    switch (choice) {
      case undefined:
      case 'later':
        return { kind: 'later' };
      case 'approve':
        return { kind: 'answer', answer: { approved: true } };
      case 'session':
        return { kind: 'answer', answer: { approved: true, remember: 'session' } };
      case 'deny':
        return await deny(desk);
      case 'show':
        showFull(facts, desk);
        hasHidden = false;
    }
  }
}

/** A refusal and, if the person gives one, its reason. */
export async function deny({ prompter }: Pick<Desk, 'prompter'>): Promise<Reply> {
  const reason = await prompter.text('Reason, for the program to read (optional)');
  if (reason === undefined) return { kind: 'later' };
  return { kind: 'answer', answer: reason === '' ? { approved: false } : { approved: false, reason } };
}

/** What was shown shortened cannot be approved before it was shown in full. */
function choicesFor(question: PausedQuestion, hasHidden: boolean): readonly Option<Choice>[] {
  const path = safeText(question.toolPath ?? '');
  const deny: Option<Choice> = { value: 'deny', label: 'Deny' };
  const later: Option<Choice> = { value: 'later', label: 'Decide later' };
  const show: Option<Choice> = { value: 'show', label: 'Show full arguments' };
  if (hasHidden) return [{ ...show, hint: 'needed before you can approve' }, deny, later];
  const approve: Option<Choice> = { value: 'approve', label: 'Approve', hint: 'this call only' };
  if (question.asker !== 'gate' || question.approvals) return [approve, deny, show, later];
  const hint = `any arguments, in session "${safeText(question.session)}"`;
  return [approve, deny, { value: 'session', label: `Approve ${path} for this session`, hint }, show, later];
}
