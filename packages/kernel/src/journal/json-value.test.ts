import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Json } from './json-value.js';

describe('Json', () => {
  it.each([null, true, 1.5, 'x', [1, ['a']], { a: { b: null } }])('takes %j', (value) => {
    expect(Json.parse(value)).toEqual(value);
  });

  it('keeps a member called __proto__', () => {
    const text = '{"a":1,"__proto__":{"admin":true}}';
    expect(JSON.stringify(Json.parse(JSON.parse(text)))).toBe(text);
  });

  it('names the field that is not JSON', () => {
    const parsed = z.object({ args: Json }).safeParse({ args: { when: [new Date(0)] } });
    expect(parsed.error?.issues).toMatchObject([{ path: ['args', 'when', 0] }]);
  });

  it('is not satisfied by nothing', () => {
    expect(z.object({ args: Json }).safeParse({}).success).toBe(false);
    expect(z.object({ args: Json.optional() }).safeParse({}).success).toBe(true);
  });

  it('passes on what a getter throws', () => {
    const hostile = {
      get secret(): string {
        throw new RangeError('not yours');
      },
    };
    expect(() => Json.safeParse(hostile)).toThrow(RangeError);
  });
});
