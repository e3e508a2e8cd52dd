// A node of a benchmark, in a process of its own: node-process.ts <store as JSON>.

import { benchShed, complete, pauseAndComplete } from '../bench-shed.ts';
import { NodeStore, NodeWork, type NodeReport } from './node-work.ts';

const store = NodeStore.parse(JSON.parse(process.argv[2] ?? ''));
const { shed } = await benchShed({ store, wakes: true });

const SAFE = 'return (await tools.bench.read({ n: 1 })).n';
const DESTRUCTIVE = 'return (await tools.bench.write({ n: 1 })).n';

async function work(given: NodeWork): Promise<Partial<NodeReport>> {
  switch (given.kind) {
    case 'execute':
      await times(given.count, given.atOnce, () => complete(shed, SAFE));
      return {};
    case 'pause-and-answer':
      await times(given.count, given.atOnce, () => pauseAndComplete(shed, DESTRUCTIVE));
      return {};
    case 'pause':
      return { execution: (await shed.execute(DESTRUCTIVE)).executionId };
    case 'answer': {
      const result = await shed.resume(given.execution, true);
      if (result.status !== 'completed') throw new Error(JSON.stringify(result));
      return {};
    }
  }
}

async function times(count: number, atOnce: number, one: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

process.on('message', async (message) => {
  const before = performance.now();
  const done = await work(NodeWork.parse(message));
  process.send?.({ ms: performance.now() - before, ...done } satisfies NodeReport);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ms: 0 } satisfies NodeReport);
