// What a caller learns when the database goes away around a change that is neither a start nor an answer. Threat: a caller
// that learns "nothing was written" of a change that is stored, or "done" of one that is not.

import { defineTool, elicitUrl, type JournalEntry } from '@toolshed/kernel';
import { openPostgresStore, openToolshed, type PostgresStore, type Toolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

interface Bench extends AsyncDisposable {
  /** Its database can go away. */
  readonly shed: Toolshed;
  /** Another node, whose database stays. */
  readonly other: Toolshed;
  readonly proxy: LossyProxy;
  /** What is stored. */
  readonly truth: PostgresStore;
}

const signIn = defineTool({
  path: 'box.open',
  description: 'Open the box on a page',
  input: z.object({}),
  destructive: false,
  async handler(context) {
    const elicitationId = context.flowId('sign-in');
    const page = { message: 'Sign in', url: `https://accounts.example/?state=${elicitationId}`, elicitationId };
    return (await context.elicit(elicitUrl(page))).content;
  },
});

const wait = defineTool({
  path: 'box.wait',
  description: 'Wait for the box',
  input: z.object({}),
  destructive: false,
  // Longer than a change takes that is lost and sent again, and no longer: a host that closes waits for it.
  handler: () => new Promise((resolve) => setTimeout(resolve, 4_000, 'done')),
});

async function openBench(): Promise<Bench> {
  await using opening = new AsyncDisposableStack();
  const { url } = await postgresOfFile();
  const proxy = opening.use(await startLossyProxy(url));
  const schema = newSchema();
  const truth = opening.use(await openPostgresStore({ url, schema }));
  const open = async (at: string): Promise<Toolshed> => {
    const timeouts = { connectTimeoutMs: 1_000, writeTimeoutMs: 1_000 };
    const store = opening.use(await openPostgresStore({ url: at, schema, ...timeouts }));
    const common = { isolation: 'thread', trusted: true, wakes: false, log: QUIET } as const;
    return opening.use(await openToolshed({ tools: [signIn, wait], store, ...common }));
  };
  const [shed, other] = [await open(proxy.url), await open(url)];
  await shed.execute('return 0', { session: 'first' });
  const opened = opening.move();
  return { shed, other, proxy, truth, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

/** A change that can be made now. */
interface Change {
  readonly make: () => Promise<unknown>;
  /** A text that is sent with this change and with no other write. */
  readonly marker: string;
  /** The entry that says that it was made. */
  readonly isMade: (entry: JournalEntry) => boolean;
  /** Whether it is recorded for each time that somebody asked for it: it changes nothing the second time. */
  readonly mayBeAgain?: true;
}

const ask = (message: string, more = ''): string =>
  `return await elicit({ type: 'text', message: '${message}'${more} })`;

const CHANGES: Readonly<Record<string, (bench: Bench) => Promise<Change>>> = {
  async 'a cancellation'({ shed }) {
    const { executionId } = await shed.execute(ask('Go?'));
    const make = () => shed.cancel(executionId, 'lost-cancel');
    return { make, marker: 'lost-cancel', isMade: ({ kind }) => kind === 'cancelled' };
  },
  async 'a question asked again'({ shed }) {
    const failing = `const { action } = await elicit({ type: 'text', message: 'lost-reask', expiresInMs: 20 }); throw new Error(action)`;
    const { executionId } = await shed.execute(failing);
    await expect.poll(async () => (await shed.get(executionId)).status).toBe('failed');
    const asked = (await shed.journal(executionId)).find((entry) => entry.kind === 'asked');
    const make = () => shed.reask(asked?.elicitation ?? '');
    return { make, marker: 'lost-reask', isMade: ({ kind }) => kind === 'reopened' };
  },
  async 'an execution taken over'({ shed, other }) {
    const id = await other.start('return await tools.box.wait({})');
    const by = { principal: 'lost-taker', kind: 'person', channel: 'library' } as const;
    // Its result is the other node's to come: what counts is the entry.
    const make = () => Promise.race([shed.takeOver(id, by), new Promise((resolve) => setTimeout(resolve, 4_000))]);
    return { make, marker: 'lost-taker', isMade: ({ kind }) => kind === 'taken-over', mayBeAgain: true };
  },
  async 'a page that is completed'({ shed }) {
    const { paused } = expectStatus(await shed.execute('return await tools.box.open({})'), 'paused');
    const { request } = paused;
    if (request.type !== 'url' || request.flow === undefined) throw new Error('A page with a flow was expected');
    const { flow } = request;
    await shed.resume(paused.elicitationId, true);
    const make = () => shed.completeElicitation(flow, { content: { account: 'lost-complete' } });
    return { make, marker: 'lost-complete', isMade: ({ kind }) => kind === 'answered' };
  },
  async 'a side quest'({ shed }) {
    const { paused } = expectStatus(await shed.execute(ask('Go?')), 'paused');
    const make = () => shed.fork(paused.elicitationId, `return 'lost-fork'`, { idempotencyKey: 'quest' });
    const isMade: Change['isMade'] = (entry) => entry.kind === 'started' && entry.parent !== undefined;
    return { make, marker: 'lost-fork', isMade };
  },
};

async function timesMade({ truth }: Bench, { isMade }: Change): Promise<number> {
  const all = await truth.journal.list({ limit: 20 });
  const journals = await Promise.all(all.map(({ id }) => truth.journal.read(id)));
  return journals.flat().filter(isMade).length;
}

interface Learnt {
  readonly code: string;
  readonly message: string;
}

const learn = (make: Change['make']): Promise<Learnt> =>
  make().then(
    () => ({ code: 'done', message: '' }),
    (error: unknown) => ({ code: String(Reflect.get(Object(error), 'code')), message: String(error) }),
  );

const WAYS = (['before', 'after'] as const).flatMap((when) =>
  (['stays', 'goes'] as const).map((database) => [when, database] as const),
);

describe.each(Object.entries(CHANGES))('%s', (_, prepare) => {
  verifies.each('cluster/lost-changes', WAYS)(
    'a change that is lost %s the server has it, while the database %s, is reported correctly, and made once',
    async (when, database) => {
      await using bench = await openBench();
      const { proxy } = bench;
      const change = await prepare(bench);
      if (database === 'goes') proxy.goAway('when-lost');
      proxy.loseNext(change.marker, when);
      const learnt = await learn(change.make);
      expect(proxy.lost).toBe(1);
      const made = await timesMade(bench, change);
      // "It is not known" is as good as the truth; a wrong claim is not.
      if (learnt.code === 'done') expect(made).toBe(1);
      else expect(learnt.code).toMatch(/^store\/(?:unavailable|outcome-unknown)$/);
      if (learnt.message.includes('nothing was written')) expect(made).toBe(0);
      proxy.comeBack();
      const again = async (): Promise<string> => {
        const { code } = await learn(change.make);
        // A change that is there already says so in its own words.
        return code.startsWith('store/') ? 'away' : 'there';
      };
      if (learnt.code !== 'done') await expect.poll(again, { timeout: 20_000 }).toBe('there');
      const times = await timesMade(bench, change);
      expect(change.mayBeAgain ? Math.min(times, 1) : times).toBe(1);
    },
  );
});
