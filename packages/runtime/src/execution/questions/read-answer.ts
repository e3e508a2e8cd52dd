// What a caller of `resume` handed over, read strictly: what cannot be understood is refused and the question stays
// open. Nothing but an explicit no is a no.

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
import type { ResumeAnswer, ResumeAnswers } from '../../toolshed.js';

const [Scope, RememberFacts] = Remember.options;

const Said = {
  approved: z.boolean().exactOptional(),
  action: GivenAction.exactOptional(),
  data: z.unknown().exactOptional(),
  reason: z.string().exactOptional(),
  args: z.unknown().exactOptional(),
  /** Read by itself: a text or an object. */
  remember: z.unknown().exactOptional(),
  by: AnsweredBy.exactOptional(),
};

const One = z.strictObject({
  ...Said,
  elicitationId: z.string().exactOptional(),
  all: z.boolean().exactOptional(),
});

const OfSeveral = z.strictObject(Said);

const Several = z.strictObject({ answers: z.record(z.string(), z.unknown()), by: AnsweredBy.exactOptional() });

/** `id`: what the answer was addressed to. */
export function readResumeAnswer(id: string, given: unknown): ResumeAnswer | ResumeAnswers {
  if (typeof given === 'boolean') return { approved: given };
  if (typeof given === 'object' && given !== null && 'answers' in given) return readSeveral(id, given);
  const answer = readOne(id, One, given, '');
  if (answer.all === true && answer.elicitationId !== undefined)
    throw new InvalidAnswerError(id, [{ field: 'all', message: 'stands beside "elicitationId"; give one of them' }]);
  if (answer.all === true && ElicitationId.safeParse(id).success)
    throw new InvalidAnswerError(id, [
      { field: 'all', message: "stands beside a question's id; give the execution's id, or leave it out" },
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
    throw refused(id, at, 'action', `says ${action}, "approved" another`);
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
