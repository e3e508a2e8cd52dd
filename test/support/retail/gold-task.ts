// A task of a benchmark as its gold calls, which end in one state of the shop; and the ways in which a program that
// makes these calls can be interrupted on its way there.

import { createHash } from 'node:crypto';
import { canonicalJson } from '@toolshed/kernel/runtime';
import type { ExecutionResult, OpenOptions, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { expectStatus } from '../expect-status.ts';
import { openInThread } from '../open-in-thread.ts';
import { newStoreFolder } from '../open-stores.ts';
import { ShopData } from './shop-data.ts';
import { shopInMemory, shopTools } from './shop-tools.ts';

export const GoldTask = z.looseObject({
  id: z.string(),
  evaluation_criteria: z.looseObject({
    actions: z.array(z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).nullable(),
  }),
});
export type GoldTask = z.infer<typeof GoldTask>;

const actionsOf = ({ evaluation_criteria: { actions } }: GoldTask) => actions ?? [];

/** One call after the other; what one refuses, the program gets as an error and goes on. */
export const programOf = (task: GoldTask): string => `const results = [];
const call = async (tool, args) => {
  try { results.push(await tool(args)) } catch (error) { results.push({ code: error.code }) }
};
${actionsOf(task)
  .map(({ name, arguments: args }) => `await call(tools.retail.${name}, ${JSON.stringify(args)});`)
  .join('\n')}
return results;`;

export const stateOf = (data: unknown): string => createHash('sha256').update(canonicalJson(data)).digest('hex');

/** Where a task ended, and how often it stopped on the way. */
export interface Ended {
  readonly state: string;
  readonly results: string;
  readonly stops: number;
}

const copyOf = (data: ShopData): ShopData => ShopData.parse(JSON.parse(JSON.stringify(data)));

/** The gold calls alone, without Toolshed. */
export async function endWithoutToolshed(task: GoldTask, shop: ShopData): Promise<string> {
  const data = copyOf(shop);
  const tools = new Map(shopTools(shopInMemory(data)).map((tool) => [String(tool.path), tool]));
  for (const { name, arguments: args } of actionsOf(task)) {
    const tool = tools.get(`retail.${name}`);
    if (tool === undefined) throw new Error(`There is no tool ${name}`);
    // None of these tools uses its context.
    await tool.run(Object.create(null), args).catch(() => undefined);
  }
  return stateOf(data);
}

const openOver = (data: ShopData, options: Partial<OpenOptions> = {}): Promise<Toolshed> =>
  openInThread({ tools: shopTools(shopInMemory(data)), store: 'memory', wakes: false, ...options });

const ended = (data: ShopData, result: ExecutionResult, stops: number): Ended => ({
  state: stateOf(data),
  results: stateOf(expectStatus(result, 'completed').value),
  stops,
});

/** Nothing asks. */
export async function endStraight(task: GoldTask, shop: ShopData): Promise<Ended> {
  const data = copyOf(shop);
  await using shed = await openOver(data, { policy: [{ pattern: 'retail.*', verdict: 'allow' }] });
  return ended(data, await shed.execute(programOf(task)), 0);
}

/** Stops at every gate, and goes on in the same process. */
export async function endPaused(task: GoldTask, shop: ShopData): Promise<Ended> {
  const data = copyOf(shop);
  await using shed = await openOver(data);
  let result = await shed.execute(programOf(task));
  let stops = 0;
  for (; result.status === 'paused'; stops++) result = await shed.resume(result.paused.elicitationId, true);
  return ended(data, result, stops);
}

/** Stops at every gate; its host is closed there, and another one goes on from the file. */
export async function endReopened(task: GoldTask, shop: ShopData): Promise<Ended> {
  using folder = newStoreFolder();
  const data = copyOf(shop);
  const inHost = async <T>(work: (shed: Toolshed) => Promise<T>): Promise<T> => {
    await using shed = await openOver(data, { store: { sqlite: folder.file } });
    return await work(shed);
  };
  let result = await inHost((shed) => shed.execute(programOf(task)));
  let stops = 0;
  for (; result.status === 'paused'; stops++) {
    const { elicitationId } = result.paused;
    result = await inHost((shed) => shed.resume(elicitationId, true));
  }
  return ended(data, result, stops);
}
