// What the entries of one append do to the table of questions, as one change for each row: the parts of a statement do
// not see what the others write, so a question that is asked and closed by one append is written closed.

import type { ElicitationId, ExecutionId, JournalEntry } from '@toolshed/kernel';
import { questionChangeOf } from '../../question-change.js';

export interface OpenedQuestion {
  readonly elicitation: ElicitationId;
  readonly seq: number;
  readonly flow: string | undefined;
  readonly isOpen: boolean;
}

export interface ChangedQuestion {
  readonly elicitation: ElicitationId;
  /** Of its new wording. */
  readonly revised: { readonly seq: number; readonly flow: string | undefined } | undefined;
  readonly closes: boolean;
}

export interface QuestionRows {
  readonly opened: readonly OpenedQuestion[];
  readonly changed: readonly ChangedQuestion[];
  /** Closes every question that was open before. */
  readonly closesAll: boolean;
  /** Side quests whose end these entries tell. */
  readonly reportedQuests: readonly ExecutionId[];
}

export function questionRowsOf(entries: readonly JournalEntry[]): QuestionRows {
  const opened = new Map<ElicitationId, OpenedQuestion>();
  const changed = new Map<ElicitationId, ChangedQuestion>();
  const reportedQuests: ExecutionId[] = [];
  let closesAll = false;
  for (const entry of entries) {
    const change = questionChangeOf(entry);
    if (entry.kind === 'side-quest-ended') reportedQuests.push(entry.execution);
    switch (change.kind) {
      case 'opens':
        opened.set(change.elicitation, { ...change, seq: entry.seq, isOpen: true });
        break;
      case 'revises': {
        const { elicitation, flow } = change;
        const asked = opened.get(elicitation);
        if (asked) opened.set(elicitation, { ...asked, seq: entry.seq, flow });
        else
          changed.set(elicitation, {
            elicitation,
            revised: { seq: entry.seq, flow },
            closes: changed.get(elicitation)?.closes ?? false,
          });
        break;
      }
      case 'closes': {
        const { elicitation } = change;
        const asked = opened.get(elicitation);
        if (asked) opened.set(elicitation, { ...asked, isOpen: false });
        else changed.set(elicitation, { elicitation, revised: changed.get(elicitation)?.revised, closes: true });
        break;
      }
      case 'closes-all':
        closesAll = true;
        for (const asked of opened.values()) opened.set(asked.elicitation, { ...asked, isOpen: false });
        for (const one of changed.values()) changed.set(one.elicitation, { ...one, closes: true });
        break;
      case 'none':
        break;
    }
  }
  return { opened: [...opened.values()], changed: [...changed.values()], closesAll, reportedQuests };
}
