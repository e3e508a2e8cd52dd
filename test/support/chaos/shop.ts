// The tools of a chaos run: one of each kind that a crash, a stop or an eviction could treat wrongly.

import { randomUUID } from 'node:crypto';
import { defineTool, type Tool, type ToolContext } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import type { OpenOptions } from '@toolshed/runtime';
import { z } from 'zod';
import type { Effects } from './effects.ts';

/** `n` tells calls apart; `ms` is how long the handler takes, or waits for its question. */
const Args = z.strictObject({ n: z.int(), ms: z.int() });
export type ShopArgs = z.infer<typeof Args>;

/** What changes nothing: it may be run again without asking anybody, and before it is on disk. */
export const SAFE: ReadonlySet<string> = new Set(['shop.read', 'shop.note']);
/** What changes something, and says itself that it may be run again. */
export const IDEMPOTENT: ReadonlySet<string> = new Set(['shop.store', 'shop.save']);
/** What hands its key to a service that de-duplicates: it acts once, however often its handler runs. */
export const KEYED: ReadonlySet<string> = new Set(['shop.wire']);

type Facts = Pick<Tool, 'idempotent' | 'asksMidway'> & { readonly destructive: boolean; readonly timeoutMs?: number };
type Handler = (context: ToolContext, args: ShopArgs, act: () => Promise<string>) => Promise<string>;

export function shopTools(effects: Effects, host: () => string): readonly Tool[] {
  const act = async (path: string, context: ToolContext, args: ShopArgs): Promise<string> => {
    const run = randomUUID();
    const { executionId: execution, callNumber: call, attempt, idempotencyKey: key } = context;
    const facts = { run, path, execution, call, attempt, key, args: canonicalJson(args), host: host() };
    effects.append({ when: 'start', ...facts, at: Date.now() });
    await delay(args.ms);
    effects.append({ when: 'done', ...facts, at: Date.now() });
    return run;
  };
  const tool = (
    name: string,
    facts: Partial<Facts> = {},
    handler: Handler = (_context, _args, work) => work(),
  ): Tool => {
    const path = `shop.${name}`;
    return defineTool({
      path,
      description: name,
      input: Args,
      destructive: true,
      ...facts,
      handler: (context, args) => handler(context, args, () => act(path, context, args)),
    });
  };
  return [
    tool('read', { destructive: false }),
    tool('note', { destructive: false }),
    tool('store', { idempotent: true }),
    tool('save', { idempotent: true }),
    tool('charge'),
    tool('ship'),
    tool('wire'),
    tool('vault'),
    tool('stamp'),
    tool('slow', { timeoutMs: SLOW_LIMIT_MS }),
    tool('gift', {}, async (context, { n }, work) => {
      const { approved } = await context.elicit({ type: 'text', message: `Which ribbon for ${n}?` });
      return approved ? work() : 'none';
    }),
    tool('twice', {}, async (context, { n }, work) => {
      const first = await context.elicit({ type: 'text', message: `First for ${n}?` });
      const second = await context.elicit({ type: 'text', message: `Second for ${n}?` });
      return first.approved && second.approved ? work() : 'none';
    }),
    // It stops waiting by itself and acts, whatever becomes of its question.
    tool('race', { asksMidway: true }, async (context, { n, ms }, work) => {
      await Promise.race([context.elicit({ type: 'text', message: `Quickly for ${n}?` }), delay(ms)]);
      return work();
    }),
  ];
}

export const SLOW_LIMIT_MS = 40;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Policy = NonNullable<OpenOptions['policy']>;

const BASE: Policy = [
  ...['store', 'gift', 'twice', 'race', 'slow'].map((name) => ({ pattern: `shop.${name}`, verdict: 'allow' }) as const),
  { pattern: 'shop.note', verdict: 'ask' },
  { pattern: 'shop.vault', verdict: 'ask', approvals: 2 },
];

/** What the hosts of one file may have for rules; they need not agree. */
export const POLICIES = {
  base: BASE,
  lax: [...BASE, { pattern: 'shop.charge', verdict: 'allow' }],
  strict: [
    ...BASE,
    { pattern: 'shop.ship', verdict: 'deny' },
    { pattern: 'shop.store', verdict: 'ask' },
    { pattern: 'shop.note', verdict: 'ask', approvals: 2 },
  ],
} as const satisfies Readonly<Record<string, Policy>>;
export type PolicyName = keyof typeof POLICIES;

/** No host with these rules lets such a call run, even if somebody approves it there. */
export const deniedBy = (policy: PolicyName): ReadonlySet<string> =>
  new Set(POLICIES[policy].filter(({ verdict }) => verdict === 'deny').map(({ pattern }) => pattern));
