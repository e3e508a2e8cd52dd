// What a journal says of one call: what it was given, who let it run, and what it gave back.

import type { GateDecision } from '@toolshed/kernel';
import type { EntryView } from '@toolshed/server';

export interface CallFacts {
  readonly args: unknown;
  readonly decision: GateDecision | undefined;
  /** Answers of people, in order. */
  readonly answers: readonly {
    readonly at: number;
    readonly action: string;
    readonly by: string;
    readonly reason: string | undefined;
    /** What an approver put in the place of the arguments. */
    readonly args: unknown;
  }[];
  readonly result: { readonly value: unknown } | undefined;
  readonly error: { readonly code: string | undefined; readonly message: string } | undefined;
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

type Of<K extends EntryView['kind']> = Extract<EntryView, { kind: K }>;

export function callFactsOf(journal: readonly EntryView[], call: number): CallFacts {
  const own = journal.filter((entry) => 'call' in entry && entry.call === call);
  const last = <K extends EntryView['kind']>(...kinds: readonly K[]): Of<K> | undefined =>
    own.findLast((entry): entry is Of<K> => kinds.some((kind) => kind === entry.kind));
  const called = last('tool-changed', 'tool-called');
  const asked = last('elicit-called');
  const returned = last('returned');
  return {
    args: parsed(called === undefined ? asked?.request : called.args),
    decision: last('redecided')?.decision ?? called?.decision,
    answers: own.flatMap((entry) => {
      if (entry.kind === 'answered') return [answerOf(entry, entry.answer)];
      return entry.kind === 'approval-given' ? [answerOf(entry, { ...entry, action: 'accept' })] : [];
    }),
    result: returned === undefined ? undefined : { value: parsed(returned.value) },
    error: last('threw', 'call-refused')?.error,
  };
}

const answerOf = (
  { at, args }: Of<'answered' | 'approval-given'>,
  { action, by, reason }: Pick<Of<'answered'>['answer'], 'by' | 'reason'> & { readonly action: string },
): CallFacts['answers'][number] => ({ at, action, by: by.principal, reason, args: parsed(args) });
