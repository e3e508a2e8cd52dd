// Vercel's `run`, used as its own documentation shows.

import { createRunner, getHostFunctionContext } from 'run';

const hostFunctions = {
  tools: {
    read: async (input: { readonly n: number }) => ({ n: input.n }),
    write: async (input: { readonly n: number }) => {
      const { interrupt, resume } = getHostFunctionContext();
      if (resume === undefined) interrupt({ kind: 'approval' });
      return { n: input.n };
    },
  },
};

const runner = createRunner({ continuationSecret: 'x'.repeat(48) });

export async function runOnce(source: string): Promise<void> {
  const result = await runner.run({ source, hostFunctions });
  if (result.status !== 'completed') throw new Error(`run: ${result.status}`);
}

export async function runPaused(source: string): Promise<void> {
  const first = await runner.run({ source, hostFunctions });
  if (first.status !== 'interrupted') throw new Error(`run: ${first.status}`);
  const resolutions = first.interruptions.map(({ id }) => ({ interruptionId: id, value: true }));
  const second = await runner.run({ source, hostFunctions, continuation: first.continuation, resolutions });
  if (second.status !== 'completed') throw new Error(`run: ${second.status}`);
}
