import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createElicit } from './create-elicit.js';
import { ElicitationEngine } from './engine/engine.js';
import { choiceOrInput } from './kinds/choice-or-input.js';
import { clipboardRead, clipboardWrite } from './kinds/clipboard.js';
import { catalogOfKinds } from './kinds/kind-catalog.js';
import { location } from './kinds/location.js';
import { reveal } from './kinds/reveal.js';
import { readElicitRequest } from './read-elicit-request.js';

const here = { lat: 52.5, lng: 13.4 };

/** Asks with an engine whose person answers at once. */
function engineAnswering(approved: boolean, data?: unknown): ElicitationEngine {
  const engine: ElicitationEngine = new ElicitationEngine({
    onPause: ({ elicitationId }) => void Promise.resolve().then(() => engine.resolve(elicitationId, approved, data)),
  });
  return engine;
}

describe('a named kind', () => {
  it('is called with its input and gives its output, typed by action', async () => {
    const where = await location(engineAnswering(true, here), { accuracy: 'high' });
    expect(where).toMatchObject({ action: 'accept', content: here });
    expectTypeOf(where.action).toEqualTypeOf<
      'accept' | 'denied' | 'cancel' | 'expired' | 'timeout' | 'not_supported'
    >();
    if (where.action === 'accept') expectTypeOf(where.content).toEqualTypeOf<{ lat: number; lng: number }>();
  });

  it('takes a plain no as the refusal it knows', async () => {
    expect(await location(engineAnswering(false), {})).toMatchObject({ action: 'denied' });
    expect(await clipboardWrite(engineAnswering(false), { text: 'x' })).toMatchObject({ action: 'denied' });
    expect(await reveal(engineAnswering(false), { title: 't', value: 1 })).toMatchObject({ action: 'cancel' });
  });

  it('is seen without content', async () => {
    expect(await reveal(engineAnswering(true), { title: 't', value: { suit: 'hearts' } })).toMatchObject({
      action: 'accept',
    });
  });

  it('refuses an input that does not fit before anybody is asked', async () => {
    const input = { accuracy: 'extreme' };
    expect(() => readElicitRequest({ type: 'location', input })).toThrow('accuracy');
    await expect(location(engineAnswering(true), Object(input))).rejects.toThrow('accuracy');
  });

  it('can be asked by its name alone', () => {
    expect(readElicitRequest({ type: 'location', input: { accuracy: 'high' } }, { by: 'program' }).request).toEqual({
      type: 'named',
      name: 'location',
      message: location.description,
      description: location.description,
      input: { accuracy: 'high' },
      actions: ['accept', 'denied', 'cancel'],
      output: expect.objectContaining({ type: 'object' }),
    });
    expect(readElicitRequest({ type: 'clipboard-read' }).request).toMatchObject({ name: clipboardRead.name });
  });

  it('cannot be redefined by a program', () => {
    const forged = { ...location.requestFor({}), message: 'Your password?', output: { type: 'object' } };
    expect(() => readElicitRequest(forged, { by: 'program' })).toThrow('is for tools');
    for (const facts of [{ actions: ['accept'] }, { output: { type: 'object' } }, { name: 'reveal' }])
      expect(() => readElicitRequest({ type: 'location', ...facts }, { by: 'program' })).toThrow('is not a field');
    const { request } = readElicitRequest({ type: 'location', description: 'x' }, { by: 'program' });
    expect(request).toMatchObject({ actions: ['accept', 'denied', 'cancel'], description: location.description });
  });

  it('offers only what its input allows', () => {
    const choices = [{ label: 'Card', value: 'cc' }];
    const { request } = readElicitRequest(choiceOrInput.requestFor({ message: 'How?', choices }));
    expect(JSON.stringify(request)).toContain('"enum":["cc"]');
  });

  it.each(['form', 'in-doubt', 'Location', 'a b'])('cannot be called %s', (name) => {
    const make = () => createElicit({ name, description: 'd', input: z.object({}), output: z.object({}) });
    expect(make).toThrow();
  });

  it('is refused where another kind has its name', () => {
    const own = createElicit({ name: 'own', description: 'd', input: z.object({}), output: z.object({}) });
    expect([...catalogOfKinds([own]).keys()]).toEqual([
      'location',
      'clipboard-read',
      'clipboard-write',
      'reveal',
      'choice-or-input',
      'own',
    ]);
    expect(() => catalogOfKinds([own, own])).toThrow('two kinds of questions called "own"');
  });
});
