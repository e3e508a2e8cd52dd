import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { StoreUnavailableError } from '@toolshed/kernel';
import { openPostgresStore, type PostgresStore } from '@toolshed/runtime';
import { Pool } from 'pg';
import { afterAll, describe, expect, onTestFinished, vi } from 'vitest';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startPostgres } from '../../support/postgres.ts';
import { completed, grantedCall, printed, sampleExecution } from '../../support/sample-execution.ts';
import { verifies } from '../../support/verifies.ts';
import { sampleGrant } from '../../support/sample-grant.ts';

afterAll(stopPostgresOfFile);

const withPassword = (url: string): string => url.replace('toolshed@', 'toolshed:hunter2@');

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => expect.unreachable('it went well'),
    (error: unknown) => error,
  );
}

describe('an address of a database', () => {
  verifies.each('store/shared-failures', [
    'postgres:/toolshed:hunter2@localhost/shed',
    'postgres:toolshed:hunter2@localhost/shed',
    'postgres:///toolshed:hunter2@localhost/shed',
    'postgresql:toolshed:hunter2@localhost/shed',
    'mysql://toolshed:hunter2@localhost/shed',
    ' postgres:// toolshed:hunter2@localhost/shed',
  ])('a mistyped address is refused without repeating it: %s', async (url) => {
    const failure = await failureOf(openPostgresStore({ url, connectTimeoutMs: 1_000 }));
    expect(failure).toBeInstanceOf(StoreUnavailableError);
    expect(inspect(failure)).not.toContain('hunter2');
  });

  verifies('store/shared-failures', 'a user who may only read is refused in one error', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    await (await openPostgresStore({ url, schema }))[Symbol.asyncDispose]();
    const reader = `reader_${schema.slice(-8)}`;
    await runSql(`CREATE ROLE ${reader} LOGIN; GRANT USAGE ON SCHEMA ${schema} TO ${reader};
      GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${reader}`);
    const failure = await failureOf(openPostgresStore({ url: url.replace('toolshed@', `${reader}@`), schema }));
    expect(failure).toMatchObject({ code: 'store/unavailable', message: expect.stringContaining('may not write') });
  });
});

describe('a store that a node cannot start with', () => {
  verifies('store/shared-failures', 'a node does not start on a read-only server, and says what to do', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    await (await openPostgresStore({ url, schema }))[Symbol.asyncDispose]();
    const readOnly = `${url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
    const failure = await failureOf(openPostgresStore({ url: readOnly, schema }));
    expect(failure).toMatchObject({ code: 'store/unavailable', message: expect.stringContaining('name the primary') });
  });

  verifies('store/shared-failures', 'a node does not start in a schema with tables of another program', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    await runSql(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.meta (id int)`);
    const failure = await failureOf(openPostgresStore({ url, schema }));
    expect(failure).toMatchObject({
      code: 'store/unavailable',
      message: expect.stringMatching(/other tables.*; name/),
    });
  });
});

/** Three parts: what cannot be done, why, and what to do next. */
const inWords = (why: RegExp) => ({
  code: 'store/unavailable',
  message: expect.stringMatching(new RegExp(`^Cannot open the store at \\S+: .*${why.source}.*; \\w`)),
});

describe('a server that cannot be used', () => {
  const opening = async (change: (url: URL) => void, schema = newSchema()) => {
    const url = new URL((await postgresOfFile()).url);
    change(url);
    return failureOf(openPostgresStore({ url: url.href, schema, connectTimeoutMs: 5_000 }));
  };

  verifies.each('store/shared-failures', [
    [
      'a file of TLS that is not there',
      'sslmode=verify-full&sslrootcert=/no/such/root.pem',
      /root.pem.* does not exist/,
    ],
    ['an unknown mode of TLS', 'sslmode=very', /an unknown sslmode/],
    ['TLS where the server has none', 'sslmode=verify-full', /does not offer TLS/],
  ])('a server that cannot be used is refused with one readable error: %s', async (_, settings, why) => {
    expect(
      await opening((url) => {
        url.search = settings;
      }),
    ).toMatchObject(inWords(why));
  });

  verifies('store/shared-failures', 'a database that does not exist is refused with one readable error', async () => {
    const failure = await opening((url) => {
      url.pathname = '/nothing';
    });
    expect(failure).toMatchObject(inWords(/no such database/));
  });

  verifies('store/shared-failures', 'opening a store with a wrong password fails with one readable error', async () => {
    // The server of the tests asks for none, so this one only says no.
    const refusal = ['SFATAL', 'VFATAL', 'C28P01', 'Mpassword authentication failed for user "toolshed"'];
    const body = Buffer.from(`${refusal.join('\0')}\0\0`);
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(body.length + 4, 1);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([head, body])));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String(Object(server.address()).port);
    const failure = await opening((url) => Object.assign(url, { port, hostname: '127.0.0.1', password: 'hunter2' }));
    expect(failure).toMatchObject(inWords(/refused the password/));
    expect(inspect(failure)).not.toContain('hunter2');
    server.close();
  });

  verifies('store/shared-failures', 'a user with too few connections is refused with a readable error', async () => {
    const user = `few_${newSchema().slice(-8)}`;
    await runSql(`CREATE ROLE ${user} LOGIN CONNECTION LIMIT 1`);
    const failure = await opening((url) => {
      url.username = user;
    });
    expect(failure).toMatchObject(inWords(/the user may have 1 connections, and a node needs 4/));
  });

  verifies('store/shared-failures', 'a server that is too old is refused with one readable error', async () => {
    const { url } = await postgresOfFile();
    const [version] = await runSql('SHOW server_version_num');
    await using proxy = await startLossyProxy(url);
    proxy.pretend(String(version?.['server_version_num']), '130021');
    const failure = await failureOf(openPostgresStore({ url: proxy.url, schema: newSchema() }));
    expect(failure).toMatchObject(inWords(/and Toolshed needs 14 or later/));
  });

  verifies('store/shared-failures', 'a store with a dropped table is refused with a readable error', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    await using store = await openPostgresStore({ url, schema });
    await runSql(`DROP TABLE "${schema}".meta`);
    expect(await failureOf(store.grants.list())).toMatchObject({
      code: 'store/unavailable',
      message: expect.stringMatching(/^Cannot read the store at \S+: a table of it is missing; restore a backup/),
    });
    expect(await opening(() => undefined, schema)).toMatchObject(inWords(/some of the tables and not the others/));
  });
});

describe('a database that goes away', () => {
  verifies(
    'store/shared-failures',
    'calls fail soon while the database is away, with an error without the password, and work again when it is back',
    async () => {
      await using server = await startPostgres();
      await using store = await openPostgresStore({ url: withPassword(server.url), connectTimeoutMs: 1_000 });
      const [sample, late] = [sampleExecution(), sampleExecution()];
      await store.journal.create(...sample.start());
      let told = 0;
      using _ = store.journal.watch?.(() => void told++) ?? { [Symbol.dispose]: () => undefined };
      await expect.poll(() => told).toBeGreaterThan(0);
      await server.stop();
      const calls = (): Promise<unknown>[] => [
        store.journal.create(...late.start()),
        store.journal.read(sample.id),
        store.journal.list({}),
        store.journal.lastPosition(),
        store.grants.list(),
        store.grants.add(sampleGrant()),
        store.owners.renew({ id: 'a', pid: 1, host: '' }, 1_000),
        store.owners.enter({ id: 'a', pid: 1, host: '' }, 1_000),
        store.audit.verify(),
        store.journal.prune(1, 1),
        openPostgresStore({ url: withPassword(server.url) }),
      ];
      for (const error of await Promise.all(calls().map(failureOf))) {
        expect(error).toBeInstanceOf(StoreUnavailableError);
        expect(String(error)).toMatch(
          /^StoreUnavailableError: Cannot [a-z ]+ the store at 127\.0\.0\.1:\d+\/postgres: .*try again/,
        );
        expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('hunter2');
      }
      const before = told;
      await server.start();
      await store.journal.append(...sample.say(printed('back')));
      expect(await store.journal.read(sample.id)).toEqual(sample.entries);
      await expect.poll(() => told, { timeout: 10_000 }).toBeGreaterThan(before);
      expect(await store.owners.enter({ id: 'a', pid: 1, host: '' }, 1_000)).toBe(true);
    },
    { needs: 'own server' },
  );

  verifies(
    'store/shared-failures',
    'loses nothing that was acknowledged when it crashes',
    async () => {
      await using server = await startPostgres({ fsync: true });
      await using store = await openPostgresStore({ url: server.url });
      const sample = sampleExecution();
      await store.journal.create(...sample.start());
      await store.journal.append(...sample.say(printed('acknowledged')));
      await server.restart('crash');
      expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    },
    { needs: 'own server' },
  );
});

describe('a connection over which nothing passes any more', () => {
  verifies('store/shared-failures', 'does not keep a lease from being renewed while it runs', async () => {
    const proxy = await startLossyProxy((await postgresOfFile()).url);
    await using store = await openPostgresStore({ url: proxy.url, schema: newSchema() });
    // Before the store, which waits for its connections to end.
    await using _proxy = proxy;
    const owner = { id: 'a', pid: 1, host: '' };
    expect(await store.owners.enter(owner, 10_000)).toBe(true);
    proxy.freeze();
    expect(await store.owners.renew(owner, 10_000)).toBe(true);
  });
});

describe('a connection that is lost while a write is under way', () => {
  async function open(): Promise<{
    readonly store: PostgresStore;
    readonly proxy: Awaited<ReturnType<typeof startLossyProxy>>;
  }> {
    const proxy = await startLossyProxy((await postgresOfFile()).url);
    return { proxy, store: await openPostgresStore({ url: proxy.url, schema: newSchema() }) };
  }

  verifies('store/shared-failures', 'a committed write whose connection was lost is found', async () => {
    const { store, proxy } = await open();
    await using _proxy = proxy;
    await using _store = store;
    const sample = sampleExecution();
    proxy.loseNext('unique-first', 'after');
    expect(await store.journal.create(...sample.start(printed('unique-first')))).toBe(sample.id);
    proxy.loseNext('unique-second', 'after');
    expect(await store.journal.append(...sample.say(printed('unique-second')))).toBe(1);
    expect(proxy.lost).toBe(2);
    expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    await store.journal.append(...sample.say(completed));
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
  });

  verifies(
    'store/shared-failures',
    'a write that the server never got is reported as failed, and nothing is there',
    async () => {
      const { store, proxy } = await open();
      await using _proxy = proxy;
      await using _store = store;
      const sample = sampleExecution();
      await store.journal.create(...sample.start());
      const before = await store.journal.read(sample.id);
      const append = sample.say(printed('unique-third'));
      proxy.loseNext('unique-third', 'before');
      await expect(store.journal.append(...append)).rejects.toThrow(/the connection was lost and nothing was written/);
      expect(await store.journal.read(sample.id)).toEqual(before);
      expect(await store.journal.append(...append)).toBe(1);
      expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    },
  );

  verifies('store/shared-failures', 'takes a use of a grant once, whatever becomes of the connection', async () => {
    const { store, proxy } = await open();
    await using _proxy = proxy;
    await using _store = store;
    const grant = sampleGrant({ usesLeft: 3 });
    proxy.loseNext('COMMIT', 'after');
    await store.grants.add(grant);
    proxy.loseNext('COMMIT', 'after');
    await store.journal.create(...sampleExecution().start(grantedCall(grant.id)));
    expect((await store.grants.list())[0]?.usesLeft).toBe(2);
    proxy.loseNext('COMMIT', 'before');
    await expect(store.journal.create(...sampleExecution().start(grantedCall(grant.id)))).rejects.toThrow(
      StoreUnavailableError,
    );
    expect((await store.grants.list())[0]?.usesLeft).toBe(2);
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
  });

  verifies(
    'store/shared-failures',
    'what was written stays acknowledged if the connection is lost while the reason of another write is looked up',
    async () => {
      const { store, proxy } = await open();
      await using _proxy = proxy;
      await using _store = store;
      const [there, fresh] = [sampleExecution(), sampleExecution()];
      const start = there.start();
      await store.journal.create(...start);
      proxy.loseNext('audit_lines AS', 'before');
      const outcomes = await Promise.allSettled([
        store.journal.create(...start),
        store.journal.create(...fresh.start()),
      ]);
      expect(proxy.lost).toBe(1);
      expect(outcomes).toMatchObject([
        { status: 'rejected', reason: { code: 'store/unavailable' } },
        { status: 'fulfilled', value: fresh.id },
      ]);
    },
  );

  verifies('store/shared-failures', 'writes that went together each learn their outcome', async () => {
    const { store, proxy } = await open();
    await using _proxy = proxy;
    await using _store = store;
    const samples = Array.from({ length: 20 }, () => sampleExecution());
    await Promise.all(samples.map((sample) => store.journal.create(...sample.start())));
    proxy.loseNext('unique-fourth', 'after');
    const appends = samples.map((sample) => sample.say(printed('unique-fourth')));
    expect(await Promise.all(appends.map((append) => store.journal.append(...append)))).toEqual(samples.map(() => 1));
    for (const sample of samples) expect(await store.journal.read(sample.id)).toEqual(sample.entries);
  });
});

describe('a write that the server refuses', () => {
  verifies('store/shared-failures', 'a write that the server refuses fails alone', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    await using store = await openPostgresStore({ url, schema });
    const samples = Array.from({ length: 5 }, () => sampleExecution());
    await Promise.all(samples.map((sample) => store.journal.create(...sample.start())));
    await runSql(`ALTER TABLE ${schema}.journal ADD CHECK (body NOT LIKE '%poison%')`);
    const said = samples.map((sample, index) => sample.say(printed(index === 2 ? 'poison' : 'fine')));
    const outcomes = await Promise.allSettled(said.map((append) => store.journal.append(...append)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });
});

describe('a connection that is cut in the moment the pool hands it out', () => {
  verifies('store/shared-failures', 'a connection cut as the pool hands it out ends no process', async () => {
    const { url } = await postgresOfFile();
    await using store = await openPostgresStore({ url, schema: newSchema() });
    const { connect } = Pool.prototype;
    const cut = vi.spyOn(Pool.prototype, 'connect').mockImplementation(async function (this: Pool) {
      const client = await Reflect.apply(connect, this, []);
      // As the driver does when the server ends the session: to nobody, this throws, and outside of any promise.
      client.emit('error', new Error('terminating connection due to administrator command'));
      return client;
    });
    onTestFinished(() => cut.mockRestore());
    expect(await store.journal.list({})).toEqual([]);
    expect(cut).toHaveBeenCalled();
  });
});
