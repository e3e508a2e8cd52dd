import type { PendingElicitation } from '@toolshed/kernel';
import { useState } from 'preact/hooks';
import type { AnswerBody } from '../../answer/answer.ts';
import { ApiError, answerQuestion, type QuestionFacts, showQuestion } from '../../client/api.ts';
import { isLive, untilLive } from '../../client/connection.ts';
import { clock } from '../../show/moment.ts';
import { confirm, follow, unfollow } from '../../client/outcomes.ts';
import { dropQuestions, me, readQuestion, refreshQuestions } from '../../client/store.ts';
import { tell } from '../../toasts.tsx';

/** What stands between a person and an answer. */
export type SendState = 'ready' | 'sending' | 'not-live';

export interface Sending {
  readonly problems: Readonly<Record<string, string>>;
  readonly state: SendState;
  readonly send: (answer: AnswerBody) => void;
}

/** Sends an answer once, and reports the outcome: accepted, accepted but not enough, invalid, or too late. */
export function useSend(question: PendingElicitation, onAnswered: () => void): Sending {
  const [problems, setProblems] = useState<Sending['problems']>({});
  const [isSending, setSending] = useState(false);
  const send = async (answer: AnswerBody): Promise<void> => {
    setSending(true);
    setProblems({});
    const { elicitationId: id, request, asker } = question;
    const isCall = asker === 'gate' && answer.action === 'accept';
    // Before it is sent: the call may have ended before the reply is here.
    if (isCall) follow(question);
    try {
      const reply = await answerQuestion(id, answer);
      const isStillOpen = reply.status === 'paused' && reply.pending.some(({ elicitationId }) => elicitationId === id);
      if (isStillOpen) {
        unfollow(id);
        tell('Recorded; the question stays open');
        await readQuestion(id);
      } else {
        if (isCall) confirm(id);
        else tell(sentText(answer, request.type));
        onAnswered();
        dropQuestions(new Set([id]));
      }
    } catch (error) {
      unfollow(id);
      if (error instanceof ApiError) {
        setProblems(error.fields);
        if (Object.keys(error.fields).length === 0) tell(faster(error) ?? error.message, true);
        if (error.status === 409) await refreshQuestions().catch(() => undefined);
      } else await tellOutcome(question, answer);
    } finally {
      setSending(false);
    }
  };
  const state = isSending ? 'sending' : isLive() ? 'ready' : 'not-live';
  return { problems, state, send: (answer) => void send(answer) };
}

/**
 * The connection broke between sending and the reply: whether the answer was recorded is not known, and is not guessed.
 * It is looked up once the page is connected again.
 */
async function tellOutcome({ elicitationId, request }: PendingElicitation, answer: AnswerBody): Promise<void> {
  tell(
    'The connection broke before the server replied. Whether your answer was recorded is shown once the connection is back',
    true,
  );
  const found = await lookUp(elicitationId);
  const isMine = ({ principal }: { readonly principal: string }): boolean => principal === me.value;
  if (found === undefined) tell('Your answer could not be looked up; open the question to see what became of it', true);
  else if (found.answer?.action === answer.action && isMine(found.answer.by))
    tell(`Your answer was recorded: ${sentText(answer, request.type)}`);
  else if (found.state === 'open' && answer.action === 'accept' && found.approvals?.by.some(isMine))
    tell('Your answer was recorded; the question stays open');
  else if (found.state === 'open') tell('Your answer was not recorded; the question is still open', true);
  else tell('Your answer was not recorded; the question was closed without it', true);
  await refreshQuestions().catch(() => undefined);
}

/** Asks until the server says something; `undefined` if it does not know the question. */
async function lookUp(elicitationId: string): Promise<QuestionFacts | undefined> {
  for (;;) {
    await untilLive();
    try {
      return await showQuestion(elicitationId);
    } catch (error) {
      if (error instanceof ApiError && error.status !== 503) return undefined;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}

const LOOK_AGAIN_MS = 500;

const faster = ({ answer }: ApiError): string | undefined =>
  answer && `${answer.by} was faster: ${SAID[answer.action] ?? answer.action}, ${clock(answer.at)}`;

const SAID: Readonly<Record<string, string>> = {
  accept: 'accepted',
  decline: 'declined',
  cancel: 'dismissed',
  denied: 'not shared',
  other: 'answered in their own words',
};

function sentText({ action }: AnswerBody, type: PendingElicitation['request']['type']): string {
  switch (action) {
    case 'accept':
      return type === 'approval' ? 'Approved' : 'Sent';
    case 'decline':
      return type === 'approval' ? 'Denied' : 'Declined';
    case 'cancel':
      return 'Dismissed';
    case 'denied':
      return 'Not shared';
    case 'other':
      return 'Sent';
    case 'not_supported':
      return 'Not supported here';
  }
}
