// The tools that look at an execution and stop it, as a model reads them.

import { z } from 'zod';
import { OutputTokensArgument } from '../view/output-budget.js';
import type { SliceRequest } from '../view/execution-slice.js';

export const ExecutionInput = z.strictObject({ execution_id: z.string() });

export const GetExecutionInput = ExecutionInput.extend({
  path: z.string().max(4_000).optional().describe('A part only: value.items[3].name, or /value/items/3/name'),
  from: z.int().min(0).optional().describe('First item, key or character of that part'),
  count: z.int().min(1).optional(),
  output_tokens: OutputTokensArgument,
});
export type GetExecutionInput = z.infer<typeof GetExecutionInput>;

/** The part that a call of `get_execution` asks for; undefined if it asks for everything. */
export function sliceRequestIn(
  { path, from, count }: Pick<GetExecutionInput, 'path' | 'from' | 'count'>,
  tokens: number,
): SliceRequest | undefined {
  if (path === undefined && from === undefined && count === undefined) return undefined;
  return { path: path ?? 'value', from, count, tokens };
}

export const GET_EXECUTION_DESCRIPTION = `See where an execution stands: its value, its failure, or what it waits for. Read what a reply cut with path, from and count.
Example: {"execution_id": "exec_…", "path": "value.items", "from": 60}`;

export const CANCEL_DESCRIPTION = `Stop an execution for good. What it has done stays done; what it waits for is no longer asked.
Example: {"execution_id": "exec_…"}`;
