// An open question as an agent reads it: all a person has to be shown, and how it may be answered. A client without
// dialogs has nothing else to show them.

import type { ElicitationRequest } from '@toolshed/kernel';
import { ShownOrigin } from '@toolshed/kernel/runtime';
import type { PausedQuestion } from '@toolshed/runtime';
import { z } from 'zod';

/** What a tool shows of the call: a text, a diff, a table or JSON. */
const Preview = z.looseObject({ kind: z.string() });

export const PendingView = z.object({
  elicitation_id: z.string(),
  type: z.string(),
  /** Of a named kind: which. */
  kind: z.string().optional(),
  message: z.string(),
  description: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string().optional() })).optional(),
  min: z.int().optional(),
  max: z.int().optional(),
  default: z.unknown().optional(),
  /** What the content of an answer has to be, where that is more than a text or one of the options. */
  schema: z.record(z.string(), z.unknown()).optional(),
  /** The page a person is asked to open. */
  url: z.string().optional(),
  /** Of a named kind: what it shows. */
  input: z.unknown().optional(),
  /** Of a secret: what it is kept as. */
  name: z.string().optional(),
  sensitive: z.boolean().optional(),
  tool_path: z.string().optional(),
  /** Where the tool comes from, if it is not the host's own. */
  source: ShownOrigin.optional(),
  args: z.unknown().optional(),
  preview: Preview.optional(),
  /** What was shown before, where that has changed. */
  preview_before: Preview.optional(),
  /** Of a call in doubt: what became of it meanwhile. */
  late_outcome: z.record(z.string(), z.unknown()).optional(),
  approvals: z.object({ needed: z.int(), given_by: z.array(z.string()), args: z.unknown().optional() }).optional(),
  /** Who agreed to open the page: it now waits for the page. */
  agreed_by: z.string().optional(),
  /** What it can be answered with. */
  actions: z.array(z.string()),
  asked_by: z.string(),
  expires_at: z.string().optional(),
  /** Why it is not asked, or not answered, through this client. */
  note: z.string().optional(),
});
export type PendingView = z.infer<typeof PendingView>;

export function pendingView(question: PausedQuestion, note: string | undefined): PendingView {
  const { elicitationId, type, message, toolPath, args, asker, expiresAt, request, approvals, consent } = question;
  const { description, sensitive, preview } = request;
  return given({
    elicitation_id: elicitationId,
    type,
    message,
    description,
    ...ownFacts(request),
    sensitive,
    tool_path: toolPath,
    args,
    preview,
    late_outcome: lateOutcome(question),
    approvals: approvals && {
      needed: approvals.needed,
      given_by: approvals.by.map(({ principal }) => principal),
      ...(approvals.areEdited ? { args: approvals.args } : {}),
    },
    agreed_by: consent?.principal,
    actions: actionsOf(question),
    asked_by: asker,
    expires_at: expiresAt === undefined ? undefined : new Date(expiresAt).toISOString(),
    note,
  });
}

/** What each kind has beside its words. */
function ownFacts(request: ElicitationRequest): Partial<PendingView> {
  switch (request.type) {
    case 'approval':
      return given({ source: request.origin, preview_before: request.previewBefore });
    case 'confirmation':
    case 'text':
      return given({ default: request.default });
    case 'choice':
      return given({ options: request.options, default: request.default });
    case 'multi_choice': {
      const { options, default: initial, min, max } = request;
      return given({ options, default: initial, min, max });
    }
    case 'secret':
      return given({ name: request.name });
    case 'form':
      return { schema: request.schema };
    case 'url':
      return { url: request.url };
    case 'named':
      return { kind: request.name, input: request.input, schema: request.output };
    case 'in-doubt':
      return given({ source: request.origin, schema: IN_DOUBT });
  }
}

const IN_DOUBT = {
  oneOf: [
    { properties: { do: { const: 'retry' } } },
    { properties: { do: { const: 'result' }, value: {} } },
    { properties: { do: { const: 'fail' } } },
  ],
};

/** A page that was agreed to is answered by the page. */
function actionsOf({ request, consent }: PausedQuestion): string[] {
  if (request.type === 'named') return [...request.actions];
  return consent ? ['decline', 'cancel', 'other'] : ['accept', 'decline', 'cancel', 'other'];
}

/** What a handler threw is for people. */
function lateOutcome({ lateOutcome: late }: PausedQuestion): Record<string, unknown> | undefined {
  if (late === undefined) return undefined;
  return late.outcome === 'threw' ? { attempt: late.attempt, outcome: late.outcome, error: late.error } : { ...late };
}

/** Without what is not there. */
function given<T extends object>(facts: { readonly [K in keyof T]: T[K] | undefined }): T;
function given(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
