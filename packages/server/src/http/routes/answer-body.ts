import { type AnsweredBy, type JsonValue, Remember } from '@toolshed/kernel';
import { z } from 'zod';
import type { Principal } from '../access/principal.js';
import type { AnswerAction, GivenAnswer } from '../shed/shed-port.js';
import { WaitMs } from '../shed/wait-for.js';

/** Out of JSON.parse, so it is JSON; passed on as it is, a key called `__proto__` included. */
export const JsonBody = z.custom<JsonValue>();

/** What a person answers: `approved`, or the `action` by its name. */
export const AnswerFields = z.strictObject({
  approved: z.boolean().optional().describe('`true` means the action `accept`, `false` means `decline`'),
  action: z.enum(['accept', 'decline', 'cancel', 'denied', 'other', 'not_supported']).optional(),
  data: JsonBody.optional().describe('What is answered, in the shape the question asks for'),
  reason: z.string().max(4_000).optional().describe('Why; the program may read it'),
  remember: Remember.optional(),
  args: JsonBody.optional().describe('Arguments to run instead of those that were asked about'),
});
type AnswerFields = z.infer<typeof AnswerFields>;

const saysOne = ({ approved, action }: Pick<AnswerFields, 'approved' | 'action'>): boolean =>
  (approved === undefined) !== (action === undefined);
const SAY_ONE = { message: 'say either "approved" or "action"', path: ['approved'] };

export const AnswerBody = AnswerFields.extend({ waitMs: WaitMs.default(10_000) }).refine(saysOne, SAY_ONE);

export const ResumeBody = z.union([
  AnswerFields.extend({
    elicitationId: z.string().optional(),
    all: z.boolean().optional(),
    waitMs: WaitMs.default(10_000),
  }).refine(saysOne, SAY_ONE),
  z.strictObject({
    answers: z.record(z.string(), AnswerFields.refine(saysOne, SAY_ONE)),
    waitMs: WaitMs.default(10_000),
  }),
]);

export function givenAnswer({ approved, action, data, reason, remember, args }: AnswerFields): GivenAnswer {
  return {
    action: action ?? actionOf(approved === true),
    ...(data === undefined ? {} : { data }),
    ...(reason === undefined ? {} : { reason }),
    ...(remember === undefined ? {} : { remember }),
    ...(args === undefined ? {} : { args }),
  };
}

const actionOf = (isApproved: boolean): AnswerAction => (isApproved ? 'accept' : 'decline');

/** The starter is the principal that the credential proves. */
export function startedBy(caller: Principal): AnsweredBy {
  if (caller.kind !== 'agent' && caller.kind !== 'approver')
    throw new TypeError('a route for members let somebody else in');
  return { principal: caller.name, kind: caller.kind === 'agent' ? 'agent' : 'person', channel: 'http' };
}

/** Who completes a flow. */
export function completedBy(caller: Principal): string {
  if (caller.kind !== 'approver' && caller.kind !== 'flow')
    throw new TypeError('a route for owners of flows let somebody else in');
  return caller.name;
}

/** The answerer is the person who signed in, whatever the body says. */
export function answeredBy(caller: Principal): AnsweredBy {
  if (caller.kind !== 'approver') throw new TypeError('a route for approvers let somebody else in');
  return { principal: caller.name, kind: 'person', channel: caller.way === 'browser' ? 'inbox' : 'http' };
}
