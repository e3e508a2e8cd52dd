import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidOptionsError, readMembers, readOptions, readStrictly } from './read-options.js';

const Options = z.strictObject({
  session: z.string().exactOptional(),
  args: z.unknown().exactOptional(),
  inner: z.strictObject({ expiresInMs: z.int().exactOptional() }).exactOptional(),
  list: z.array(z.strictObject({ name: z.string() })).exactOptional(),
});

describe('options', () => {
  it('are read as they are, and what is undefined counts as absent', () => {
    expect(readOptions('start', Options, { session: 's', args: undefined })).toEqual({ session: 's' });
  });

  it.each([
    [{ sesion: 's' }, 'sesion', 'did you mean "session"?'],
    [{ arguments: 1 }, 'arguments', 'did you mean "args"?'],
    [{ inner: { expireInMs: 1 } }, 'inner.expireInMs', 'did you mean "expiresInMs"?'],
    [{ list: [{ name: 'a', nam: 'b' }] }, 'list.0.nam', 'did you mean "name"?'],
    [{ zzz: 1 }, 'zzz', 'it takes session, args, inner, list'],
  ])('options with an unknown key are refused with the key that was likely meant: %j', (given, field, message) => {
    expect(readStrictly(Options, given)).toMatchObject({
      kind: 'invalid',
      issues: [{ field, message: expect.stringContaining(message) }],
    });
    expect(() => readOptions('start', Options, given)).toThrow(InvalidOptionsError);
  });

  it('get the unknown key behind alternatives, and what may be null, too', () => {
    const Choice = z.union([z.string(), z.strictObject({ value: z.string(), label: z.string().nullish() })]);
    const Listed = z.strictObject({ options: z.array(Choice).nullish() });
    expect(readStrictly(Listed, { options: ['a', { value: 'b', colour: 'red' }] })).toMatchObject({
      issues: [{ field: 'options.1.colour', message: 'is not known; it takes value, label' }],
    });
    expect(readStrictly(Listed, { options: [{ colour: 'red' }] }).kind).toBe('invalid');
  });

  it('count as far as they were said: what is inherited is absent, and a getter is asked once', () => {
    expect(readOptions('start', Options, Object.create({ session: 's' }))).toEqual({});
    let asked = 0;
    const given = {
      get session() {
        asked += 1;
        return asked === 1 ? 's' : 5;
      },
    };
    expect(readOptions('start', Options, given)).toEqual({ session: 's' });
  });

  it.each([[[]], [null], ['text'], [{ session: 5 }]])('options of another shape are refused: %j', (given) => {
    expect(readStrictly(Options, given).kind).toBe('invalid');
  });

  it('may be members of a class where the whole object is a definition', () => {
    class Given {
      get session() {
        return 's';
      }
    }
    expect(readMembers('start', Options, new Given())).toEqual({ session: 's' });
    expect(() => readMembers('start', Options, { toString: 1 })).toThrow('"toString" is not known');
  });
});
