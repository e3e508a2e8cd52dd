// Which open questions somebody looks for. The server finds them among all, and the inbox keeps what it found true.

import type { PendingElicitation } from '@toolshed/kernel';

/** What somebody looks for; what is left out may be anything. */
export interface QuestionSearch {
  /** All of these words, anywhere in it. */
  readonly text?: string | undefined;
  /** The tool it is about. */
  readonly tool?: string | undefined;
  /** The agent whose program it is of. */
  readonly agent?: string | undefined;
  /** The session it belongs to. */
  readonly session?: string | undefined;
  /** Who asks. */
  readonly kind?: PendingElicitation['asker'] | undefined;
  /** Only those that have waited at least so long. */
  readonly olderThanMs?: number | undefined;
}

/** The tool a question is about. A program can name any tool in a question of its own, so that is none. */
export const toolOf = ({ asker, toolPath }: Pick<PendingElicitation, 'asker' | 'toolPath'>): string | undefined =>
  asker === 'program' ? undefined : toolPath;

/** Whether a question is what somebody looks for. */
export function isFound(question: PendingElicitation, wanted: QuestionSearch, now: number): boolean {
  const { text = '', tool, agent, session, kind, olderThanMs = 0 } = wanted;
  return (
    (tool ?? toolOf(question)) === toolOf(question) &&
    (agent ?? question.agent) === question.agent &&
    (session ?? question.session) === question.session &&
    (kind ?? question.asker) === question.asker &&
    (olderThanMs === 0 || now - question.askedAt >= olderThanMs) &&
    wordsOf(text).every((word) => searchable(question).includes(word) || isIdOf(question, word))
  );
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Ids are random: a short word is in many of them by chance. */
const LEAST_OF_ID = 12;
const isIdOf = ({ executionId, elicitationId }: PendingElicitation, word: string): boolean =>
  word.length >= LEAST_OF_ID && [executionId, elicitationId].some((id) => id.toLowerCase().startsWith(word));

const texts = new WeakMap<PendingElicitation, string>();

/** Everything a person could look for, once for each question. */
function searchable(question: PendingElicitation): string {
  const known = texts.get(question);
  if (known !== undefined) return known;
  const { message, toolPath = '', agent = '', session, args } = question;
  const text = [message, toolPath, agent, session, JSON.stringify(args ?? '')].join(' ').toLowerCase();
  texts.set(question, text);
  return text;
}
