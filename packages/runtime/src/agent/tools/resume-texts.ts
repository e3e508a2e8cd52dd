// The answer that an agent passes on for its person: what it may contain, and how it is parsed.

import { type AnsweredBy, GivenAction, type PendingElicitation, Remember } from '@toolshed/kernel';
import { issuesText, readStrictly, type SchemaResult } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { ResumeAnswer } from '../../host-api/resume-answer.js';
import { assertMayPassOn } from '../agent-answer.js';
import { OutputTokensArgument } from '../view/output-budget.js';
import { InvalidToolCallError } from './invalid-tool-call-error.js';

export const ResumeInput = z.strictObject({
  execution_id: z.string(),
  elicitation_id: z.string().optional().describe('Which question; needed once the execution has asked more than one'),
  approved: z.boolean().optional().describe('What the user decided: yes or no. Or give "action"'),
  action: GivenAction.exclude(['not_supported'])
    .optional()
    .describe('What the user decided: one of the question’s "actions". With other, "content" has their own words'),
  content: z.unknown().optional().describe('The answer, where the question wants more than a yes'),
  data: z.unknown().optional().describe('The same as "content"'),
  args: z.record(z.string(), z.unknown()).optional().describe('Other arguments the user approved instead'),
  reason: z.string().optional().describe('Why; the program gets it'),
  remember: z
    .unknown()
    .optional()
    .describe('Only a person can have an answer remembered: a dialog of the client offers that, and so does the inbox'),
  output_tokens: OutputTokensArgument,
});
export type ResumeInput = z.infer<typeof ResumeInput>;

export const RESUME_DESCRIPTION = `Pass on what the user decided about a paused execution, and continue it. Only after the user has decided: never decide for them.
Example: {"execution_id": "exec_…", "elicitation_id": "elic_…", "approved": true}
Example: {"execution_id": "exec_…", "elicitation_id": "elic_…", "action": "other", "content": "first show me the diff"}`;

/** Always checked: what cannot be understood is refused, not ignored. */
export function assertReadable({ approved, action, content, data, remember }: ResumeInput): void {
  const refuse = (problem: string): never => {
    throw new InvalidToolCallError(`Cannot call resume: ${problem}; nothing was answered`);
  };
  if (approved === undefined && action === undefined) refuse('say what the user decided, in "approved" or "action"');
  if (approved !== undefined && action !== undefined && (action === 'accept') !== approved)
    refuse(`"action" says ${action}, which contradicts "approved"`);
  if (content !== undefined && data !== undefined) refuse('"content" and "data" are the same; give one of them');
  const read = remember === undefined ? undefined : readRemember(remember);
  if (read?.kind === 'invalid')
    refuse(issuesText(read.issues.map(({ field, message }) => ({ field: `remember.${field}`, message }))));
}

const [Scope, Facts] = Remember.options;

const readRemember = (remember: unknown): SchemaResult<unknown> =>
  readStrictly<unknown>(typeof remember === 'object' ? Facts : Scope, remember);

/** Throws PersonOnlyError where the person has to answer in person. */
export function readPassedOn(pending: readonly PendingElicitation[], input: ResumeInput, by: AnsweredBy): ResumeAnswer {
  const { elicitation_id: elicitation, approved = false, action, remember } = input;
  const isAccepted = (action ?? (approved ? 'accept' : 'decline')) === 'accept';
  assertMayPassOn(pending, { elicitation, isAccepted, remembers: remember !== undefined && remember !== 'once' });
  const { content, data = content, args, reason } = input;
  return {
    ...(action === undefined ? { approved } : { action }),
    by,
    ...(data === undefined ? {} : { data }),
    ...(args === undefined ? {} : { args }),
    ...(elicitation === undefined ? {} : { elicitationId: elicitation }),
    ...(reason === undefined ? {} : { reason }),
  };
}
