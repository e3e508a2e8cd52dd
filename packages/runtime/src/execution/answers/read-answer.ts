// Reads what a caller passed to `resume`. The first stage of an answer: `submit-answer` gets what is returned here.
// Parsing is strict: what cannot be understood is refused and the question stays open. Only an explicit refusal refuses.

import {
  AnsweredBy,
  ElicitationId,
  GivenAction,
  InvalidAnswerError,
  Remember,
  type SchemaIssue,
} from '@toolshed/kernel';
import { readStrictly } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { LIMIT_CODES, type Limits } from '../../sandbox/limits.js';
import { assertWithin } from '../../tool-proxy/measure-value.js';
import type { ResumeAnswer, ResumeAnswers } from '../../host-api/resume-answer.js';

/** Who answers by default. */
export const LIBRARY: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };

const [Scope, RememberFacts] = Remember.options;

const Facts = {
  approved: z.boolean().exactOptional(),
  action: GivenAction.exactOptional(),
  data: z.unknown().exactOptional(),
  reason: z.string().exactOptional(),
  args: z.unknown().exactOptional(),
  /** Parsed separately: a text or an object. */
  remember: z.unknown().exactOptional(),
  by: AnsweredBy.exactOptional(),
};

const One = z.strictObject({
  ...Facts,
  elicitationId: z.string().exactOptional(),
  all: z.boolean().exactOptional(),
});

const OfSeveral = z.strictObject(Facts);

const Several = z.strictObject({ answers: z.record(z.string(), z.unknown()), by: AnsweredBy.exactOptional() });

type AnswerLimits = Pick<Limits, 'answerBytes' | 'argsDepth'>;

/** `id`: what the answer was addressed to. */
export function readResumeAnswer(id: string, given: unknown, limits: AnswerLimits): ResumeAnswer | ResumeAnswers {
  const answer = parseAnswer(id, given);
  assertAnswerSize(answer, limits);
  return answer;
}

/** Levels of the answer itself around what a person gave. */
const OUTER_LEVELS = 3;

/** An answer is bounded before anything reads it: it will be journaled, and read at every replay. */
export function assertAnswerSize(answer: ResumeAnswer | ResumeAnswers, { answerBytes, argsDepth }: AnswerLimits): void {
  const given = 'answers' in answer ? Object.values(answer.answers) : [answer];
  for (const { data, args, reason, elicitationId } of given)
    assertWithin([data, args, reason, elicitationId], {
      what: 'an answer',
      characters: answerBytes,
      sizeCode: LIMIT_CODES.answerBytes,
      depth: argsDepth + OUTER_LEVELS,
      depthCode: LIMIT_CODES.argsDepth,
    });
}

function parseAnswer(id: string, given: unknown): ResumeAnswer | ResumeAnswers {
  if (typeof given === 'boolean') return { approved: given };
  if (typeof given === 'object' && given !== null && 'answers' in given) return readSeveral(id, given);
  const answer = readOne(id, One, given, '');
  if (answer.all === true && answer.elicitationId !== undefined)
    throw new InvalidAnswerError(id, [
      { field: 'all', message: 'cannot be combined with "elicitationId"; give one of them' },
    ]);
  if (answer.all === true && ElicitationId.safeParse(id).success)
    throw new InvalidAnswerError(id, [
      { field: 'all', message: "cannot be combined with a question's id; give the execution's id, or leave it out" },
    ]);
  return answer;
}

function readSeveral(id: string, given: unknown): ResumeAnswers {
  const { answers, ...facts } = orThrow(id, readStrictly(Several, given), '');
  const named = Object.entries(answers);
  if (named.length === 0)
    throw new InvalidAnswerError(id, [
      { field: 'answers', message: 'names no question; give each answer under its id' },
    ]);
  return {
    ...facts,
    answers: Object.fromEntries(named.map(([name, one]) => [name, readOne(id, OfSeveral, one, `answers.${name}.`)])),
  };
}

function readOne<T extends z.infer<typeof OfSeveral>>(id: string, schema: z.ZodType<T>, given: unknown, at: string) {
  const { approved, action, remember, ...facts } = orThrow(id, readStrictly(schema, given), at);
  const kept = remember === undefined ? {} : { remember: readRemember(id, remember, at) };
  if (action === undefined && approved === undefined)
    throw refused(id, at, 'approved', 'is missing: say true or false');
  if (action === undefined) return { ...facts, ...kept, approved: approved === true };
  if (approved !== undefined && (action === 'accept') !== approved)
    throw refused(id, at, 'action', `is "${action}", which contradicts "approved"`);
  return { ...facts, ...kept, action };
}

function readRemember(id: string, given: unknown, at: string): Remember {
  if (typeof given !== 'string') return orThrow(id, readStrictly(RememberFacts, given), `${at}remember.`);
  const scope = Scope.safeParse(given);
  if (scope.success) return scope.data;
  throw refused(id, at, 'remember', `takes ${Scope.options.join(', ')}`);
}

function orThrow<T>(id: string, read: ReturnType<typeof readStrictly<T>>, at: string): T {
  if (read.kind === 'valid') return read.value;
  throw new InvalidAnswerError(
    id,
    read.issues.map(({ field, message }) => ({ field: `${at}${field}`, message })),
  );
}

function refused(id: string, at: string, field: string, message: string): InvalidAnswerError {
  const issue: SchemaIssue = { field: `${at}${field}`, message };
  return new InvalidAnswerError(id, [issue]);
}
