// The real thing: attacks run through the public `openToolshed`, with real tools in this process.

import { defineTool, type Tool, ToolError } from '@toolshed/kernel';
import { type ExecutionResult, openToolshed, type OpenOptions, type Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { CANARY_VARIABLE, type Evidence, type Harness, type ToolCall } from './attack.ts';
import { watchIntrinsics } from './host-intrinsics.ts';

export type Isolation = NonNullable<OpenOptions['isolation']>;

export async function openSandboxHarness(isolation: Isolation, canary: string): Promise<Harness> {
  process.env[CANARY_VARIABLE] = canary;
  let calls: ToolCall[] = [];
  const shed = await openToolshed({
    tools: trapTools(canary, (path, args) => calls.push({ path, args })),
    store: 'memory',
    isolation,
    trusted: isolation === 'thread',
    trustDomain: 'shared',
    limits: { argsBytes: 20_000, resultBytes: 20_000, logBytes: 20_000, emittedBytes: 20_000, errorBytes: 2_000 },
  });
  return {
    async run(attack) {
      calls = [];
      const changed = watchIntrinsics();
      const first = await shed.execute(attack.program, { session: attack.name });
      const asks = questionsOf(first);
      const last = attack.approves ? await approveAll(shed, first, asks) : first;
      return evidenceOf(last, await shed.journal(last.executionId), { calls, asks, polluted: changed() });
    },
    async [Symbol.asyncDispose]() {
      delete process.env[CANARY_VARIABLE];
      await shed[Symbol.asyncDispose]();
    },
  };
}

/** Tools that hold the canary in every way a tool can: in a closure, a result, an error, a cause. */
function trapTools(canary: string, note: (path: string, args: unknown) => void): readonly Tool[] {
  const trap = (path: string, destructive: boolean, answer: (args: unknown) => unknown): Tool =>
    defineTool({
      path,
      description: `${path} of the trap`,
      input: z.unknown(),
      destructive,
      handler: (_context, args) => {
        note(path, args);
        return answer(args);
      },
    });
  return [
    trap('notes.read', false, () => ({ id: 1, text: 'public', tags: ['a', 'b'], nested: { deep: true } })),
    trap('notes.write', false, (args) => args ?? null),
    trap('notes.break', false, () => {
      throw new Error(`no note for ${canary}`, { cause: new Error(canary) });
    }),
    trap('notes.refuse', false, () => {
      throw Object.assign(new ToolError('notes/refused', 'Cannot read the note: it is gone'), { detail: canary });
    }),
    trap('notes.delete', true, () => ({ deleted: true })),
    trap('vault.read', true, () => canary),
  ];
}

const questionsOf = (result: ExecutionResult): ToolCall[] =>
  result.status === 'paused' ? result.pending.map(({ toolPath, args }) => ({ path: toolPath ?? '', args })) : [];

/** Approves until nothing is asked any more, noting each question. */
async function approveAll(shed: Toolshed, first: ExecutionResult, asks: ToolCall[]): Promise<ExecutionResult> {
  let result = first;
  while (result.status === 'paused') {
    result = await shed.resume(result.executionId, { approved: true, all: true });
    asks.push(...questionsOf(result));
  }
  return result;
}

/** The program's own text is in the journal, and may say anything. */
function evidenceOf(
  result: ExecutionResult,
  journal: readonly { readonly kind: string }[],
  seen: Pick<Evidence, 'calls' | 'asks' | 'polluted'>,
): Evidence {
  const told = journal.filter(({ kind }) => kind !== 'started');
  return {
    ...seen,
    said: JSON.stringify([result, told]),
    status: result.status,
    value: result.status === 'completed' ? result.value : undefined,
    code: result.status === 'failed' ? result.error.code : undefined,
  };
}
