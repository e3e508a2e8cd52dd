// One order, with a call of every kind: safe, destructive and approved, destructive and denied, idempotent, asking
// before it acts; and a wait. And the person who answers for it, who looks at what was done before saying "again".

import { defineTool, type Tool, type ToolContext, type PendingElicitation } from '@toolshed/kernel';
import type { ExecutionResult, ResumeAnswer, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import type { EffectsFile } from './effects-file.ts';

export const ORDER = `
const found = await tools.shop.find({ item: 'lamp' });
const near = await tools.shop.find({ item: 'shade' });
const [charged, shipped] = await Promise.all([tools.shop.charge({ cents: 900 }), tools.shop.ship({ to: 'ada' })]);
console.log('charged and shipped');
const box = await tools.shop.find({ item: 'box' });
const stored = await tools.shop.store({ order: 1 });
const gift = await tools.shop.gift({ item: 'lamp' });
let refund;
try { refund = await tools.shop.refund({ cents: 900 }); } catch (error) { refund = [error.code, error.reason]; }
await sleep(20);
emit({ done: found });
return { found, near, box, charged, shipped, stored, gift, refund };
`;

export const ORDER_KEY = 'order 1';

/** What is allowed without a question, though it changes something. */
export const ORDER_POLICY = [
  { pattern: 'shop.store', verdict: 'allow' },
  { pattern: 'shop.gift', verdict: 'allow' },
] as const;

/** Handlers that may act once only. */
export const ONCE: readonly string[] = ['shop.charge', 'shop.ship', 'shop.gift'];

export function orderTools(effects: EffectsFile, pass: (point: string) => void): readonly Tool[] {
  const act = async (path: string, { idempotencyKey: key }: ToolContext, result: z.infer<typeof Result>) => {
    pass(`starting ${path}`);
    effects.append({ when: 'start', path, key });
    pass(`in ${path}`);
    await new Promise((resolve) => setImmediate(resolve));
    effects.append({ when: 'done', path, key, result });
    pass(`done ${path}`);
    return result;
  };
  const tool = (name: string, facts: { readonly destructive: boolean; readonly idempotent?: boolean }): Tool => {
    const path = `shop.${name}`;
    return defineTool({
      path,
      description: name,
      input: z.record(z.string(), z.json()),
      ...facts,
      message: () => `${name}?`,
      handler: (context, args) => act(path, context, { [name]: args }),
    });
  };
  return [
    tool('find', { destructive: false }),
    tool('charge', { destructive: true }),
    tool('ship', { destructive: true }),
    tool('refund', { destructive: true }),
    tool('store', { destructive: true, idempotent: true }),
    defineTool({
      path: 'shop.gift',
      description: 'gift',
      input: z.object({ item: z.string() }),
      destructive: true,
      async handler(context, { item }) {
        const { data } = await context.elicit({ type: 'text', message: 'Which ribbon?' });
        return act('shop.gift', context, { item, ribbon: String(data) });
      },
    }),
  ];
}

const Result = z.record(z.string(), z.json());

export interface Acknowledged {
  readonly elicitation: string;
  readonly message: string;
}

/** Starts the order, or continues with it, and answers one question at a time until it is done. */
export async function completeOrder(
  shed: Toolshed,
  effects: EffectsFile,
  acknowledge: (answer: Acknowledged) => void,
): Promise<ExecutionResult> {
  let result = await shed.execute(ORDER, { idempotencyKey: ORDER_KEY });
  while (result.status === 'paused') {
    const { paused } = result;
    result = await shed.resume(paused.elicitationId, answerTo(paused, effects));
    acknowledge({ elicitation: paused.elicitationId, message: paused.message });
  }
  return result;
}

function answerTo({ type, message, toolPath }: PendingElicitation, effects: EffectsFile): ResumeAnswer {
  if (type === 'text') return { approved: true, data: 'red' };
  if (message === 'refund?') return { approved: false, reason: 'no refunds' };
  if (type !== 'in-doubt') return { approved: true };
  const done = effects.read().find(({ when, path }) => when === 'done' && path === toolPath);
  return { approved: true, data: done ? { do: 'result', value: done.result } : { do: 'retry' } };
}
