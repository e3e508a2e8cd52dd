// A host that becomes a node: its SQLite store is copied to PostgreSQL, and goes on there.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { copyStore, openPostgresStore, openSqliteStore, type OpenOptions, type Toolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { mailTools } from '../support/mail-shed.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { askedCall, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';
import { BIN } from './cli-process.ts';

afterAll(stopPostgresOfFile);

const SEND = `return (await tools.mail.send({ to: 'ada@x.org' })).sent`;

const DAY_MS = 86_400_000;

function lastPositionIn(file: string): number {
  using database = new DatabaseSync(file);
  return Number(database.prepare('SELECT position FROM journal_end').get()?.['position']);
}

interface Move extends Disposable {
  readonly folder: StoreFolder;
  readonly to: { readonly url: string; readonly schema: string };
  readonly sent: readonly string[];
  openOld(): Promise<Toolshed>;
  openNew(options?: Partial<OpenOptions>): Promise<Toolshed>;
  copy(): ReturnType<typeof copyStore>;
}

async function newMove(): Promise<Move> {
  const folder = newStoreFolder();
  const to = { url: (await postgresOfFile()).url, schema: newSchema() };
  const sent: string[] = [];
  const tools = mailTools(sent);
  return {
    folder,
    to,
    sent,
    openOld: () => openInThread({ tools, store: { sqlite: folder.file }, wakes: false }),
    openNew: (options = {}) =>
      openInThread({ tools, store: { postgres: to.url, schema: to.schema }, wakes: false, ...options }),
    copy: () => copyStore({ from: folder.file, to }),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

describe('a store that is copied to PostgreSQL', () => {
  verifies(
    'store/copy',
    'continues what waits for a person, with its grants, keys, side quests and state',
    async () => {
      using move = await newMove();
      const ids: string[] = [];
      {
        await using old = await move.openOld();
        await old.grants.add({ pattern: 'mail.send.later', scope: 'always', uses: 2 });
        expectStatus(await old.execute(`return await tools.mail.send.later({ to: 'x' })`), 'completed');
        const paused = expectStatus(await old.execute(SEND, { idempotencyKey: 'k', session: 'a\u0000b' }), 'paused');
        const quest = expectStatus(await old.fork(paused.paused.elicitationId, SEND), 'paused');
        ids.push(paused.executionId, quest.executionId);
        await old.execute(`return 1`);
        expectStatus(await old.execute(`await store.set('k', { kept: true })`, { session: 'a\u0000b' }), 'completed');
        const afterPruning = async (): Promise<number> => {
          await old.prune(0);
          return (await old.list()).length;
        };
        await expect.poll(afterPruning).toBe(2);
        await old.execute(`return 2`, { labels: { team: 'core' } });
      }

      expect(await move.copy()).toMatchObject({ executions: 3, questions: 2, grants: 1 });

      await using node = await move.openNew();
      expect(await node.audit.verify()).toMatchObject({ kind: 'intact' });
      expect(await node.state.list('a\u0000b')).toMatchObject([{ key: 'k', value: { kept: true } }]);
      expect(await node.grants.list()).toMatchObject([{ pattern: 'mail.send.later', usesLeft: 1 }]);
      expect((await node.pending()).map(({ executionId }) => executionId)).toEqual([ids[1], ids[0]]);
      const again = await node.execute(SEND, { idempotencyKey: 'k', session: 'a\u0000b' });
      expect(again.executionId).toBe(ids[0]);
      for (const id of ids.toReversed()) expectStatus(await node.resume(id, true), 'completed');
      expect(move.sent).toEqual(['later x', 'ada@x.org', 'ada@x.org']);
      expectStatus(await node.execute(`return await tools.mail.send.later({ to: 'y' })`), 'completed');
      expectStatus(await node.execute(`return await tools.mail.send.later({ to: 'z' })`), 'paused');
      expect(await node.audit.verify()).toMatchObject({ kind: 'intact' });
    },
  );

  verifies('store/copy', 'wakes what sleeps, and gives followers no entry twice', async () => {
    using move = await newMove();
    {
      await using old = await move.openOld();
      expectStatus(await old.execute(`await sleep(${DAY_MS}); return 7`), 'sleeping');
    }
    const last = lastPositionIn(move.folder.file);
    await move.copy();
    await using node = await move.openNew({ wakes: true, clock: { now: () => Date.now() + 2 * DAY_MS } });
    await expect.poll(async () => (await node.list())[0]?.status, { timeout: 20_000 }).toBe('completed');
    await using store = await openPostgresStore(move.to);
    const news = async (): Promise<readonly string[]> =>
      (await store.journal.entriesAfter(last)).entries.map(({ entry }) => entry.kind);
    await expect.poll(news, { timeout: 10_000 }).toContain('completed');
    expect(await news()).not.toContain('started');
  });

  verifies(
    'store/copy',
    'keeps the lines of its audit log and their order, and notices if they are changed',
    async () => {
      using move = await newMove();
      let before: readonly object[] = [];
      {
        await using old = await move.openOld();
        await old.execute(SEND);
        await old.execute(SEND);
        before = [...(await old.audit.list({ limit: 100 }))].map(({ previous: _, hash: __, ...fact }) => fact);
      }
      const { audit } = await move.copy();
      await using node = await move.openNew();
      const [copied, ...after] = await node.audit.list({ limit: 100 });
      expect(copied).toMatchObject({ what: 'copied', digest: audit.head });
      expect(after.map(({ previous: _, hash: __, ...fact }) => fact)).toEqual(before);

      // Everything that the new log has of its own is made again to fit: only the old chain can tell.
      const { schema } = move.to;
      await runSql(`UPDATE ${schema}.audit SET position = -position WHERE position IN (1, 2);
      UPDATE ${schema}.audit SET position = 3 + position WHERE position < 0; DELETE FROM ${schema}.checkpoints`);
      expect(await node.audit.verify()).toMatchObject({
        kind: 'broken',
        problem: 'the lines before the copy are not those that were copied',
      });
    },
  );

  verifies('store/copy', 'is refused while somebody has it open, and where something is kept already', async () => {
    using move = await newMove();
    {
      await using old = await move.openOld();
      await old.execute(SEND);
      await expect(move.copy()).rejects.toMatchObject({
        code: 'store/copy-refused',
        message: expect.stringContaining('another process has it open'),
      });
    }
    await move.copy();
    await expect(move.copy()).rejects.toThrow('it is not empty');
    await expect(copyStore({ from: `${move.folder.file}.none`, to: move.to })).rejects.toThrow('there is no such file');
  });

  verifies(
    'store/copy',
    'is refused with the ids of executions that cannot be read, until they are forgotten',
    async () => {
      using move = await newMove();
      let id = '';
      {
        await using old = await move.openOld();
        id = (await old.execute(SEND)).executionId;
      }
      {
        using database = new DatabaseSync(move.folder.file);
        database
          .prepare(`UPDATE journal SET body = replace(body, 'ada', 'eve') WHERE execution = ? AND seq = 1`)
          .run(id);
      }
      await expect(move.copy()).rejects.toThrow(id);
      {
        await using old = await move.openOld();
        await old.journal(id).catch(() => undefined);
        await old.retire(id, async () => undefined, { principal: 'ada', kind: 'person', channel: 'terminal' });
      }
      expect(await move.copy()).toMatchObject({ executions: 0 });
      await using node = await move.openNew();
      expect(await node.audit.verify()).toMatchObject({ kind: 'intact' });
    },
  );

  verifies('store/copy', 'is opened by no node before it is complete, and is made again after a kill', async () => {
    using move = await newMove();
    const count = 1_500;
    {
      await using store = openSqliteStore({ file: move.folder.file });
      await Promise.all(
        Array.from({ length: count }, () => store.journal.create(...sampleExecution().start(...askedCall()))),
      );
    }
    const { url, schema } = move.to;
    const args = [BIN, 'store', 'copy', `sqlite:${move.folder.file}`, url, '--schema', schema];
    const child = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, HOME: move.folder.path } });
    const exited = once(child, 'exit');
    const copied = async (): Promise<unknown> => {
      const [found] = await runSql(`SELECT to_regclass('${schema}.copying')::text AS mark`);
      if (found?.['mark'] === null) return 0;
      return (await runSql(`SELECT count(*)::int AS count FROM ${schema}.audit`))[0]?.['count'];
    };
    await expect.poll(copied, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await exited;
    await expect(openPostgresStore(move.to)).rejects.toThrow('a copy to it is not complete');

    expect(await move.copy()).toMatchObject({ executions: count, questions: count });
    await using node = await openPostgresStore(move.to);
    expect(await node.audit.verify()).toMatchObject({ kind: 'intact' });
    expect(await node.journal.countQuestions({})).toBe(count);
  });

  verifies('store/copy', 'is made again after a kill while it was verified, with what programs keep', async () => {
    using move = await newMove();
    {
      await using old = await move.openOld();
      expectStatus(await old.execute(`await store.set('k', 'kept')`, { session: 's' }), 'completed');
    }
    const { url, schema } = move.to;
    // Makes the tables, so that sealing them can be held up.
    await (await openPostgresStore(move.to))[Symbol.asyncDispose]();
    await runSql(`CREATE FUNCTION ${schema}.hold() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
      CREATE TRIGGER hold BEFORE INSERT ON ${schema}.checkpoints FOR EACH ROW EXECUTE FUNCTION ${schema}.hold()`);
    const args = [BIN, 'store', 'copy', `sqlite:${move.folder.file}`, url, '--schema', schema];
    const child = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, HOME: move.folder.path } });
    const exited = once(child, 'exit');
    const held = `FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%${schema}%'`;
    await expect.poll(() => runSql(`SELECT 1 ${held}`), { timeout: 30_000 }).toHaveLength(1);
    child.kill('SIGKILL');
    await exited;
    await runSql(`SELECT pg_terminate_backend(pid, 5000) ${held}; DROP FUNCTION ${schema}.hold() CASCADE`);

    expect(await move.copy()).toMatchObject({ executions: 1 });
    await using node = await move.openNew();
    expect(await node.state.list('s')).toMatchObject([{ key: 'k', value: 'kept' }]);
  });

  verifies('store/copy', 'keeps the tokens that are there already, also if it has to be made again', async () => {
    using move = await newMove();
    await (await move.openOld())[Symbol.asyncDispose]();
    {
      await using store = await openPostgresStore(move.to);
      await store.records.put('token', 'ada', 'kept');
    }
    // As a copy that was killed leaves it.
    await runSql(`CREATE TABLE ${move.to.schema}.copying ()`);
    await move.copy();
    await using store = await openPostgresStore(move.to);
    expect(await store.records.get('token', 'ada')).toMatchObject({ value: 'kept' });
  });
});
