// Questions for a device: where the person is, and their clipboard.

import { readFileSync } from 'node:fs';
import { clipboardRead, clipboardWrite, createElicit, location, type ToolContext } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { firstQuestion, openAskingShed } from '../../../support/asking-shed.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const refused = { code: 'answer/invalid' };

let handler: (ctx: ToolContext) => unknown = () => undefined;
let shed: Toolshed;
beforeAll(async () => {
  shed = await openAskingShed((ctx) => handler(ctx));
});
afterAll(() => shed[Symbol.asyncDispose]());

describe('location', () => {
  verifies('elicit/named', 'is declared as on the page, and comes with the framework', () => {
    const own = createElicit({
      name: 'where',
      description: 'Request user location from device GPS',
      input: z.object({ accuracy: z.enum(['high', 'low']) }),
      output: z.object({ lat: z.number(), lng: z.number() }),
      actions: ['accept', 'denied', 'cancel'],
    });
    shows('location/create-elicit', { ...own, name: own.name }).toMatchObject({
      name: 'where',
      description: 'Request user location from device GPS',
      actions: ['accept', 'denied', 'cancel'],
    });
    shows('location/shipped', location.name).toBe('location');
    shows('location/actions', location.actions).toEqual(['accept', 'denied', 'cancel']);
    expect(['high', 'low'].map((accuracy) => location.requestFor({ accuracy }).input)).toEqual([
      { accuracy: 'high' },
      { accuracy: 'low' },
    ]);
    shows('location/accuracy', () => location.requestFor({ accuracy: 'middling' })).toThrow(/accuracy/);
  });

  verifies('elicit/named', 'gives a handler the place, typed, and takes nothing else', async () => {
    handler = async (ctx) => {
      const where = await location(ctx, { accuracy: 'high' });
      return where.action === 'accept' ? where.content.lat + where.content.lng : where.action;
    };
    const { elicitationId, request } = await firstQuestion(shed);
    shows('location/usage', request).toMatchObject({ name: 'location', input: { accuracy: 'high' } });
    shows('location/device', request.type).toBe('named');
    for (const data of [{ lat: 520, lng: 0 }, { lat: '52', lng: 13 }, {}])
      await expect(shed.resume(elicitationId, { approved: true, data })).rejects.toMatchObject(refused);
    for (const action of ['decline', 'other'] as const)
      await expect(shed.resume(elicitationId, { action, data: 'x' })).rejects.toMatchObject(refused);
    const here = { approved: true, data: { lat: 52.5, lng: 13.4 } };
    shows('location/place', await shed.resume(elicitationId, here)).toMatchObject({ value: 65.9 });
  });

  verifies('elicit/named', 'denied is an action, after which a program says so and asks for a text', async () => {
    const { executionId } = await firstQuestion(
      shed,
      `const where = await elicit({ type: 'location', input: { accuracy: 'high' } });
emit(where.action);
if (where.action === 'denied') emit('Location access was denied. Please enter your city manually.');
return (await elicit({ type: 'text', message: 'Your city?' })).content`,
    );
    const city = expectStatus(await shed.resume(executionId, { action: 'denied' }), 'paused');
    shows('location/denied', city.emitted[0]).toBe('denied');
    shows('location/notify', city.emitted[1]).toContain('Please enter your city manually');
    const { elicitationId } = city.paused;
    const done = await shed.resume(elicitationId, { approved: true, data: 'Berlin' });
    shows('location/falls-back', done).toMatchObject({ value: 'Berlin' });
  });
});

describe('the clipboard', () => {
  verifies('elicit/named', 'is two types of question, declared as on the page', () => {
    shows('clipboard/two-types', clipboardRead.name).not.toBe(clipboardWrite.name);
    shows('clipboard/write-name', clipboardWrite.name).toBe('clipboard-write');
    shows('clipboard/write-input', () => clipboardWrite.requestFor({})).toThrow(/text/);
    shows('clipboard/write-output', clipboardWrite.requestFor({ text: 'x' }).output).toMatchObject({
      properties: { success: { type: 'boolean' } },
      required: ['success'],
    });
    shows('clipboard/write-actions', clipboardWrite.actions).toEqual(['accept', 'denied']);
    shows('clipboard/read-name', clipboardRead.name).toBe('clipboard-read');
    shows('clipboard/read-input', clipboardRead.requestFor({}).input).toEqual({});
    shows('clipboard/read-output', clipboardRead.requestFor({}).output).toMatchObject({
      properties: { text: { type: 'string' } },
      required: ['text'],
    });
    shows('clipboard/read-actions', clipboardRead.actions).toEqual(['accept', 'denied', 'cancel']);
  });

  verifies('elicit/named', 'takes a confirmation code, and gives what the person copied', async () => {
    handler = async (ctx) => {
      const written = await clipboardWrite(ctx, { text: 'BOOKING-42' });
      const read = await clipboardRead(ctx, {});
      return { written: written.action, read: read.action === 'accept' ? read.content.text.toUpperCase() : 'nothing' };
    };
    const { executionId, elicitationId, request } = await firstQuestion(shed);
    shows('clipboard/copies-code', request).toMatchObject({ name: 'clipboard-write', input: { text: 'BOOKING-42' } });
    await expect(shed.resume(elicitationId, { action: 'cancel' })).rejects.toMatchObject(refused);
    const written = await shed.resume(executionId, { approved: true, data: { success: true } });
    const asked = expectStatus(written, 'paused').paused;
    const done = await shed.resume(asked.elicitationId, { approved: true, data: { text: 'pasted' } });
    shows('clipboard/reads-paste', done).toMatchObject({ value: { read: 'PASTED' } });
    shows('clipboard/both', done).toMatchObject({ value: { written: 'accept', read: 'PASTED' } });
  });

  verifies('elicit/named', 'comes with the framework, and the documentation has its schemas', async () => {
    const docs = readFileSync(new URL('../../../../docs/guides/questions.md', import.meta.url), 'utf8');
    for (const [kind, input, content] of [
      [clipboardWrite, { text: 'x' }, 'success'],
      [clipboardRead, {}, 'text'],
    ] as const) {
      const { request } = await firstQuestion(
        shed,
        `return await elicit({ type: '${kind.name}', input: ${JSON.stringify(input)} })`,
      );
      expect(request).toMatchObject({ name: kind.name, input });
      const line = docs.split('\n').find((one) => one.startsWith(`| \`${kind.name}\` |`));
      const actions = kind.actions.map((action) => `\`${action}\``).join(', ');
      shows('clipboard/shipped', line).toContain(`\`${content}\` | ${actions} |`);
    }
  });
});
