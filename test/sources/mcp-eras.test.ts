// The same server in each era of the protocol, over each transport.

import type { SourceInput } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openHttpFixture } from './servers/http-fixture.ts';
import { effectsFile, fixtureCommand, openSourceShed, watchedLog } from './source-shed.ts';

type Mcp = Extract<SourceInput, { mcp: unknown }>['mcp'];

interface Ground {
  readonly name: string;
  readonly era: 'modern' | 'legacy';
  open(effects: string): Promise<{ readonly mcp: Mcp } & AsyncDisposable>;
}

const overStdio = (era: 'modern' | 'legacy'): Ground => ({
  name: `${era}, over stdio`,
  era,
  open: async (effects) => ({ mcp: fixtureCommand(era, effects), [Symbol.asyncDispose]: async () => undefined }),
});

const overHttp = (era: 'modern' | 'legacy'): Ground => ({
  name: `${era}, over HTTP`,
  era,
  async open(effects) {
    const fixture = await openHttpFixture(era, { effects });
    return { mcp: { url: fixture.url }, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
  },
});

const GROUNDS = [overStdio('modern'), overStdio('legacy'), overHttp('modern'), overHttp('legacy')];

describe.each(GROUNDS)('an MCP server, $name', ({ era, open }) => {
  verifies('sources/mcp', 'answers calls and keeps what it sent', async () => {
    const log = watchedLog();
    await using ground = await open(effectsFile().file);
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: ground.mcp, safe: ['fix.**'] }], { log });
    const result = await shed.execute(`return [await tools.fix.look({ at: 'sky' }), await tools.fix.weigh({})]`);
    expect(expectStatus(result, 'completed').value).toEqual([
      { content: [{ type: 'text', text: 'looked at sky' }] },
      { structuredContent: { grams: 7 }, content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] },
    ]);
    expect(log.entries).toContainEqual(expect.objectContaining({ facts: { source: 'fix', tools: 10, era } }));
  });

  verifies('sources/questions', 'asks in the middle of a call and gets the answer', async () => {
    const effects = effectsFile();
    await using ground = await open(effects.file);
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: ground.mcp, safe: ['fix.**'] }]);
    const asked = expectStatus(await shed.execute(`return await tools.fix.ask({ what: 'jump' })`), 'paused');
    expect(asked.paused).toMatchObject({ type: 'form', message: 'The MCP server "fix" asks:\nReally jump?' });
    expect(effects.read()).toEqual([]);
    const answer = { approved: true, data: { sure: true, why: 'fun' } };
    const done = expectStatus(await shed.resume(asked.executionId, answer), 'completed');
    expect(JSON.stringify(done.value)).toContain('did jump because fun, state state of jump');
    expect(effects.read()).toEqual(['jump']);
  });

  verifies('sources/questions', 'takes a "no" for a "no"', async () => {
    const effects = effectsFile();
    await using ground = await open(effects.file);
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: ground.mcp, safe: ['fix.**'] }]);
    const asked = await shed.execute(`return await tools.fix.ask({ what: 'jump' })`);
    const done = expectStatus(await shed.resume(asked.executionId, false), 'completed');
    expect(JSON.stringify(done.value)).toContain('left jump alone');
    expect(effects.read()).toEqual([]);
  });

  verifies('sources/questions', 'asks each session about its own calls only', async () => {
    await using ground = await open(effectsFile().file);
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: ground.mcp, safe: ['fix.**'] }]);
    const program = (what: string) => `return await tools.fix.ask({ what: '${what}' })`;
    const [one, two] = await Promise.all([
      shed.execute(program('swim'), { session: 'one' }),
      shed.execute(program('fly'), { session: 'two' }),
    ]);
    expect(expectStatus(one, 'paused').paused.message).toContain('Really swim?');
    expect(expectStatus(two, 'paused').paused.message).toContain('Really fly?');
    const answer = { approved: true, data: { sure: true } };
    expect(JSON.stringify(await shed.resume(two.executionId, answer))).toContain('did fly');
    expect(JSON.stringify(await shed.resume(one.executionId, answer))).toContain('did swim');
  });

  verifies('sources/mcp', 'reports progress, and is stopped when its time is up', async () => {
    const effects = effectsFile();
    await using ground = await open(effects.file);
    const source = { namespace: 'fix', mcp: ground.mcp, safe: ['fix.**'], timeoutMs: 1_000 };
    await using shed = await openSourceShed([source]);
    const received = shed.progress()[Symbol.asyncIterator]().next();
    const result = await shed.execute(`return await tools.fix.slow({ ms: 60000 })`);
    expect(await received).toMatchObject({ value: { done: 1, total: 2, message: 'half way' } });
    expect(expectStatus(result, 'failed').error).toMatchObject({ code: 'mcp/timeout' });
    await expect.poll(() => effects.read()).toEqual(['cancelled']);
  });

  verifies('sources/mcp', 'gets a cancellation when an execution is cancelled', async () => {
    const effects = effectsFile();
    await using ground = await open(effects.file);
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: ground.mcp, safe: ['fix.**'] }]);
    const received = shed.progress()[Symbol.asyncIterator]().next();
    const running = shed.execute(`return await tools.fix.slow({ ms: 60000 })`);
    const { value } = await received;
    await shed.cancel(value.executionId);
    expectStatus(await running, 'cancelled');
    await expect.poll(() => effects.read()).toEqual(['cancelled']);
  });

  verifies('sources/questions', 'does not let waiting for a person use up its time', async () => {
    await using ground = await open(effectsFile().file);
    const source = { namespace: 'fix', mcp: ground.mcp, safe: ['fix.**'], timeoutMs: 2_000 };
    await using shed = await openSourceShed([source], { hibernateAfterMs: 50 });
    const asked = await shed.execute(`return await tools.fix.ask({ what: 'wait' })`);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const done = await shed.resume(asked.executionId, { approved: true, data: { sure: true } });
    expect(JSON.stringify(expectStatus(done, 'completed').value)).toContain('did wait');
  });
});
