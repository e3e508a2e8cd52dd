// One transfer, with every answer that is given in steps: consent and the end of its flow, one approval and another,
// arguments changed on approval, a question asked again in other words. And the people who see to it, who continue
// wherever it stands.

import { defineTool, elicitUrl, type Tool, type PendingElicitation } from '@toolshed/kernel';
import type { ExecutionResult, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { person } from '../policy/people.ts';
import type { EffectsFile } from './effects-file.ts';

const TRANSFER = `
const signedIn = await tools.bank.login({});
const [paid, noted] = await Promise.all([tools.bank.pay({ cents: 900 }), tools.bank.note({ text: 'as asked' })]);
const when = (await elicit({ type: 'text', message: 'Which dates?' })).data;
return { signedIn, paid, noted, when };
`;

export const EDITED = { text: 'as edited' };
export const TRANSFERRED = { signedIn: { account: 'ada' }, paid: { cents: 900 }, noted: EDITED, when: 'may' };
export const TRANSFER_POLICY = [{ pattern: 'bank.pay', verdict: 'ask', approvals: 2 }] as const;

export function transferTools(effects: EffectsFile, pass: (point: string) => void): readonly Tool[] {
  const act = <T extends z.ZodType<Record<string, z.core.util.JSONType>>>(name: string, input: T): Tool =>
    defineTool({
      path: `bank.${name}`,
      description: name,
      input,
      destructive: true,
      message: () => `${name}?`,
      async handler({ idempotencyKey: key }, args) {
        const effect = { path: `bank.${name}`, key, result: args };
        effects.append({ when: 'start', ...effect });
        pass(`in bank.${name}`);
        await new Promise((resolve) => setImmediate(resolve));
        effects.append({ when: 'done', ...effect });
        pass(`done bank.${name}`);
        return args;
      },
    });
  return [
    defineTool({
      path: 'bank.login',
      description: 'Sign in',
      input: z.object({}),
      destructive: false,
      async handler(context) {
        const elicitationId = context.flowId();
        const url = `https://bank.example/?state=${elicitationId}`;
        return (await context.elicit(elicitUrl({ message: 'Sign in', url, elicitationId }))).content;
      },
    }),
    act('pay', z.object({ cents: z.int() })),
    act('note', z.object({ text: z.string() })),
  ];
}

export type Step = 'consent' | 'completion' | 'first approval' | 'second approval' | 'edit' | 'off-script' | 'dates';

/** Starts the transfer, or continues with it, one step at a time until it is done. */
export async function completeTransfer(
  shed: Toolshed,
  effects: EffectsFile,
  acknowledge: (step: Step) => void,
): Promise<ExecutionResult> {
  let result = await shed.execute(TRANSFER, { idempotencyKey: 'transfer' });
  while (result.status === 'paused') {
    const [next, step] = await answer(shed, effects, result.paused);
    result = next;
    if (step) acknowledge(step);
  }
  return result;
}

type Answered = readonly [ExecutionResult, Step?];

async function answer(shed: Toolshed, effects: EffectsFile, question: PendingElicitation): Promise<Answered> {
  const { elicitationId: id, request, consent, approvals, message, toolPath, args } = question;
  switch (request.type) {
    case 'url':
      if (consent === undefined) return [await shed.resume(id, true), 'consent'];
      return [await shed.completeElicitation(request.flow ?? '', { content: { account: 'ada' } }), 'completion'];
    case 'text': {
      if (message === 'Which dates?') return [await shed.resume(id, { action: 'other', data: 'hm' }), 'off-script'];
      return [await shed.resume(id, { approved: true, data: 'may' }), 'dates'];
    }
    case 'in-doubt': {
      if (toolPath === 'bank.note' && JSON.stringify(args) !== JSON.stringify(EDITED))
        throw new Error(`In doubt about other arguments than ran: ${JSON.stringify(args)}`);
      const done = effects.read().find(({ when, path }) => when === 'done' && path === toolPath);
      const data = done ? { do: 'result', value: done.result } : { do: 'retry' };
      return [await shed.resume(id, { approved: true, data })];
    }
    default:
      if (approvals === undefined) return [await shed.resume(id, { approved: true, args: EDITED }), 'edit'];
      if (approvals.by.length === 0)
        return [await shed.resume(id, { approved: true, by: person('grace') }), 'first approval'];
      return [await shed.resume(id, { approved: true, by: person('linus') }), 'second approval'];
  }
}
