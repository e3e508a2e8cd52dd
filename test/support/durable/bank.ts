// A bank whose handlers are written for one test each, on a host of its own. What they do is counted.

import { defineTool, type ToolContext, type ToolDefinition } from '@toolshed/kernel';
import type { OpenOptions, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { openInThread } from '../open-in-thread.ts';

type Facts = Partial<Pick<ToolDefinition<object, unknown>, 'destructive' | 'idempotent' | 'asksMidway' | 'timeoutMs'>>;

export interface Bank extends AsyncDisposable {
  readonly shed: Toolshed;
  /** What handlers did, in order. */
  readonly done: readonly string[];
}

export type BankHandler = (context: ToolContext, act: (what: string) => void) => unknown;

/** One tool, `bank.pay`, which policy lets pass: what is asked is asked by its handler. */
export async function openBank(
  handler: BankHandler,
  { destructive = true, ...facts }: Facts = {},
  options: Partial<OpenOptions> = {},
): Promise<Bank> {
  const done: string[] = [];
  const pay = defineTool({
    path: 'bank.pay',
    description: 'Pay',
    input: z.object({}),
    destructive,
    ...facts,
    handler: (context) => handler(context, (what) => void done.push(what)),
  });
  const policy = destructive === true ? [{ pattern: 'bank.pay', verdict: 'allow' } as const] : [];
  const shed = await openInThread({ tools: [pay], policy, store: 'memory', wakes: false, ...options });
  return { shed, done, [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose]() };
}

export const PAY = 'return await tools.bank.pay({})';

/** Resolves when told; tells when it is waited for. */
export function createGate(): { readonly reached: Promise<void>; pass(): Promise<void>; open(): void } {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    pass() {
      reached.resolve();
      return opened.promise;
    },
    open: opened.resolve,
  };
}
