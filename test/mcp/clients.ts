// The four kinds of client, as the SDK's own client plays them.

import type { Client, ClientOptions, ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { McpBench } from './mcp-bench.ts';
import { viewIn } from './shown-view.ts';

export const MODERN: ClientOptions = {
  capabilities: { elicitation: { form: {} } },
  versionNegotiation: { mode: { pin: '2026-07-28' } },
};
export const LEGACY: ClientOptions = { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'legacy' } };
export const SILENT: ClientOptions = { capabilities: {}, versionNegotiation: { mode: 'legacy' } };
export const SILENT_MODERN: ClientOptions = {
  capabilities: {},
  versionNegotiation: { mode: { pin: '2026-07-28' } },
};

export type Asked = ElicitRequest['params'];
type Person = (asked: Asked) => ElicitResult | Promise<ElicitResult>;

export const APPROVE: ElicitResult = { action: 'accept', content: { decision: 'Approve' } };
export const DENY: ElicitResult = { action: 'accept', content: { decision: 'Deny', reason: 'not today' } };

/** Puts a person at a client. */
export const withPerson =
  (person: Person) =>
  (client: Client): void => {
    client.setRequestHandler('elicitation/create', ({ params }) => person(params));
  };

const View = z.looseObject({
  executionId: z.string(),
  status: z.string(),
  value: z.unknown().optional(),
  next: z.string().optional(),
  pending: z.array(z.looseObject({ elicitationId: z.string() })).optional(),
});
export type View = z.infer<typeof View>;

export async function call(client: Client, name: string, args: Record<string, unknown>): Promise<View> {
  const result = await client.callTool({ name, arguments: args });
  const view = viewIn(result);
  if (view === undefined) throw new Error(JSON.stringify(result.content));
  return View.parse(view);
}

/** A program that sends mail, all at once. */
export const mailTo = (...people: readonly string[]): string =>
  `const sent = await Promise.allSettled([${people.map((to) => `tools.mail.send({ to: '${to}' })`).join(', ')}]);
   return sent.map(({ status, reason }) => reason?.reason ?? status)`;

/** Who answered an execution's questions, as its journal has it. */
export async function answeredBy(bench: McpBench, id: string): Promise<readonly string[]> {
  const journal = await bench.journal(id);
  return journal.flatMap((entry) =>
    entry.kind === 'answered' ? [`${entry.answer.by.kind} ${entry.answer.action}`] : [],
  );
}
