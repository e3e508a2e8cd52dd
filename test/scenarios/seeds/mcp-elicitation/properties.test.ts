// The property types of a form, each option with an answer it takes and one it does not.

import { ElicitationEngine, InvalidAnswerError, type PendingElicitation } from '@toolshed/kernel';
import type { FormField } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

type Facts<F> = F extends FormField ? Omit<F, 'name'> : never;

/** Asks for one property, and says which of two answers is taken. */
async function takes(property: Facts<FormField>, good: unknown, bad: unknown): Promise<readonly unknown[]> {
  const seen: PendingElicitation[] = [];
  const engine = new ElicitationEngine({ onPause: (elicitation) => seen.push(elicitation) });
  const asked = engine.elicit({ message: 'X?', fields: [{ name: 'x', required: true, ...property }] });
  const { elicitationId } = seen[0] ?? { elicitationId: '' };
  const refused = [bad, undefined].map((x) => {
    try {
      return engine.resolve(elicitationId, true, { x });
    } catch (error) {
      return error instanceof InvalidAnswerError ? error.issues[0]?.field.split('.')[0] : error;
    }
  });
  engine.resolve(elicitationId, true, { x: good });
  return [...refused, (await asked).data];
}

/** Refused twice, with the name of the field, and then taken. */
const as = (x: unknown): readonly unknown[] => ['x', 'x', { x }];

describe('a property of a form', () => {
  verifies('elicit/forms', 'is of one of the types, with its options', async () => {
    shows('property/string', await takes({ type: 'string' }, 'abc', 7)).toEqual(as('abc'));
    const longer = await takes({ type: 'string', minLength: 2 }, 'abc', 'a');
    shows('property/min-length', longer).toEqual(as('abc'));
    const shorter = await takes({ type: 'string', maxLength: 3 }, 'abc', 'abcd');
    shows('property/max-length', shorter).toEqual(as('abc'));
    const text = await takes({ type: 'string', pattern: '^[A-Z]{2}\\d+$' }, 'AB1', 'ab1');
    shows('property/pattern-text', text).toEqual(as('AB1'));
    const expression = await takes({ type: 'string', pattern: /^[A-Z]{2}\d+$/ }, 'AB1', 'ab1');
    shows('property/pattern-regex', expression).toEqual(as('AB1'));
    shows('property/email', await takes({ type: 'string', format: 'email' }, 'a@b.co', 'a@b')).toEqual(as('a@b.co'));
    const uri = 'https://a.example/x';
    shows('property/uri', await takes({ type: 'string', format: 'uri' }, uri, 'a.example')).toEqual(as(uri));
    const date = await takes({ type: 'string', format: 'date' }, '2024-02-29', '2023-02-29');
    shows('property/date', date).toEqual(as('2024-02-29'));
    const at = '2026-11-06T09:30:00Z';
    for (const format of ['date_time', 'datetime', 'date-time'] as const)
      shows('property/date-time', await takes({ type: 'string', format }, at, '2026-11-06')).toEqual(as(at));
    shows('property/boolean', await takes({ type: 'boolean' }, false, 'false')).toEqual(as(false));
    shows('property/number', await takes({ type: 'number' }, 0.5, '0.5')).toEqual(as(0.5));
    shows('property/number-minimum', await takes({ type: 'number', minimum: 0 }, 0.5, -1)).toEqual(as(0.5));
    shows('property/number-maximum', await takes({ type: 'number', maximum: 1 }, 0.5, 1.5)).toEqual(as(0.5));
    shows('property/integer', await takes({ type: 'integer' }, 2, 1.5)).toEqual(as(2));
    shows('property/integer-minimum', await takes({ type: 'integer', minimum: 1 }, 2, 0)).toEqual(as(2));
    shows('property/integer-maximum', await takes({ type: 'integer', maximum: 2 }, 2, 3)).toEqual(as(2));
    const cold = await takes({ type: 'number', minimum: -40.5, maximum: -0.5 }, -3, -41);
    shows('property/positive-bounds', cold).toEqual(as(-3));
    shows('property/enum', await takes({ type: 'enum', enum: ['a', 'b'] }, 'a', 'c')).toEqual(as('a'));
    const titled = await takes({ type: 'enum', enum: [['a', 'The a']] }, 'a', 'The a');
    shows('property/enum-titles', titled).toEqual(as('a'));
    const several = { type: 'enum', enum: ['a', 'b', 'c'], multi: true } as const;
    shows('property/enum-multi', await takes(several, ['a', 'c'], 'a')).toEqual(as(['a', 'c']));
    shows('property/enum-min', await takes({ ...several, min: 2 }, ['a', 'c'], ['a'])).toEqual(as(['a', 'c']));
    shows('property/enum-max', await takes({ ...several, max: 1 }, ['a'], ['a', 'c'])).toEqual(as(['a']));
  });

  verifies(
    'elicit/forms',
    'has a name, a title and a description, may be required and may have a default',
    async () => {
      const seen: PendingElicitation[] = [];
      const engine = new ElicitationEngine({ onPause: (elicitation) => seen.push(elicitation) });
      const labels = { title: 'The title', description: 'What it is about' };
      const types: readonly Facts<FormField>[] = [
        { type: 'string' },
        { type: 'boolean', default: true },
        { type: 'number' },
        { type: 'integer' },
        { type: 'enum', enum: ['a'] },
      ];
      const fields = types.map((facts) => ({ ...facts, ...labels, name: `a ${facts.type}` }));
      const asked = engine.elicit({ message: 'All of them?', fields });
      const names = fields.map(({ name }) => name);
      const { request } = seen[0] ?? {};
      const properties = request?.type === 'form' ? Object(request.schema['properties']) : {};
      shows('property/name', Object.keys(properties)).toEqual(names);
      const all = (facts: object) => names.map(() => expect.objectContaining(facts));
      shows('property/title', Object.values(properties)).toEqual(all({ title: 'The title' }));
      shows('property/description', Object.values(properties)).toEqual(all({ description: 'What it is about' }));
      engine.resolve(seen[0]?.elicitationId ?? '', true, {});
      const { data } = await asked;
      shows('property/required', data).not.toHaveProperty('a string');
      shows('property/boolean-default', data).toEqual({ 'a boolean': true });
      void engine.elicit({ message: 'All of them?', fields: fields.map((field) => ({ ...field, required: true })) });
      const strict = seen[1]?.request;
      expect(strict?.type === 'form' && strict.schema['required']).toEqual(names);
    },
  );
});
