// What programs expect beside the language: there, deterministic, and with nothing behind it.

import { defineTool, type Tool } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { leftBehind } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

const README = '# Grüße, 世界 😀\n\nA file as GitHub serves it.\n';

const tools: readonly Tool[] = [
  defineTool({
    path: 'github.contents',
    description: 'A file of a repository',
    input: z.object({ path: z.string() }),
    destructive: false,
    handler: () => ({
      encoding: 'base64',
      content: (
        Buffer.from(README)
          .toString('base64')
          .match(/.{1,60}/g) ?? []
      )
        .map((line) => `${line}\n`)
        .join(''),
    }),
  }),
  defineTool({
    path: 'jobs.write',
    description: 'Writes a text',
    input: z.object({ text: z.string() }),
    destructive: true,
    handler: (_context, { text }) => text,
  }),
];

const open = (): Promise<Toolshed> => openInThread({ tools, store: 'memory' });
const run = async (program: string): Promise<unknown> => {
  await using shed = await open();
  return expectStatus(await shed.execute(program), 'completed').value;
};

/** Each returns what it got hold of; none of it may be more than the realm has. */
const ATTACKS: Readonly<Record<string, string>> = {
  'the constructor of what they are made of': `
    const reached = [atob, btoa, TextEncoder, TextDecoder, URL, URLSearchParams, structuredClone, queueMicrotask, crypto.randomUUID]
      .map((one) => one.constructor('return typeof process + typeof require + typeof fetch')());
    return reached.every((one) => one === 'undefinedundefinedundefined')`,
  'what they hold, through poisoned prototypes': `
    const seen = [];
    const watch = (prototype, name) => { const native = prototype[name]; prototype[name] = function (...args) { seen[seen.length] = typeof this === 'function' ? this : 0; return native.apply(this, args) } };
    for (const name of ['push', 'slice', 'map', 'sort']) watch(Array.prototype, name);
    for (const name of ['slice', 'split', 'charCodeAt', 'indexOf', 'replace', 'toLowerCase']) watch(String.prototype, name);
    watch(RegExp.prototype, 'exec'); watch(RegExp.prototype, 'test'); watch(Map.prototype, 'get');
    Object.defineProperty(Object.prototype, 'scheme', { set() { seen[seen.length] = this }, configurable: true });
    const url = new URL('https://a.b/c?d=e'); url.searchParams.append('x', 'y');
    const read = [url.href, atob(btoa('ab')), new TextDecoder().decode(new TextEncoder().encode('é')), structuredClone({ a: [1] }).a[0]];
    let reached = 0; for (let i = 0; i < seen.length; i++) if (seen[i] !== 0) reached++;
    return [reached, read]`,
  'a hook in an argument': `
    let inside = 0;
    const sly = { toString() { inside++; return 'YWI=' }, get [Symbol.iterator]() { inside++; return undefined } };
    return [atob(sly), new URL('x:y').href, new URLSearchParams([['a', sly]]).get('a'), inside]`,
  'a change of what is shared': `
    let refused = 0;
    for (const change of [() => { 'use strict'; crypto.randomUUID = () => 'x' }, () => { 'use strict'; crypto.more = 1 }])
      try { change() } catch { refused++ }
    return refused`,
};
const CONTAINED: Readonly<Record<string, unknown>> = {
  'the constructor of what they are made of': true,
  'what they hold, through poisoned prototypes': [0, ['https://a.b/c?d=e&x=y', 'ab', 'é', 1]],
  'a hook in an argument': ['ab', 'x:y', 'YWI=', 2],
  'a change of what is shared': 2,
};

describe('a program', () => {
  verifies('program/web-globals', 'reads a file that GitHub serves as base64', async () => {
    const program = `
      const { content } = await tools.github.contents({ path: 'README.md' });
      return new TextDecoder().decode(Uint8Array.from(atob(content), (c) => c.charCodeAt(0)));`;
    expect(await run(program)).toBe(README);
  });

  verifies('program/web-globals', 'has URLs, copies, microtasks and random values', async () => {
    const program = `
      const url = new URL('../b?q=1', 'https://example.org/a/c');
      url.searchParams.set('q', 'two words');
      const order = [];
      queueMicrotask(() => order.push('micro'));
      order.push('first');
      await null;
      const bytes = crypto.getRandomValues(new Uint8Array(64));
      return [url.href, structuredClone(new Map([['a', new Date(5)]])).get('a').getTime(), order, /^[0-9a-f-]{36}$/.test(crypto.randomUUID()), new Set(bytes).size > 20]`;
    expect(await run(program)).toEqual(['https://example.org/b?q=two+words', 5, ['first', 'micro'], true, true]);
  });

  verifies('program/web-globals', 'has the same random values again on replay', async () => {
    const program = `
      const before = [crypto.randomUUID(), ...crypto.getRandomValues(new Uint32Array(3)), Math.random()];
      const written = await tools.jobs.write({ text: before.join() });
      return [before.join() === written, crypto.randomUUID() !== before[0]]`;
    await using first = await open();
    const paused = expectStatus(await first.execute(program), 'paused');
    await using second = await openInThread({ tools, store: await leftBehind(first, paused.executionId) });
    const resumed = await second.resume(paused.paused.elicitationId, true);
    expect(expectStatus(resumed, 'completed').value).toEqual([true, true]);
  });

  verifies.each('sandbox/confined', Object.entries(ATTACKS))('gets nowhere through them: %s', async (name, program) => {
    expect(await run(program)).toEqual(CONTAINED[name]);
  });

  verifies('sandbox/limits', 'cannot use them to get around its limits', async () => {
    await using shed = await openInThread({ tools, store: 'memory', limits: { cpuMs: 300 } });
    const endless = await shed.execute(`let s = 'QUJD'.repeat(200_000); for (;;) s = btoa(atob(s));`);
    expect(expectStatus(endless, 'failed').error.code).toBe('limit/cpu');
  });
});
