// A task of a benchmark as its gold calls, which end in one state of its data; and the ways in which a program that
// makes these calls can be interrupted on its way there.

import { createHash } from 'node:crypto';
import { canonicalJson } from '@toolshed/kernel/runtime';
import type { ExecutionResult, OpenOptions, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { expectStatus } from '../expect-status.ts';
import { openInThread } from '../open-in-thread.ts';
import { newStoreFolder } from '../open-stores.ts';
import { type OpenDomain, openDomain, type Setting } from './domains.ts';

export const GoldTask = z.looseObject({
  id: z.string(),
  evaluation_criteria: z.looseObject({
    actions: z.array(z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).nullable(),
  }),
});
export type GoldTask = z.infer<typeof GoldTask>;

type Action = readonly [name: string, args: Record<string, unknown>];

export const goldTask = (id: string, ...actions: readonly Action[]): GoldTask => ({
  id,
  evaluation_criteria: { actions: actions.map(([name, args]) => ({ name, arguments: args })) },
});

const actionsOf = ({ evaluation_criteria: { actions } }: GoldTask) => actions ?? [];

/** One call after the other; what one refuses, the program gets as an error and goes on. */
export const programOf = (task: GoldTask, { domain }: Setting): string => `const results = [];
const call = async (tool, args) => {
  try { results.push(await tool(args)) } catch (error) { results.push({ code: error.code }) }
};
${actionsOf(task)
  .map(({ name, arguments: args }) => `await call(tools.${domain}.${name}, ${JSON.stringify(args)});`)
  .join('\n')}
return results;`;

export const stateOf = (data: unknown): string => createHash('sha256').update(canonicalJson(data)).digest('hex');

/** Where a task ended, and how often it stopped on the way. */
export interface Ended {
  readonly state: string;
  readonly results: string;
  readonly stops: number;
}

/** The gold calls alone, without Toolshed. */
export async function endWithoutToolshed(task: GoldTask, setting: Setting): Promise<string> {
  const { data, tools } = openDomain(setting);
  const byPath = new Map(tools.map((tool) => [String(tool.path), tool]));
  for (const { name, arguments: args } of actionsOf(task)) {
    const tool = byPath.get(`${setting.domain}.${name}`);
    if (tool === undefined) throw new Error(`There is no tool ${name}`);
    // None of these tools uses its context.
    await tool.run(Object.create(null), args).catch(() => undefined);
  }
  return stateOf(data);
}

const openOver = ({ tools }: OpenDomain, options: Partial<OpenOptions> = {}): Promise<Toolshed> =>
  openInThread({ tools, store: 'memory', wakes: false, ...options });

const ended = ({ data }: OpenDomain, result: ExecutionResult, stops: number): Ended => ({
  state: stateOf(data),
  results: stateOf(expectStatus(result, 'completed').value),
  stops,
});

/** Nothing asks. */
export async function endStraight(task: GoldTask, setting: Setting): Promise<Ended> {
  const domain = openDomain(setting);
  await using shed = await openOver(domain, { policy: [{ pattern: `${setting.domain}.*`, verdict: 'allow' }] });
  return ended(domain, await shed.execute(programOf(task, setting)), 0);
}

/** Stops at every gate, and goes on in the same process. */
export async function endPaused(task: GoldTask, setting: Setting): Promise<Ended> {
  const domain = openDomain(setting);
  await using shed = await openOver(domain);
  let result = await shed.execute(programOf(task, setting));
  let stops = 0;
  for (; result.status === 'paused'; stops++) result = await shed.resume(result.paused.elicitationId, true);
  return ended(domain, result, stops);
}

/** Stops at every gate; its host is closed there, and another one goes on from the file. */
export async function endReopened(task: GoldTask, setting: Setting): Promise<Ended> {
  using folder = newStoreFolder();
  const domain = openDomain(setting);
  const inHost = async <T>(work: (shed: Toolshed) => Promise<T>): Promise<T> => {
    await using shed = await openOver(domain, { store: { sqlite: folder.file } });
    return await work(shed);
  };
  let result = await inHost((shed) => shed.execute(programOf(task, setting)));
  let stops = 0;
  for (; result.status === 'paused'; stops++) {
    const { elicitationId } = result.paused;
    result = await inHost((shed) => shed.resume(elicitationId, true));
  }
  return ended(domain, result, stops);
}
