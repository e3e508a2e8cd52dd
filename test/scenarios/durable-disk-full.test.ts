import { defineTool } from '@toolshed/kernel';
import { openSqliteStore, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const ROOM = 400_000;
const BIG = 600_000;

describe('a disk that is full', () => {
  verifies('store/disk-full', 'stops an execution where it is, which continues when there is room', async () => {
    using folder = newStoreFolder();
    const fetched: string[] = [];
    const tool = (name: string, destructive: boolean, size = BIG) =>
      defineTool({
        path: `big.${name}`,
        description: name,
        input: z.object({}),
        destructive,
        handler: () => {
          fetched.push(name);
          // Another value each: one that was read before takes no room.
          return (name[0] ?? '').repeat(size);
        },
      });
    const tools = [tool('look', false, 1), tool('read', false), tool('write', true)];
    // The first call is written with the start; what the next comes to does not fit.
    const program =
      'await tools.big.look({}); const a = await tools.big.read({}); const b = await tools.big.write({}); return a.length + b.length';
    const withRoom = async <T>(maxBytes: number | undefined, work: (shed: Toolshed) => Promise<T>): Promise<T> => {
      await using store = openSqliteStore({ file: folder.file, ...(maxBytes === undefined ? {} : { maxBytes }) });
      await using shed = await openInThread({ tools, store, wakes: false });
      return await work(shed);
    };

    const id = await withRoom(ROOM, async (shed) => {
      await expect(shed.execute(program, { idempotencyKey: 'k' })).rejects.toMatchObject({
        code: 'execution/result-unavailable',
      });
      const [left] = await shed.list();
      expect(left).toMatchObject({ status: 'running', calls: 1 });
      return left?.id ?? '';
    });
    await withRoom(undefined, async (shed) => {
      const paused = expectStatus(await shed.execute(program, { idempotencyKey: 'k' }), 'paused');
      expect(paused.executionId).toBe(id);
    });
    await withRoom(ROOM + BIG + 100_000, async (shed) => {
      // The answer is written, and what follows from it is not.
      expectStatus(await shed.resume(id, true), 'running');
      expect(fetched).toEqual(['look', 'read', 'read', 'write']);
    });
    await withRoom(undefined, async (shed) => {
      const doubt = expectStatus(await shed.resume(id, true), 'paused');
      expect(doubt.paused.type).toBe('in-doubt');
      const data = { do: 'result', value: 'x' };
      const given = await shed.resume(doubt.paused.elicitationId, { approved: true, data });
      expect(given).toMatchObject({ status: 'completed', value: BIG + 1 });
      expect(fetched).toEqual(['look', 'read', 'read', 'write']);
      expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
    });
  });
});
