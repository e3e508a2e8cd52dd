// `store.get(key)`, `store.set(key, value)`, `store.delete(key)`, `store.list()`: what a program leaves for later
// programs of its session. Safe tools under `toolshed.store.*`, journaled like all calls: a replay gets what was read
// then. Writes go to disk after the entry that says so, and count once (`state/state-document.ts`); after the outcomes of reads made
// before them as well, which would otherwise read them when they are made again.

import { defineTool, type ExecutionId, type JsonValue, type Tool, type ToolContext, ToolError } from '@toolshed/kernel';
import { z } from 'zod';
import type { SessionState } from '../../state/session-state.js';
import type { StateWrite, StateWriter } from '../../state/state-document.js';
import { createCallOrder } from './call-order.js';
import { DELETE_PATH, type PlannedWrites, plannedKeys, planWrite, SET_PATH } from './planned-writes.js';

const GET_PATH = 'toolshed.store.get';
const LIST_PATH = 'toolshed.store.list';
const READS: ReadonlySet<string> = new Set([GET_PATH, LIST_PATH]);

export interface StatePluginDeps {
  /** Known once the store is open. */
  readonly state: () => SessionState;
  /** Writes what the journal of an execution holds in memory and the outcomes of `reads` before a call; returns the open calls. */
  readonly openCalls: (id: ExecutionId, call: number, reads: ReadonlySet<string>) => Promise<StateWriter['open']>;
  /** A plan keeps nothing: its writes are its own. */
  readonly planned: PlannedWrites;
}

export function stateTools({ state, openCalls, planned }: StatePluginDeps): readonly Tool[] {
  const inTurn = createCallOrder();
  const write = (context: ToolContext, change: StateWrite): Promise<boolean> => {
    const { executionId: execution, callNumber: call, signal } = context;
    let open: StateWriter['open'] = new Map();
    return inTurn(
      context,
      'write',
      async () => {
        const plan = planned.of(execution);
        if (plan) return planWrite(plan, change, await state().get(context, change.key));
        return state().write(context, change, { execution, call, open }, () => signal.throwIfAborted());
      },
      async () => {
        if (!planned.of(execution)) open = await openCalls(execution, call, READS);
      },
    );
  };
  return [
    defineTool({
      path: GET_PATH,
      description: 'A value that an earlier program of this session kept',
      input: z.object({ key: z.string() }),
      destructive: false,
      handler: (context, { key }) =>
        inTurn(context, 'read', async () => {
          const written = planned.of(context.executionId)?.get(key);
          return written ? written.value : await state().get(context, key);
        }),
    }),
    defineTool({
      path: SET_PATH,
      description: 'Keep a small JSON value for later programs of this session',
      input: z.object({ key: z.string(), value: z.unknown().optional() }),
      destructive: false,
      check: ({ value }) => {
        if (value === undefined)
          throw new ToolError('state/no-value', 'Cannot set a key to undefined: write null, or delete the key');
      },
      handler: async (context, { key, value }) => {
        // Parsed from the text that was journaled, so it is JSON.
        await write(context, { kind: 'set', key, value: value as JsonValue });
      },
    }),
    defineTool({
      path: DELETE_PATH,
      description: 'Remove a value of this session; returns whether it was there',
      input: z.object({ key: z.string() }),
      output: z.boolean(),
      destructive: false,
      handler: (context, { key }) => write(context, { kind: 'delete', key }),
    }),
    defineTool({
      path: LIST_PATH,
      description: 'The keys that programs of this session kept, sorted',
      input: z.object({}),
      output: z.array(z.string()),
      destructive: false,
      handler: (context) =>
        inTurn(context, 'read', async () => {
          const plan = planned.of(context.executionId);
          const kept = await state().keys(context);
          return [...(plan ? plannedKeys(plan, kept) : kept)];
        }),
    }),
  ];
}
