import type { PendingElicitation } from '@toolshed/kernel';
import type { AnswerFacts } from '@toolshed/runtime';
import { type Terminal, showFull } from './prompt-terminal.js';
import type { Reply } from './reply.js';
import type { Draft } from './reply.js';
import { editArguments } from './edit-arguments.js';
import type { Option } from './prompter.js';
import { type CardFacts, safeText } from '@toolshed/server/present';

type Choice = 'approve' | 'deny' | 'edit' | 'same' | 'session' | 'refuse' | 'show' | 'later';

/** Approve, deny, approve other arguments, either of them for the session, see everything first, or decide later. */
export async function askApproval(
  facts: CardFacts,
  isShortened: boolean,
  terminal: Terminal,
  refused: Draft | undefined,
): Promise<Reply> {
  let hasHidden = isShortened;
  let draft = refused;
  // Refused arguments are edited again at once; the question they belong to is right above.
  let choice: Choice | undefined = refused === undefined ? undefined : 'edit';
  for (;;) {
    choice ??= await terminal.prompter.select(
      'Your decision',
      choicesFor(facts, hasHidden, draft),
      hasHidden ? 'show' : 'later',
    );
    switch (choice) {
      case undefined:
      case 'later':
        return { kind: 'later', draft };
      case 'approve':
        return { kind: 'answer', answer: { approved: true } };
      case 'same':
        return { kind: 'answer', answer: { approved: true, remember: { scope: 'session', sameArguments: true } } };
      case 'session':
        return { kind: 'answer', answer: { approved: true, remember: 'session' } };
      case 'deny':
        return await deny(terminal);
      case 'refuse':
        return await deny(terminal, { remember: 'session' });
      case 'edit': {
        const edited = await editArguments(facts, draft, terminal);
        if (edited.kind === 'left') return { kind: 'later', draft: edited.draft };
        if (edited.kind === 'approved') return { kind: 'answer', answer: { approved: true, args: edited.args } };
        draft = edited.draft;
        break;
      }
      case 'show':
        showFull(facts, terminal);
        hasHidden = false;
    }
    choice = undefined;
  }
}

/** A refusal and, if the person gives one, its reason. */
export async function deny(
  { prompter }: Pick<Terminal, 'prompter'>,
  kept: Pick<AnswerFacts, 'remember'> = {},
): Promise<Reply> {
  const reason = await prompter.text('Reason, for the program to read (optional)');
  if (reason === undefined) return { kind: 'later' };
  return { kind: 'answer', answer: { approved: false, ...kept, ...(reason === '' ? {} : { reason }) } };
}

/** What was shown shortened cannot be approved before it was shown in full. */
function choicesFor(
  { question, tool }: CardFacts,
  hasHidden: boolean,
  draft: Draft | undefined,
): readonly Option<Choice>[] {
  const deny: Option<Choice> = { value: 'deny', label: 'Deny' };
  const later: Option<Choice> = { value: 'later', label: 'Decide later', hint: 'it stays paused' };
  const show: Option<Choice> = { value: 'show', label: 'Show everything' };
  if (hasHidden) return [{ ...show, hint: 'needed before you can approve' }, deny, later];
  const approve: Option<Choice> = {
    value: 'approve',
    label: 'Approve',
    hint: draft ? 'as shown, without your edit' : 'this call only',
  };
  if (question.asker !== 'gate') return [approve, deny, show, later];
  // A tool that this host lacks cannot check other arguments.
  const edit: Option<Choice>[] = tool === undefined ? [] : [{ value: 'edit', label: 'Edit arguments' }];
  return [approve, deny, ...edit, ...sessionChoices(question), show, later];
}

/** The narrowest first. A call that several people have to approve is approved each time. */
function sessionChoices({ toolPath, session, approvals }: PendingElicitation): readonly Option<Choice>[] {
  const hint = `in session "${safeText(session)}", for 8 hours`;
  const path = safeText(toolPath ?? '');
  const refuse: Option<Choice> = { value: 'refuse', label: `Deny ${path} for this session`, hint, isWhole: true };
  if (approvals !== undefined) return [refuse];
  return [
    { value: 'same', label: `Approve ${path} with these arguments for this session`, hint, isWhole: true },
    { value: 'session', label: `Approve ${path} with any arguments for this session`, hint, isWhole: true },
    refuse,
  ];
}
