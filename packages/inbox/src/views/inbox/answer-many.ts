// Answering several questions: those of one execution in one write, one execution after another.

import type { PendingElicitation } from '@toolshed/kernel';
import { signal } from '@preact/signals';
import { safeText } from '@toolshed/server/present';
import { useState } from 'preact/hooks';
import { answerQuestion, answerTogether, ApiError } from '../../client/api.ts';
import { isLive } from '../../client/connection.ts';
import { confirmed } from '../../confirm.tsx';
import { dropQuestions, isSeen, refreshQuestions } from '../../client/store.ts';
import { useShownAMoment } from '../../show/use-shown-a-moment.ts';
import { tell } from '../../toasts.tsx';

/** Calls at the gate that one person decides. All else is answered one by one. */
export const isOneOfMany = ({ request, asker, approvals }: PendingElicitation): boolean =>
  request.type === 'approval' && asker === 'gate' && approvals === undefined;

/** Those of them that were read as they stand. */
export const mayApproveTogether = (question: PendingElicitation): boolean => isOneOfMany(question) && isSeen(question);

export interface AnswerMany {
  /** Being sent, only just shown, or not connected. */
  readonly isBusy: boolean;
  /** Only just shown. */
  readonly isPausing: boolean;
  readonly approve: (list: readonly PendingElicitation[]) => Promise<void>;
  readonly deny: (list: readonly PendingElicitation[]) => Promise<void>;
}

type Action = 'accept' | 'decline';

/**
 * The list has just lost what was answered, and something else stands under the pointer: the second of two clicks was
 * not meant for it.
 */
const isSettling = signal(false);
const SETTLE_MS = 400;
let settling: ReturnType<typeof setTimeout> | undefined;

function settle(): void {
  isSettling.value = true;
  clearTimeout(settling);
  settling = setTimeout(() => {
    isSettling.value = false;
  }, SETTLE_MS);
}

/** `what` it would answer, and whether it was read: a second click, meant for what stood there before, does nothing. */
export function useAnswerMany(what: readonly PendingElicitation[]): AnswerMany {
  const [isSending, setSending] = useState(false);
  const isShownLongEnough = useShownAMoment(JSON.stringify(what.map((one) => [one.elicitationId, isSeen(one)])));
  const answer = async (list: readonly PendingElicitation[], action: Action): Promise<void> => {
    setSending(true);
    const failures = await answerAll(list, action);
    setSending(false);
    const failed = failures.filter(({ reason }) => reason instanceof ApiError).length;
    const unknown = failures.length - failed;
    const done = list.length - failures.length;
    if (done > 0) tell(`${done} ${action === 'accept' ? 'approved' : 'denied'}`);
    if (failed > 0) tell(`${failed} could not be answered; they are unchanged`, true);
    if (unknown > 0) tell(`The connection broke: it is not known whether ${unknown} of them were answered`, true);
    settle();
    const open = new Set(failures.map(({ question }) => question));
    dropQuestions(new Set(list.filter((one) => !open.has(one)).map(({ elicitationId }) => elicitationId)));
    // What became of the others is what the server says.
    if (failures.length > 0) await refreshQuestions().catch(() => undefined);
  };
  return {
    isPausing: !isShownLongEnough,
    isBusy: isSending || isSettling.value || !isShownLongEnough || !isLive(),
    // Whatever a button allowed: nothing is approved that was not on the screen.
    approve: (list) => answer(list.filter(mayApproveTogether), 'accept'),
    deny: async (list) => void ((await mayDeny(list)) && (await answer(list, 'decline'))),
  };
}

/** What is denied cannot be asked again, so a person confirms what it is, not only how much. */
const mayDeny = async (list: readonly PendingElicitation[]): Promise<boolean> => {
  if (list.length <= 1) return true;
  const count = list.length.toLocaleString('en-US');
  return await confirmed({
    title: `Deny ${count} questions?`,
    text: `${namesOf(list)}. Each program is told that its call was denied. None of them can be asked again.`,
    yes: `Deny all ${count}`,
  });
};

/** So many are named one by one. */
const NAMED = 3;

function namesOf(list: readonly PendingElicitation[]): string {
  const sessions = [...new Set(list.map(({ session }) => safeText(session)))];
  const from = sessions.length === 1 ? `Session ${sessions[0]}` : `${sessions.length} sessions`;
  const names = list.slice(0, NAMED).map(({ request }) => `“${shortened(safeText(request.message))}”`);
  const rest = list.length - names.length;
  return `${from}: ${names.join(', ')}${rest === 0 ? '' : ` and ${rest.toLocaleString('en-US')} more`}`;
}

const MOST_CHARACTERS = 80;
const shortened = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;

const AT_ONCE = 6;

interface Failure {
  readonly question: PendingElicitation;
  readonly reason: unknown;
}

/** Those that failed. */
async function answerAll(list: readonly PendingElicitation[], action: Action): Promise<readonly Failure[]> {
  const groups = [...Map.groupBy(list, ({ executionId }) => executionId).values()];
  const failures: Failure[] = [];
  const work = async (): Promise<void> => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift())
      failures.push(...(await answerGroup(group, action)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}

/** In one write; where one of them cannot be answered so, each on its own. */
async function answerGroup(group: readonly PendingElicitation[], action: Action): Promise<readonly Failure[]> {
  const [first] = group;
  if (first !== undefined && group.length > 1) {
    try {
      const answers = Object.fromEntries(group.map(({ elicitationId }) => [elicitationId, { action }]));
      await answerTogether(first.executionId, answers);
      return [];
    } catch (reason) {
      // Whether it was written is not known: sending it again could answer for somebody else.
      if (!(reason instanceof ApiError)) return group.map((question) => ({ question, reason }));
    }
  }
  const failures: Failure[] = [];
  for (const question of group)
    await answerQuestion(question.elicitationId, { action }).catch((reason: unknown) =>
      failures.push({ question, reason }),
    );
  return failures;
}
