import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NodeReport, type NodeStore, type NodeWork } from './node-work.ts';

export interface BenchNode {
  run(work: NodeWork): Promise<NodeReport>;
}

export interface BenchNodes extends AsyncDisposable {
  readonly nodes: readonly BenchNode[];
  /** All of them at once; resolves with how long that took. */
  all(work: NodeWork): Promise<number>;
}

const PROCESS = fileURLToPath(new URL('node-process.ts', import.meta.url));

export async function startNodes(count: number, store: NodeStore): Promise<BenchNodes> {
  const children = await Promise.all(Array.from({ length: count }, () => start(store)));
  const nodes = children.map(
    (child): BenchNode => ({
      async run(work) {
        const answered = reported(child);
        child.send(work);
        return await answered;
      },
    }),
  );
  return {
    nodes,
    async all(work) {
      const before = performance.now();
      await Promise.all(nodes.map((node) => node.run(work)));
      return performance.now() - before;
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
    },
  };
}

async function start(store: NodeStore): Promise<ChildProcess> {
  const child = fork(PROCESS, [JSON.stringify(store)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await reported(child);
  return child;
}

async function reported(child: ChildProcess): Promise<NodeReport> {
  const received = new AbortController();
  const ended = once(child, 'exit', { signal: received.signal }).then(() => {
    throw new Error('a node of the benchmark ended');
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: received.signal }), ended]);
    return NodeReport.parse(message);
  } finally {
    ended.catch(() => undefined);
    received.abort();
  }
}
