import { createMemoryStore, openPostgresStore, type OpenOptions, type Toolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { runJobProcess, soon } from '../support/durable/run-job-process.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openFreshPostgres, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const open = async (options: Partial<OpenOptions> = {}) => await openMailShed({ wakes: false, ...options });
const run = async (shed: Toolshed, program: string, session = 's', agent?: string): Promise<unknown> =>
  expectStatus(await shed.execute(program, { session, ...(agent === undefined ? {} : { agent }) }), 'completed').value;
const refusal = async (shed: Toolshed, program: string) =>
  expectStatus(await shed.execute(program, { session: 's' }), 'failed').error;

afterAll(stopPostgresOfFile);

describe('the state of a session', () => {
  verifies('state/session', 'is read by later programs of it', async () => {
    await using host = await open();
    const { shed } = host;
    expect(
      await run(shed, `return [typeof (await store.get('a')), await store.delete('a'), await store.list()]`),
    ).toEqual(['undefined', false, []]);
    const value = { text: 'a\u0000b ä', list: [1, null, true], nothing: null };
    await run(shed, `await store.set('b', ${JSON.stringify(value)}); await store.set('a', null)`);
    expect(await run(shed, `return [await store.get('b'), await store.get('a'), await store.list()]`)).toEqual([
      value,
      null,
      ['a', 'b'],
    ]);
    expect(await run(shed, `return [await store.delete('a'), await store.list()]`)).toEqual([true, ['b']]);
  });

  verifies('state/session', 'is hidden from every other session and agent', async () => {
    await using host = await open();
    const { shed } = host;
    const look = `return [(await store.get('k')) ?? null, await store.list()]`;
    await run(shed, `await store.set('k', 'of a')`, 's', 'a');
    await run(shed, `await store.set('k', 'of nobody')`, 's');
    for (const [session, agent] of [
      ['s', 'b'],
      ['t', 'a'],
      ['t', undefined],
      ['s', ''],
      ['', 'a'],
    ] as const)
      expect(await run(shed, look, session, agent), `${session} ${agent}`).toEqual([null, []]);
    expect(await run(shed, look, 's', 'a')).toEqual(['of a', ['k']]);
    expect(await run(shed, look, 's')).toEqual(['of nobody', ['k']]);
  });

  verifies('state/session', 'takes any key that is a text, whatever it means elsewhere', async () => {
    await using host = await open();
    const { shed } = host;
    for (const key of ['__proto__', 'constructor', 'toString', ' ', '../../x', 'a\u0000', '😀']) {
      const text = JSON.stringify(key);
      const value = `JSON.parse('{"__proto__":{"polluted":true},"a":1}')`;
      expect(await run(shed, `await store.set(${text}, ${value}); return await store.list()`)).toContain(key);
      expect(await run(shed, `return [Object.keys(await store.get(${text})), ({}).polluted ?? null]`)).toEqual([
        ['__proto__', 'a'],
        null,
      ]);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  verifies('state/quotas', 'refuses keys and values that are too large, and what is no value, in words', async () => {
    await using host = await open();
    const { shed } = host;
    const cases = [
      [`store.set('', 1)`, 'state/invalid-key', 'it is empty'],
      [`store.get('\\ud800')`, 'state/invalid-key', 'half a surrogate pair'],
      [`store.set('x'.repeat(201), 1)`, 'state/invalid-key', 'more than 200 characters'],
      [`store.delete('x'.repeat(100_000))`, 'state/invalid-key', 'more than 200 characters'],
      [`store.set('a', 'ä'.repeat(20_000))`, 'state/too-large', 'its value has 40002 bytes, and 32768 are allowed'],
      [`store.set('a')`, 'state/no-value', 'write null, or delete the key'],
      [`store.get(5)`, 'tool/invalid-arguments', 'key'],
      [`store.get()`, 'tool/invalid-arguments', 'key'],
    ] as const;
    for (const [call, code, words] of cases)
      expect(await refusal(shed, `await ${call}`), call).toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    expect(await refusal(shed, `await store.set('a', new Map())`)).toMatchObject({
      message: expect.stringContaining('a Map'),
    });
    expect(await shed.state.list('s')).toEqual([]);
  });

  verifies('state/quotas', 'is bounded in keys and bytes; what is there already can still be changed', async () => {
    await using host = await open();
    const { shed } = host;
    await run(shed, `for (let i = 0; i < 200; i++) await store.set('k' + i, i)`);
    expect(await refusal(shed, `await store.set('one more', 1)`)).toMatchObject({
      code: 'state/full',
      message: expect.stringContaining('200 keys, which is the maximum; delete some with store.delete(key)'),
    });
    await run(shed, `await store.set('k0', 'other'); await store.delete('k1'); await store.set('one more', 1)`);
    expect(await run(shed, `return (await store.list()).length`)).toBe(200);
    const filled = `for (let i = 0; i < 5; i++) await store.set('big' + i, 'x'.repeat(32_000))`;
    expect(await run(shed, `try { ${filled} } catch (error) { return error.code }`, 'full')).toBe('state/full');
    expect(await run(shed, `return await store.list()`, 'full')).toEqual(['big0', 'big1', 'big2', 'big3']);
  });

  verifies('state/once', 'is read from the journal when an evicted program continues', async () => {
    await using host = await open({ maxWarm: 0 });
    const { shed } = host;
    await run(shed, `await store.set('k', 'then')`);
    const program = `const before = await store.get('k'); await store.set('mine', before);
await tools.mail.send({ to: 'ada' });
return [before, await store.get('k'), await store.get('mine')]`;
    const paused = expectStatus(await shed.execute(program, { session: 's' }), 'paused');
    await run(shed, `await store.set('k', 'now'); await store.set('mine', 'theirs')`);
    const done = await shed.resume(paused.executionId, true);
    expect(done).toMatchObject({ status: 'completed', value: ['then', 'now', 'theirs'] });
    expect(await shed.replay(paused.executionId)).toMatchObject({ kind: 'same' });
  });

  verifies('state/once', 'is written after the entry that says so', async () => {
    const store = createMemoryStore();
    const { keptRecords } = store;
    if (!keptRecords) throw new Error('a store in memory keeps records');
    const written: string[] = [];
    const add: typeof keptRecords.add = async (...args) => {
      const [{ id } = { id: undefined }] = await store.journal.list({});
      const entries = id === undefined ? [] : await store.journal.read(id);
      written.push(entries.map(({ kind }) => kind).join(' '));
      return keptRecords.add(...args);
    };
    await using host = await open({ store: { ...store, keptRecords: { ...keptRecords, add } } });
    await run(host.shed, `await tools.mail.list(); await store.set('k', 1)`);
    expect(written).toEqual(['started tool-called invoking returned tool-called invoking']);
  });

  verifies('state/quotas', 'takes all of many writes at once, in few writes to the disk', async () => {
    const store = createMemoryStore();
    const { keptRecords } = store;
    if (!keptRecords) throw new Error('a store in memory keeps records');
    let writes = 0;
    const replace: typeof keptRecords.replace = (...args) => {
      writes++;
      return keptRecords.replace(...args);
    };
    await using host = await open({ store: { ...store, keptRecords: { ...keptRecords, replace } } });
    const many = `await store.set('x', 0); await Promise.all(Array.from({ length: 150 }, (_, i) => store.set('k' + i, i)))`;
    await run(host.shed, many);
    expect(await run(host.shed, `return (await store.list()).length`)).toBe(151);
    expect(writes).toBeLessThan(50);
  });

  verifies('state/session', 'is read by a plan, and changed only by its run', async () => {
    await using host = await open();
    const { shed } = host;
    await run(shed, `await store.set('k', 'before')`);
    const program = `await store.set('k', 'after'); await store.delete('l'); return await store.get('k')`;
    const plan = await shed.plans.make(program, { session: 's' });
    expect(await shed.state.list('s')).toMatchObject([{ key: 'k', value: 'before' }]);
    expect(plan).toMatchObject({ status: 'ready', ran: 3 });
    expect(await shed.plans.approve(plan.planId, { shown: plan.digest })).toMatchObject({ value: 'after' });
    expect(await shed.state.list('s')).toMatchObject([{ key: 'k', value: 'after' }]);
  });

  verifies('state/people', 'is listed and cleared by people', async () => {
    await using host = await open();
    const { shed } = host;
    await run(shed, `await store.set('k', { a: 1 })`, 's', 'a');
    await run(shed, `await store.set('l', 2)`, 's');
    await run(shed, `await store.set('m', 3)`, 'other');
    const listed = await shed.state.list('s');
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({ agent: 'a', key: 'k', value: { a: 1 }, at: expect.any(Number) });
    expect(await shed.state.clear('s')).toBe(2);
    expect(await shed.state.list('s')).toEqual([]);
    expect(await run(shed, `await store.set('again', 1); return await store.list()`, 's', 'a')).toEqual(['again']);
    expect(await shed.state.list('other')).toHaveLength(1);
    const ada = { principal: 'ada', kind: 'person', channel: 'test' } as const;
    expect(await shed.state.clear('other', ada)).toBe(1);
    expect(await shed.state.clear('other', ada)).toBe(0);
    const lines = (await shed.audit.list()).filter(({ what }) => what === 'state-cleared').toReversed();
    expect(lines.map(({ who, channel, session, detail }) => [who, channel, session, detail])).toEqual([
      ...['1 value', '1 value of agent a'].map((detail) => ['person host', 'library', 's', detail]),
      ['person ada', 'test', 'other', '1 value'],
    ]);
    expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
  });
});

describe('calls of store that a program does not await', () => {
  verifies('state/session', 'take effect in the order in which the program made them', async () => {
    using folder = newStoreFolder();
    for (const store of [createMemoryStore(), { sqlite: folder.file }]) {
      await using host = await open({ store });
      const { shed } = host;
      await run(shed, `await store.set('k', 'before')`);
      const program = `
        const early = store.get('k');
        store.set('k', 1);
        const then = store.get('k');
        store.set('k', 2); store.set('l', 3);
        const both = Promise.all([store.get('k'), store.list()]);
        store.delete('k');
        return [await early, await then, await both, (await store.get('k')) ?? null]`;
      expect(await run(shed, program)).toEqual(['before', 1, [2, ['k', 'l']], null]);
      const plan = await shed.plans.make(`store.set('p', 1); return await store.get('p')`, { session: 's' });
      expect(await shed.get(plan.planId)).toMatchObject({ value: 1 });
    }
  });

  verifies('state/session', 'do not wait for one that a person has to approve', async () => {
    await using host = await open({ policy: [{ pattern: 'toolshed.store.set', verdict: 'ask' }] });
    const { shed } = host;
    const program = `const set = store.set('k', 1); const seen = (await store.get('k')) ?? null; await set; return [seen, await store.get('k')]`;
    const paused = expectStatus(await shed.execute(program, { session: 's' }), 'paused');
    expect(paused.calls).toMatchObject([{ outcome: 'waiting' }, { outcome: 'returned' }]);
    expect(await shed.resume(paused.executionId, true)).toMatchObject({ value: [null, 1] });
  });
});

describe('the state of a session of two hosts', () => {
  verifies('state/once', 'has what two processes wrote at once', async () => {
    using folder = newStoreFolder();
    const beginAt = soon();
    const program = (name: string): string =>
      `for (let i = 0; i < 20; i++) await store.set('${name}' + i, i); return (await store.list()).length > 0`;
    const reports = await Promise.all(
      ['a', 'b'].map((name) => runJobProcess(folder.file, beginAt, 'execute', program(name), name)),
    );
    for (const { result } of reports) expect(result).toMatchObject({ status: 'completed', value: true });
    await using host = await open({ store: { sqlite: folder.file } });
    expect(await host.shed.state.list('default')).toHaveLength(40);
  });

  verifies('state/quotas', 'keeps its quota on two nodes of PostgreSQL that write at once', async () => {
    await using store = await openFreshPostgres();
    const other = await openPostgresStore({ url: (await postgresOfFile()).url, schema: store.schema });
    await using _closed = other;
    await using one = await open({ store });
    await using two = await open({ store: other });
    const program = (name: string): string =>
      `let kept = 0; for (let i = 0; i < 8; i++) await Promise.all(Array.from({ length: 15 }, async (_, n) => {
        try { await store.set('${name}' + i + '/' + n, 1); kept++ } catch (error) { if (error.code !== 'state/full') throw error }
      })); return kept`;
    const kept = await Promise.all([run(one.shed, program('a')), run(two.shed, program('b'))]);
    expect(Number(kept[0]) + Number(kept[1])).toBe(200);
    expect(await one.shed.state.list('s')).toHaveLength(200);
  });
});
