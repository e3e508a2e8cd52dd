// Servers that die, come back, change their minds, or are not there when a paused call goes on.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceInput } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openHttpFixture } from './servers/http-fixture.ts';
import { effectsFile, fixtureCommand, openSourceShed, watchedLog } from './source-shed.ts';

const sqlite = (): { readonly sqlite: string } => ({
  sqlite: join(mkdtempSync(join(tmpdir(), 'toolshed-away-')), 'shed.db'),
});

const fixture = (effects: string, more: Partial<SourceInput> = {}): SourceInput => ({
  namespace: 'fix',
  mcp: fixtureCommand('legacy', effects),
  ...more,
});

describe('a server that dies', () => {
  verifies('sources/away', 'a server that dies fails its call, is unavailable, and starts again', async () => {
    const log = watchedLog();
    await using shed = await openSourceShed([fixture(effectsFile().file, { safe: ['fix.**'] })], { log });
    const program = `
      const failures = [];
      for (const call of [() => tools.fix.die({}), () => tools.fix.look({ at: 'sea' })]) {
        await call().catch(({ code, message }) => failures.push(code + ' ' + message));
      }
      return failures;
    `;
    const [lost, away] = expectStatus(await shed.execute(program), 'completed').value as string[];
    expect(lost).toMatch(/^source\/unavailable Cannot finish fix\.die: .* check whether it took effect/);
    expect(away).toMatch(/^source\/unavailable Cannot call the MCP server "fix": it ended with code 3/);
    await log.until(({ message }) => message === 'the MCP server is unavailable');
    await expect
      .poll(async () => (await shed.execute(`return await tools.fix.look({ at: 'sea' })`)).status, { timeout: 15_000 })
      .toBe('completed');
  });

  verifies('sources/away', 'a server that forgot our session gets a new one', async () => {
    await using server = await openHttpFixture('legacy');
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: { url: server.url }, safe: ['fix.**'] }]);
    server.forget();
    const look = `return await tools.fix.look({ at: 'sea' })`;
    expect(expectStatus(await shed.execute(look), 'failed').error.code).toBe('source/unavailable');
    await expect.poll(async () => (await shed.execute(look)).status, { timeout: 15_000 }).toBe('completed');
  });

  verifies('sources/away', 'a paused call that continues waits for its server', async () => {
    const effects = effectsFile();
    const store = sqlite();
    const paused = await (async () => {
      await using shed = await openSourceShed([fixture(effects.file)], { store });
      return expectStatus(await shed.execute(`return await tools.fix.write({ what: 'once' })`), 'paused');
    })();
    {
      const gone = { ...fixture(effects.file), mcp: { command: '/does/not/exist' } };
      await using shed = await openSourceShed([gone], { store, wakes: false });
      await expect(shed.resume(paused.executionId, true)).rejects.toMatchObject({ code: 'source/unavailable' });
      expect((await shed.get(paused.executionId)).status).not.toBe('failed');
      const other = await shed.execute(`await tools.fix.look({ at: 'x' })`);
      expect(expectStatus(other, 'failed').error).toMatchObject({ code: 'source/unavailable' });
    }
    await using shed = await openSourceShed([fixture(effects.file)], { store, wakes: false });
    expectStatus(await shed.resume(paused.executionId, true), 'completed');
    expect(effects.read()).toEqual(['once']);
  });

  verifies('sources/away', 'a server that dies after it asked leaves its call in doubt', async () => {
    const effects = effectsFile();
    const store = sqlite();
    const asked = await (async () => {
      await using shed = await openSourceShed([fixture(effects.file)], { store });
      const { executionId } = await shed.execute(`return await tools.fix.ask({ what: 'leap' })`);
      return expectStatus(await shed.resume(executionId, true), 'paused');
    })();
    expect(asked.paused.message).toContain('Really leap?');
    await using shed = await openSourceShed([fixture(effects.file)], { store, wakes: false });
    const answer = { approved: true, data: { sure: true }, elicitationId: asked.paused.elicitationId };
    const doubtful = expectStatus(await shed.resume(asked.executionId, answer), 'paused');
    expect(doubtful.paused.type).toBe('in-doubt');
    const retry = { approved: true, data: { do: 'retry' } };
    const done = expectStatus(await shed.resume(doubtful.paused.elicitationId, retry), 'completed');
    expect(JSON.stringify(done.value)).toContain('did leap');
    expect(effects.read()).toEqual(['leap']);
  });

  verifies('sources/away', 'a trusted server of the newer era loses nothing when it dies', async () => {
    const effects = effectsFile();
    const store = sqlite();
    const source = fixture(effects.file, { mcp: fixtureCommand('modern', effects.file), trusted: true });
    const asked = await (async () => {
      await using shed = await openSourceShed([source], { store });
      const { executionId } = await shed.execute(`return await tools.fix.ask({ what: 'leap' })`);
      return expectStatus(await shed.resume(executionId, true), 'paused');
    })();
    await using shed = await openSourceShed([source], { store, wakes: false });
    const answer = { approved: true, data: { sure: true } };
    const done = expectStatus(await shed.resume(asked.paused.elicitationId, answer), 'completed');
    expect(JSON.stringify(done.value)).toContain('did leap');
    expect(effects.read()).toEqual(['leap']);
  });

  verifies('sources/away', 'the open question of a server that dies is closed with the reason', async () => {
    await using shed = await openSourceShed([fixture(effectsFile().file, { safe: ['fix.**'] })]);
    const asked = expectStatus(
      await shed.execute(`
        const { content: [{ text }] } = await tools.fix.pid({});
        emit(Number(text));
        return await tools.fix.ask({ what: 'x' }).catch(({ code }) => code);
      `),
      'paused',
    );
    process.kill(Number(asked.emitted[0]), 'SIGKILL');
    await expect.poll(async () => (await shed.get(asked.executionId)).status).toBe('completed');
    expect(await shed.get(asked.executionId)).toMatchObject({ value: 'source/unavailable' });
    expect(await shed.journal(asked.executionId)).toContainEqual(
      expect.objectContaining({
        kind: 'answered',
        answer: expect.objectContaining({ action: 'cancel', reason: 'the call ended before it was answered' }),
      }),
    );
  });
});

describe('tools that come and go', () => {
  verifies.each('sources/live', ['legacy', 'modern'] as const)(
    'new tools are there as soon as a server over stdio says so (%s)',
    async (era) => {
      const source = { namespace: 'fix', mcp: fixtureCommand(era), safe: ['fix.**'] };
      await using shed = await openSourceShed([source]);
      await shed.execute(`await tools.fix.grow({ name: 'sapling' })`);
      await expect.poll(() => shed.catalog.find('fix.sapling')?.description).toBe('Grown sapling');
      const result = await shed.execute(`return (await tools.$search('sapling')).map(({ path }) => path)`);
      expect(expectStatus(result, 'completed').value).toEqual(['fix.sapling']);
    },
  );

  verifies('sources/live', 'new tools are there as soon as a web server says so', async () => {
    await using server = await openHttpFixture('modern');
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: { url: server.url } }]);
    server.offer('shoot');
    await expect.poll(() => shed.catalog.find('fix.shoot')?.description).toBe('More: shoot');
  });

  verifies('sources/live', 'a paused call whose tool was removed is kept for a host that has it', async () => {
    const store = sqlite();
    const paused = await (async () => {
      await using server = await openHttpFixture('modern', { more: ['prune'] });
      await using shed = await openSourceShed([{ namespace: 'fix', mcp: { url: server.url } }], { store });
      return shed.execute(`await tools.fix.prune({})`);
    })();
    await using server = await openHttpFixture('modern');
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: { url: server.url } }], { store, wakes: false });
    await expect(shed.resume(paused.executionId, true)).rejects.toMatchObject({ code: 'tool/not-here' });
    expect((await shed.get(paused.executionId)).status).not.toBe('failed');
  });
});
