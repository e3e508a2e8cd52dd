import { describe, expect, it } from 'vitest';
import { assertNever } from './assert-never.js';

describe('assertNever', () => {
  it('names the case that slipped through', () => {
    expect(() => Reflect.apply(assertNever, undefined, [{ kind: 'unforeseen' }])).toThrow('{"kind":"unforeseen"}');
  });
});
