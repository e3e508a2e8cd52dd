// Toolshed's kinds of question as the flat forms that MCP knows, each with the way back from what the client filled in.
//
// Invariant: only the exact approving choice approves. A form that was accepted empty, or with a value it did not
// offer, is not an answer. What a form cannot hold is checked again by the kernel, whatever the client claims.

import type { ElicitationRequest, PendingElicitation } from '@toolshed/kernel';
import { z } from 'zod';
import { safeText } from '@toolshed/kernel/runtime';
import {
  accepted,
  answerForm,
  choicesOf,
  flatForm,
  type FormAnswer,
  given,
  givenText,
  hasLists,
  needsTitle,
  type QuestionForm,
  readJson,
} from './flat-form.js';
import { namedForm } from './named-form.js';
import { meantBy } from './shown-values.js';

/** `undefined` for a kind that is not asked in a form. */
export function questionForm(question: PendingElicitation, revision: string): QuestionForm | undefined {
  const { request } = question;
  switch (request.type) {
    case 'approval':
      return approvalForm(question);
    case 'confirmation':
      return answerForm({ type: 'boolean', ...given(request.default) }, z.boolean(), (approved) => ({ approved }));
    case 'text':
      return answerForm({ type: 'string', ...givenText(request.default) }, z.string(), accepted);
    case 'choice':
      return choiceForm(request, revision);
    case 'multi_choice':
      return hasLists(revision) ? listForm(request) : tickForm(request);
    case 'form':
      return flatForm(request.schema);
    case 'in-doubt':
      return inDoubtForm();
    case 'named':
      return namedForm(request, revision);
    default:
      return undefined;
  }
}

type Decision = Pick<FormAnswer, 'approved' | 'remember'>;

const ONCE: Readonly<Record<string, Decision>> = { Approve: { approved: true }, Deny: { approved: false } };

/** A client may keep one session for years; what a person remembers lasts a working day. */
const SESSION = { scope: 'session', expiresInMs: 8 * 60 * 60 * 1_000 } as const;

const DENY_LATER: Readonly<Record<string, Decision>> = {
  'Deny, also later calls of this tool in this session, for 8 hours': { approved: false, remember: SESSION },
};

/** The narrower one is offered first. */
const APPROVE_LATER: Readonly<Record<string, Decision>> = {
  'Approve, also later calls with these arguments in this session, for 8 hours': {
    approved: true,
    remember: { ...SESSION, sameArguments: true },
  },
  'Approve, also later calls of this tool in this session, for 8 hours': { approved: true, remember: SESSION },
};

/** A call that several people have to approve is approved each time. */
function approvalForm({ asker, approvals }: PendingElicitation): QuestionForm {
  const offered = {
    ...ONCE,
    ...(asker === 'gate' && !approvals ? APPROVE_LATER : {}),
    ...(asker === 'gate' ? DENY_LATER : {}),
  };
  const decisions = Object.keys(offered);
  const Content = z.object({ decision: z.enum(decisions), reason: z.string().optional() });
  return {
    schema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Your decision', enum: decisions },
        reason: { type: 'string', title: 'Reason', description: 'Optional. The program gets it.' },
      },
      required: ['decision'],
    },
    read(content) {
      const parsed = Content.safeParse(content);
      if (!parsed.success) return undefined;
      const { decision, reason } = parsed.data;
      return {
        ...(offered[decision] ?? { approved: false }),
        ...(reason === undefined || reason === '' ? {} : { reason }),
      };
    },
  };
}

const IN_DOUBT = {
  'Run it again': 'retry',
  'Let the call fail': 'fail',
  'It happened: I give its result': 'result',
} as const;

/** Retrying is not first: a person who only confirms what is preselected must not make a call happen twice. */
function inDoubtForm(): QuestionForm {
  const decisions = ['Let the call fail', 'It happened: I give its result', 'Run it again'] as const;
  const Content = z.object({ decision: z.enum(decisions), result: z.string().optional() });
  return {
    schema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'What now?', enum: [...decisions] },
        result: { type: 'string', title: 'Its result', description: 'As JSON, if it happened.' },
      },
      required: ['decision'],
    },
    read(content) {
      const parsed = Content.safeParse(content);
      if (!parsed.success) return undefined;
      const what = IN_DOUBT[parsed.data.decision];
      if (what !== 'result') return accepted({ do: what });
      const value = readJson(parsed.data.result);
      return value === undefined ? undefined : accepted({ do: 'result', value: value.json });
    },
  };
}

function choiceForm(request: Extract<ElicitationRequest, { type: 'choice' }>, revision: string): QuestionForm {
  const { options, default: initial } = request;
  const meant = meantBy(options.map(({ value }) => value));
  const field = {
    type: 'string',
    ...choicesOf(options, revision),
    ...given(initial === undefined ? undefined : safeText(initial)),
  };
  return answerForm(field, z.string(), (shown) => accepted(meant(shown)));
}

function listForm({ options, default: initial }: Extract<ElicitationRequest, { type: 'multi_choice' }>): QuestionForm {
  const meant = meantBy(options.map(({ value }) => value));
  const items = { type: 'string', enum: options.map(({ value }) => safeText(value)) };
  const titled = {
    anyOf: options.map(({ value, label }) => ({ const: safeText(value), title: safeText(label ?? value) })),
  };
  const field = {
    type: 'array',
    items: options.some(needsTitle) ? titled : items,
    ...given(initial?.map((value) => safeText(value))),
  };
  return answerForm(field, z.array(z.string()), (shown) => accepted(shown.map(meant)));
}

/** Before there were lists in forms: one box to tick for each choice. */
function tickForm({ options, default: initial }: Extract<ElicitationRequest, { type: 'multi_choice' }>): QuestionForm {
  const nameOf = (index: number): string => `choice_${index + 1}`;
  const fields = options.map(({ value, label }, index) => [
    nameOf(index),
    { type: 'boolean', title: safeText(label ?? value), default: initial?.includes(value) ?? false },
  ]);
  return {
    schema: { type: 'object', properties: Object.fromEntries(fields), required: [] },
    read(content) {
      const ticks = z.record(z.string(), z.unknown()).safeParse(content).data;
      if (ticks === undefined) return undefined;
      return accepted(options.flatMap(({ value }, index) => (ticks[nameOf(index)] === true ? [value] : [])));
    },
  };
}
