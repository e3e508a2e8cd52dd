// One row that cannot be read, or was written by a newer version, hides nothing but itself.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { ExecutionId } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { mailTools } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { openWorkbench } from './cli-process.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const SEND = 'return await tools.mail.send({ to: "ada@x.org" })';

interface Damaged extends AsyncDisposable {
  readonly shed: Toolshed;
  readonly file: string;
  readonly sent: readonly string[];
  readonly damaged: ExecutionId;
  readonly whole: ExecutionId;
}

/** Two paused executions, each with one question; `harm` is done to the older one behind the host's back. */
async function openDamaged(harm: (database: DatabaseSync, id: string) => void): Promise<Damaged> {
  const folder = newStoreFolder();
  const sent: string[] = [];
  const ids: ExecutionId[] = [];
  {
    await using shed = await openInThread({ tools: mailTools(sent), store: { sqlite: folder.file }, wakes: false });
    for (let index = 0; index < 2; index += 1) ids.push((await shed.execute(SEND)).executionId);
  }
  const [damaged, whole] = ids;
  if (!damaged || !whole) throw new TypeError('both were started');
  {
    using database = new DatabaseSync(folder.file);
    harm(database, damaged);
  }
  const shed = await openInThread({ tools: mailTools(sent), store: { sqlite: folder.file } });
  return {
    shed,
    file: folder.file,
    sent,
    damaged,
    whole,
    async [Symbol.asyncDispose]() {
      await shed[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

const sql =
  (statement: string) =>
  (database: DatabaseSync, id: string): void => {
    database.prepare(statement.replaceAll(':id', `'${id}'`)).run();
  };

/** Puts another text in place of an entry, with checksums as a writer of it would have made them. */
function rewrite(database: DatabaseSync, id: string, seq: number, change: (body: string) => string): void {
  const rows = database.prepare('SELECT seq, body FROM journal WHERE execution = ? ORDER BY seq').all(id);
  let checksum = crc32(id);
  for (const row of rows) {
    const body = row['seq'] === seq ? change(String(row['body'])) : String(row['body']);
    checksum = crc32(body, checksum);
    database
      .prepare('UPDATE journal SET body = ?, checksum = ? WHERE execution = ? AND seq = ?')
      .run(body, checksum, id, Number(row['seq']));
  }
  database.prepare('UPDATE executions SET checksum = ? WHERE id = ?').run(checksum, id);
}

const DAMAGE: readonly (readonly [string, (database: DatabaseSync, id: string) => void])[] = [
  [
    'the question is no JSON',
    sql(`UPDATE journal SET body = '{"kind"' WHERE execution = :id AND body LIKE '%"asked"%'`),
  ],
  ['the question was edited', sql(`UPDATE journal SET body = replace(body, 'ada', 'eve') WHERE execution = :id`)],
  ['its first entry is no JSON', sql(`UPDATE journal SET body = 'x' WHERE execution = :id AND seq = 0`)],
  ['a checksum is larger than any', sql(`UPDATE journal SET checksum = 9223372036854775807 WHERE execution = :id`)],
  ['an entry is gone', sql(`DELETE FROM journal WHERE execution = :id AND seq = 1`)],
  [
    'it says what no execution does',
    (database, id) => rewrite(database, id, 1, () => '{"kind":"fired","seq":1,"at":1,"call":7}'),
  ],
  [
    'a newer version wrote to it',
    (database, id) => rewrite(database, id, 2, (body) => body.replace('"asked"', '"teleported"')),
  ],
];

describe.each(DAMAGE)('an execution of which %s', (_, harm) => {
  verifies(
    'store/damage-isolated',
    'is listed as damaged, and its neighbour is asked, answered and sent as an event',
    async () => {
      await using host = await openDamaged(harm);
      const { shed, damaged, whole, sent } = host;
      await shed.get(damaged).catch(() => undefined);
      expect((await shed.pending()).map(({ executionId }) => executionId)).toEqual([whole]);
      const listed = await shed.list();
      expect(listed.map(({ id, status }) => [id, status])).toEqual([
        [whole, 'paused'],
        [damaged, 'damaged'],
      ]);
      expect(listed[1]?.damage?.problem).toMatch(/restore a backup|upgrade Toolshed|call 7|open/);
      expect((await shed.list({ status: ['paused', 'sleeping'] })).map(({ id }) => id)).toEqual([whole]);
      expect((await shed.list({ status: ['damaged'] })).map(({ id }) => id)).toEqual([damaged]);
      const { entries, through } = await shed.eventsAfter(0);
      expect(entries.filter(({ executionId }) => executionId === whole)).toHaveLength(4);
      expect(through).toBe(await shed.lastEvent());
      expect(await shed.resume(whole, true)).toMatchObject({ status: 'completed' });
      expect(sent).toEqual(['ada@x.org']);
      await shed.wakeAll();
      expect(sent).toEqual(['ada@x.org']);
    },
  );
});

describe.each([
  ['its status is none', sql(`UPDATE executions SET status = 'dancing', error = '{' WHERE id = :id`)],
  ['its error is no JSON', sql(`UPDATE executions SET error = '{' WHERE id = :id`)],
  ['its times are larger than any', sql(`UPDATE executions SET updated_at = 9223372036854775807 WHERE id = :id`)],
])('an execution of which %s, beside its journal', (_, harm) => {
  verifies(
    'store/damage-isolated',
    'is listed as damaged, and can still be answered: its journal says all there is to know',
    async () => {
      await using host = await openDamaged(harm);
      const { shed, damaged, whole, sent } = host;
      expect((await shed.list()).map(({ id, status }) => [id, status])).toEqual([
        [whole, 'paused'],
        [damaged, 'damaged'],
      ]);
      expect((await shed.pending()).map(({ executionId }) => executionId)).toEqual([whole]);
      expect(await shed.resume(whole, true)).toMatchObject({ status: 'completed' });
      expect(await shed.resume(damaged, true)).toMatchObject({ status: 'completed' });
      expect((await shed.list()).map(({ status }) => status)).toEqual(['completed', 'completed']);
      expect(sent).toEqual(['ada@x.org', 'ada@x.org']);
    },
  );
});

describe('what is said of a damaged execution', () => {
  verifies('store/damage-isolated', 'names it, the entry and what to do', async () => {
    await using host = await openDamaged(sql(`UPDATE journal SET body = 'x' WHERE execution = :id AND seq = 2`));
    const { shed, damaged } = host;
    const words = new RegExp(`entry 2 of ${damaged}: .*restore a backup`);
    await expect(shed.get(damaged)).rejects.toThrow(words);
    await expect(shed.resume(damaged, true)).rejects.toThrow(words);
    await expect(shed.cancel(damaged)).rejects.toThrow(words);
    const { damaged: skipped } = await shed.eventsAfter(0);
    expect(skipped).toEqual([
      expect.objectContaining({ executionId: damaged, damage: expect.objectContaining({ seq: 2 }) }),
    ]);
    const verdict = await shed.audit.verify();
    expect(verdict).toMatchObject({ kind: 'broken', problem: expect.stringMatching(words) });
    expect(verdict.kind === 'broken' && verdict.problems).toHaveLength(1);
  });

  verifies(
    'store/damage-isolated',
    'names a newer version where one wrote it, and forgets that once the row can be read',
    async () => {
      await using host = await openDamaged((database, id) =>
        rewrite(database, id, 2, (body) => body.replace('"asked"', '"teleported"')),
      );
      const { shed, damaged, file } = host;
      await expect(shed.get(damaged)).rejects.toThrow(/"teleported" was written by a newer version; upgrade Toolshed/);
      expect((await shed.list({ status: ['damaged'] })).map(({ id }) => id)).toEqual([damaged]);
      {
        using database = new DatabaseSync(file);
        rewrite(database, damaged, 2, (body) => body.replace('"teleported"', '"asked"'));
      }
      expect(await shed.get(damaged)).toMatchObject({ status: 'paused' });
      expect(await shed.list({ status: ['damaged'] })).toEqual([]);
      expect(await shed.pending()).toHaveLength(2);
    },
  );
});

describe('retiring', () => {
  verifies.each(
    'store/damage-retired',
    DAMAGE.filter(([name]) => name !== 'a newer version wrote to it'),
  )('forgets an execution of which %s, once what is left of it was kept, and says who did', async (_, harm) => {
    await using host = await openDamaged(harm);
    const { shed, damaged, whole } = host;
    const by = { principal: 'ada', kind: 'person', channel: 'terminal' } as const;
    const full = new Error('no room');
    await expect(shed.retire(damaged, () => Promise.reject(full), by)).rejects.toBe(full);
    expect((await shed.list()).map(({ id }) => id)).toEqual([whole, damaged]);
    const kept: string[] = [];
    await shed.retire(damaged, async (remains) => void kept.push(...remains), by);
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect((await shed.list()).map(({ id }) => id)).toEqual([whole]);
    expect((await shed.pending()).map(({ executionId }) => executionId)).toEqual([whole]);
    await expect(shed.get(damaged)).rejects.toMatchObject({ code: 'execution/unknown' });
    expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
    expect((await shed.audit.read(1, 100)).at(-1)).toMatchObject({
      what: 'pruned',
      who: 'ada',
      detail: `${damaged}, which was damaged`,
    });
    expect(await shed.resume(whole, true)).toMatchObject({ status: 'completed' });
  });

  verifies(
    'store/damage-retired',
    'leaves alone what can be read, what a newer version can read, and what is not there',
    async () => {
      await using host = await openDamaged((database, id) =>
        rewrite(database, id, 2, (body) => body.replace('"asked"', '"teleported"')),
      );
      const { shed, damaged, whole } = host;
      const keep = async () => expect.unreachable('nothing is to be kept');
      await expect(shed.retire(whole, keep)).rejects.toThrow(/its journal can be read; "toolshed cancel" ends it/);
      await expect(shed.retire(damaged, keep)).rejects.toThrow(/upgrade Toolshed/);
      await expect(shed.retire('exec_none', keep)).rejects.toMatchObject({ code: 'execution/unknown' });
      expect(await shed.list()).toHaveLength(2);
    },
  );

  verifies('store/damage-retired', 'is a command, which keeps what is left in a file of the data folder', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'tools.mjs',
      `import { defineTool } from '${import.meta.resolve('@toolshed/kernel')}';
export default [defineTool({ path: 'app.act', description: 'Acts', input: { type: 'object' }, handler: () => 1 })];`,
    );
    await bench.write('program.ts', 'return await tools.app.act({})');
    const { executionId } = JSON.parse(
      (await bench.toolshed(['run', 'program.ts', '--tools', 'tools.mjs', '--json'])).stdout,
    );
    const refused = await bench.toolshed(['prune', '--damaged', executionId, '--json']);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'execution/not-damaged' } });
    {
      using database = new DatabaseSync(join(bench.home, 'shed.db'));
      sql(`UPDATE journal SET body = 'x' WHERE execution = :id AND seq = 1`)(database, executionId);
    }
    const { exitCode, stdout } = await bench.toolshed(['prune', '--damaged', executionId, '--json']);
    expect(exitCode).toBe(0);
    expect((await readFile(JSON.parse(stdout).kept, 'utf8')).split('\n')[1]).toBe('x');
    expect(JSON.parse((await bench.toolshed(['list', '--json'])).stdout).items).toEqual([]);
    expect((await bench.toolshed(['prune'])).exitCode).toBe(2);
  });
});

describe('what is due beside what is damaged', () => {
  verifies('store/damage-isolated', 'wakes, whatever its neighbour throws', async () => {
    const folder = newStoreFolder();
    const clock = { now: () => now };
    let now = 1_000;
    const ids: ExecutionId[] = [];
    {
      await using shed = await openInThread({ tools: mailTools([]), store: { sqlite: folder.file }, clock });
      for (let index = 0; index < 2; index += 1)
        ids.push((await shed.execute('await sleep(60_000); return 1')).executionId);
    }
    const [whole, damaged] = ids;
    using database = new DatabaseSync(folder.file);
    sql(`UPDATE journal SET body = 'x' WHERE execution = :id AND seq = 1`)(database, String(damaged));
    now += 120_000;
    await using shed = await openInThread({
      tools: mailTools([]),
      store: { sqlite: folder.file },
      clock,
    });
    await expect
      .poll(() => shed.get(String(whole)), { timeout: 5_000 })
      .toMatchObject({ status: 'completed', value: 1 });
    expect((await shed.list({ status: ['damaged'] })).map(({ id }) => id)).toEqual([damaged]);
    await shed[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
});
