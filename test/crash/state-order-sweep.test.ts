// kill -9 around the writes of a program that reads its session's state between them.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { completeReading, READ } from '../support/crash/reading.ts';
import { runStepsProcess, type StepsProcess } from '../support/crash/run-steps-process.ts';
import { openByDepth } from '../support/open-by-depth.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

let folder: StoreFolder;
let undisturbed: StepsProcess;
beforeAll(async () => {
  folder = newStoreFolder();
  undisturbed = await runStepsProcess('reading-process.ts', folder.file, 0);
}, 60_000);
afterAll(() => folder[Symbol.dispose]());

describe('kill -9 around writes with reads between them', () => {
  verifies(
    'state/order',
    'a read sees no write that the program made after it, wherever the process dies around a write',
    async () => {
      const written = undisturbed.points.flatMap((name, index) => (/record$/.test(name) ? [index + 1] : []));
      expect(written.length).toBeGreaterThanOrEqual(6);
      for (const number of written) {
        const file = join(folder.path, `point-${number}.db`);
        await runStepsProcess('reading-process.ts', file, number);
        await using shed = await openByDepth({ tools: [], store: { sqlite: file }, wakes: false });
        await shed.wakeAll();
        expect(await completeReading(shed), `killed ${number}: ${undisturbed.points[number - 1]}`).toEqual(READ);
      }
    },
    { timeout: 120_000 },
  );
});
