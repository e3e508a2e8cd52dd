// A host with three programs: one waits for a tool, one computes, one is stuck in a loop of the engine that nothing but
// a kill ends. It says which workers it has, and ends in the way it is told to: node doomed-host.ts <os> <way>.

import { defineTool } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { descendantsOf, workersOf } from './descendants.ts';

const [os = 'auto', way = ''] = process.argv.slice(2);
const started = Promise.withResolvers<void>();
const wait = defineTool({
  path: 'test.wait',
  description: 'Returns when it is told to stop',
  input: z.unknown(),
  destructive: false,
  handler: ({ signal }) => {
    started.resolve();
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped')));
  },
});

const shed = await openToolshed({
  tools: [wait],
  store: 'memory',
  sandbox: { os: os === 'off' ? 'off' : 'auto' },
  limits: { cpuMs: 600_000, wallMs: 600_000 },
});
const ignore = (): undefined => undefined;
shed.execute('await tools.test.wait({})', { session: 'waiting' }).then(ignore, ignore);
await started.promise;
shed.execute('for (;;);', { session: 'computing' }).then(ignore, ignore);
shed.execute('Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', { session: 'stuck' }).then(ignore, ignore);

const WORKERS = 3;
const SETTLE_MS = 300;
const ENDINGS: Readonly<Record<string, () => unknown>> = {
  exit: () => process.exit(0),
  throw: () => {
    throw new Error('the host has a defect');
  },
};

const report = (): void => {
  if (workersOf(process.pid).length < WORKERS) {
    setTimeout(report, 20);
    return;
  }
  setTimeout(() => {
    process.stdout.write(`${JSON.stringify(descendantsOf(process.pid))}\n`);
    process.stdin.once('data', () => {
      process.stdin.unref();
      ENDINGS[way]?.();
    });
  }, SETTLE_MS);
};
report();
