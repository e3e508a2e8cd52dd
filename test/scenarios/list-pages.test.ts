// Lists of more than fits a page: how many there are is said, and every one of them can be reached.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@toolshed/kernel';
import { newElicitationId, UnknownCursorError } from '@toolshed/kernel/runtime';
import { openSqliteStore, type Store, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { openFreshMemory, openFreshSqlite } from '../support/open-stores.ts';
import { askedCall, completed, sampleExecution } from '../support/sample-execution.ts';
import { mailTools } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';
import { openWorkbench } from './cli-process.ts';
import { openInThread } from '../support/open-in-thread.ts';

async function fill(store: Store, paused: number, done: number): Promise<void> {
  const starts = [
    ...Array.from({ length: done }, () => sampleExecution().start(completed)),
    ...Array.from({ length: paused }, () => sampleExecution().start(...askedCall(1, newElicitationId(0)))),
  ];
  await Promise.all(starts.map((start) => store.journal.create(...start)));
}

const openShed = (store: Store): Promise<Toolshed> =>
  openInThread({ tools: mailTools([]), store, wakes: false, prepares: false });

async function walk<T, Cursor, Filter>(
  list: (filter: Filter & { readonly before?: Cursor | undefined }) => Promise<Page<T, Cursor>>,
  filter: NoInfer<Filter>,
  from?: NoInfer<Cursor>,
): Promise<readonly T[]> {
  const found: T[] = [];
  let before: Cursor | undefined = from;
  do {
    const page = await list({ ...filter, before });
    found.push(...page);
    before = page.next;
  } while (before !== undefined);
  return found;
}

describe.each([
  ['in memory', openFreshMemory],
  ['in SQLite', openFreshSqlite],
])('lists of the library, %s', (_, open) => {
  verifies('lists/totals', 'say how many there are in all, and lead to every one', async () => {
    const store = open();
    await fill(store, 130, 70);
    await using shed = await openShed(store);
    expect(await shed.pending()).toMatchObject({ length: 50, total: 130 });
    expect(await shed.list()).toMatchObject({ length: 50, total: 200 });
    expect(await shed.list({ status: ['completed'], limit: 70 })).toMatchObject({ total: 70, next: undefined });
    expect(await shed.pending({ limit: 0 })).toMatchObject({ length: 0, total: 130 });
    expect(await shed.audit.list()).toMatchObject({ length: 50, total: (await shed.audit.read(1, 1_000)).length });
    const questions = await walk(shed.pending, { limit: 40 });
    expect(new Set(questions.map(({ elicitationId }) => elicitationId)).size).toBe(130);
    const executions = await walk(shed.list, { limit: 40 });
    expect(new Set(executions.map(({ id }) => id)).size).toBe(200);
  });

  verifies('lists/stable', 'neither repeat nor skip what stays while others come and go', async () => {
    const store = open();
    await fill(store, 60, 0);
    await using shed = await openShed(store);
    const before = (await walk(shed.pending, { limit: 20 })).map((one) => one.elicitationId);
    const first = await shed.pending({ limit: 20 });
    await fill(store, 30, 0);
    const last = first.at(-1);
    if (last === undefined) throw new TypeError('sixty were asked');
    await shed.cancel(last.executionId);
    const rest = await walk(shed.pending, { limit: 20 }, first.next);
    expect([...first, ...rest].map(({ elicitationId }) => elicitationId)).toEqual(before);
    expect((await shed.pending({ before: first.next })).total).toBe(89);
  });

  verifies(
    'lists/stable',
    'take neither an empty place to continue from nor a limit that is no number of items',
    async () => {
      await using shed = await openShed(open());
      const unknown = { code: 'list/unknown-cursor' };
      await expect(shed.list(JSON.parse('{"before":""}'))).rejects.toMatchObject(unknown);
      await expect(shed.pending(JSON.parse('{"before":""}'))).rejects.toMatchObject(unknown);
      await expect(shed.grants.list(JSON.parse('{"before":""}'))).rejects.toMatchObject(unknown);
      await expect(shed.secrets.list(JSON.parse('{"before":""}'))).rejects.toMatchObject(unknown);
      expect(() => shed.catalog.search('mail', 3, '')).toThrow(UnknownCursorError);
      for (const limit of [-1, 1.5, Number.NaN, JSON.parse('"1"')])
        expect(() => shed.catalog.search('mail', limit)).toThrow(expect.objectContaining({ code: 'options/invalid' }));
    },
  );

  verifies('lists/stable', 'say that the item to continue after is missing, instead of ending there', async () => {
    const store = open();
    await fill(store, 0, 60);
    await using shed = await openShed(store);
    const { next } = await shed.list();
    await shed.prune(0);
    await expect(shed.list({ before: next })).rejects.toThrow(UnknownCursorError);
    await expect(shed.pending({ before: newElicitationId(0) })).rejects.toThrow(UnknownCursorError);
    await expect(shed.list({ limit: -1 })).rejects.toThrow('limit');
  });

  verifies('lists/stable', 'refuse a place in the audit log that never was', async () => {
    await using shed = await openShed(open());
    await shed.grants.add({ pattern: 'mail.send', scope: 'always' });
    const { total } = await shed.audit.list();
    expect(await shed.audit.list({ before: total })).toMatchObject({ length: total - 1 });
    await expect(shed.audit.list({ before: total + 1 })).rejects.toThrow(UnknownCursorError);
  });

  verifies.each('lists/stable', [
    ['list', { before: {} }, 'before'],
    ['list', { status: ['zzz'] }, 'status'],
    ['list', { status: 'paused' }, 'status'],
    ['list', { session: 5 }, 'session'],
    ['list', { sideQuests: 'all' }, 'sideQuests'],
    ['list', { limit: 'x' }, 'limit'],
    ['pending', { before: {} }, 'before'],
    ['pending', { execution: 5 }, 'execution'],
    ['pending', { sesion: 'a' }, 'sesion'],
    ['audit', { before: 'nope' }, 'before'],
    ['audit', { before: {} }, 'before'],
    ['audit', { before: 0 }, 'before'],
    ['audit', { before: 1.5 }, 'before'],
    ['audit', { limit: -1 }, 'limit'],
    ['grants', { before: {} }, 'before'],
    ['grants', { session: {} }, 'session'],
    ['secrets', { before: {} }, 'before'],
    ['secrets', { limit: -1 }, 'limit'],
    ['events', { session: 5 }, 'session'],
  ] as const)('refuse a filter that cannot be meant: %s %j', async (name, filter, key) => {
    await using shed = await openShed(open());
    const given = JSON.parse(JSON.stringify(filter));
    const listed = {
      list: () => shed.list(given),
      pending: () => shed.pending(given),
      audit: () => shed.audit.list(given),
      grants: () => shed.grants.list(given),
      secrets: () => shed.secrets.list(given),
      events: () => shed.eventsAfter(0, given),
    };
    const refused = await listed[name]().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'options/invalid', message: expect.stringContaining(`"${key}`) });
  });

  verifies('lists/totals', 'count grants and tools as well', async () => {
    await using shed = await openShed(open());
    for (let index = 0; index < 12; index += 1)
      await shed.grants.add({ pattern: 'mail.send', scope: { session: index < 4 ? 'a' : 'b' } });
    expect(await shed.grants.list()).toMatchObject({ length: 12, total: 12, next: undefined });
    expect(await shed.grants.list({ session: 'a' })).toMatchObject({ length: 4, total: 4 });
    const grants = await walk(shed.grants.list, { limit: 5 });
    expect(new Set(grants.map(({ id }) => id)).size).toBe(12);
    const tools = shed.catalog.search('mail', 2);
    expect(tools).toMatchObject({ length: 2, total: shed.catalog.search('mail', 100).length });
    expect(shed.catalog.search('mail', 2, tools.next)[0]?.path).toBe(shed.catalog.search('mail', 3)[2]?.path);
  });
});

describe('lists of the command', () => {
  verifies('lists/totals', 'say how many of how many, and how to see the rest', async () => {
    await using bench = await openWorkbench();
    await mkdir(bench.home, { recursive: true, mode: 0o700 });
    {
      await using store = openSqliteStore({ file: join(bench.home, 'shed.db') });
      await fill(store, 1_010, 5);
    }
    const [pending = '', all = '', list = '', audit = ''] = await Promise.all(
      [
        ['pending'],
        ['pending', '--all', '--json'],
        ['list', '--status', 'running', '--limit', '3'],
        ['audit', '--limit', '2', '--json'],
      ].map(async (args) => (await bench.toolshed(args)).stdout),
    );
    const [, next = ''] = /50 of 1,010; --after (elic_\S+) continues, --all shows everything/.exec(pending) ?? [];
    const { items, total } = JSON.parse(all);
    expect([items.length, total, items[49].elicitationId]).toEqual([1_010, 1_010, next]);
    expect(list).toMatch(/3 of 1,010; --after exec_\S+ continues/);
    const lines = JSON.parse(audit);
    expect(lines.items.map(({ n }: { n: number }) => n)).toEqual([lines.total, lines.total - 1]);
    for (const after of ['99999999', '1e3', '0'])
      expect([after, (await bench.toolshed(['audit', '--after', after])).exitCode]).toEqual([after, 2]);
    const rest = await bench.toolshed(['pending', '--after', next, '--limit', '5', '--json']);
    expect(JSON.parse(rest.stdout)).toMatchObject({
      total: 1_010,
      items: items.slice(50, 55),
      next: items[54].elicitationId,
    });
    const wrong = await bench.toolshed(['pending', '--after', 'nonsense']);
    expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Cannot use --after "nonsense"') });
    const screen = bench.terminal(['watch']);
    await screen.until('1,010 questions wait for a person');
    await screen.until('of 1,015 executions');
    screen.press('q');
    expect(await screen.exit()).toBe(0);
  });
});
