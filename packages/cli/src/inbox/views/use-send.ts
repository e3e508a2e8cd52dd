import type { OpenQuestion } from '@toolshed/kernel';
import { useState } from 'preact/hooks';
import type { AnswerBody } from '../answer/answer.ts';
import { ApiError, answerQuestion } from '../api.ts';
import { clock } from '../show/moment.ts';
import { refreshQuestions } from '../store.ts';
import { tell } from '../toasts.tsx';

export interface Sending {
  readonly problems: Readonly<Record<string, string>>;
  readonly isSending: boolean;
  readonly send: (answer: AnswerBody) => void;
}

/** Sends an answer once, and says what became of it: taken, taken but not enough, wrong, or too late. */
export function useSend(question: OpenQuestion, onAnswered: () => void): Sending {
  const [problems, setProblems] = useState<Sending['problems']>({});
  const [isSending, setSending] = useState(false);
  const send = async (answer: AnswerBody): Promise<void> => {
    setSending(true);
    setProblems({});
    try {
      const { elicitation, request } = question;
      const reply = await answerQuestion(elicitation, answer);
      const isStillOpen =
        reply.status === 'paused' && reply.pending.some(({ elicitationId }) => elicitationId === elicitation);
      tell(isStillOpen ? 'Noted; the question stays open' : saidOf(answer, request.type));
      if (!isStillOpen) onAnswered();
      await refreshQuestions().catch(() => undefined);
    } catch (error) {
      if (error instanceof ApiError) {
        setProblems(error.fields);
        if (Object.keys(error.fields).length === 0) tell(faster(error) ?? error.message, true);
        if (error.status === 409) await refreshQuestions().catch(() => undefined);
      } else tell('Cannot send the answer: the server cannot be reached. Nothing was decided', true);
    } finally {
      setSending(false);
    }
  };
  return { problems, isSending, send: (answer) => void send(answer) };
}

const faster = ({ answer }: ApiError): string | undefined =>
  answer && `${answer.by} was faster: ${SAID[answer.action] ?? answer.action}, ${clock(answer.at)}`;

const SAID: Readonly<Record<string, string>> = {
  accept: 'accepted',
  decline: 'declined',
  cancel: 'dismissed',
  denied: 'not shared',
  other: 'answered in their own words',
};

function saidOf({ action }: AnswerBody, type: OpenQuestion['request']['type']): string {
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
