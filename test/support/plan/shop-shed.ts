import { defineTool, type Tool } from '@toolshed/kernel';
import type { OpenOptions, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { openInThread } from '../open-in-thread.ts';

/** A host of a small shop: what its handlers did is in `acts`, what it has is in `stock`. */
export interface ShopShed extends AsyncDisposable {
  readonly shed: Toolshed;
  readonly acts: readonly string[];
  readonly stock: Map<string, number>;
}

export function shopTools(acts: string[], stock: Map<string, number>): readonly Tool[] {
  return [
    defineTool({
      path: 'shop.look',
      description: 'Look at the stock of an item',
      input: z.object({ item: z.string() }),
      output: z.object({ left: z.number() }),
      destructive: false,
      handler: (_context, { item }) => {
        acts.push(`look ${item}`);
        return { left: stock.get(item) ?? 0 };
      },
    }),
    defineTool({
      path: 'shop.order',
      description: 'Order an item',
      input: z.object({ item: z.string(), count: z.number().default(1) }),
      output: z.object({ order: z.string(), cost: z.number() }),
      destructive: true,
      message: ({ item, count }) => `Order ${count} of ${item}?`,
      handler: (_context, { item, count }) => {
        acts.push(`order ${item} ${count}`);
        return { order: `o-${item}`, cost: count };
      },
    }),
    defineTool({
      path: 'shop.take',
      description: 'Take an item out of the stock',
      input: z.object({ item: z.string() }),
      output: z.object({ left: z.number() }),
      preview: (_context, { item }) => ({ kind: 'text', text: `${stock.get(item) ?? 0} are left` }),
      handler: (_context, { item }) => {
        acts.push(`take ${item}`);
        const left = (stock.get(item) ?? 0) - 1;
        stock.set(item, left);
        return { left };
      },
    }),
    defineTool({
      path: 'shop.pay',
      description: 'Pay an order',
      input: z.object({ order: z.string() }),
      handler: (_context, { order }) => {
        acts.push(`pay ${order}`);
        return 'paid';
      },
    }),
    defineTool({
      path: 'shop.greet',
      description: 'Ask who is there',
      input: z.object({}),
      destructive: false,
      handler: async ({ elicit }) => (await elicit({ type: 'text', message: 'Who is there?' })).content,
    }),
  ];
}

export async function openShopShed(options: Partial<OpenOptions> = {}): Promise<ShopShed> {
  const acts: string[] = [];
  const stock = new Map([['tea', 3]]);
  const shed = await openInThread({ tools: shopTools(acts, stock), store: 'memory', ...options });
  return { shed, acts, stock, [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose]() };
}
