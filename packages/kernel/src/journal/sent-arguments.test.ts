import { describe, expect, it } from 'vitest';
import { digestOfSent, wasSent } from './sent-arguments.js';

const digest = (text: string): string => `digest of ${text}`;

describe('what a program sent', () => {
  const asSent = { args: '{"n":1}' };
  const withDefaults = { args: '{"force":false,"n":1}', digest: digest('{"n":1}') };

  it.each([asSent, withDefaults])('has one digest, whatever a schema made of it: %j', (entry) => {
    expect(digestOfSent(entry, digest)).toBe('digest of {"n":1}');
  });

  it.each([asSent, withDefaults])('is distinguished from anything else: %j', (entry) => {
    expect(wasSent('{"n":1}', entry, digest)).toBe(true);
    expect(wasSent('{"n":2}', entry, digest)).toBe(false);
    expect(wasSent('{"force":false,"n":1}', entry, digest)).toBe(false);
  });
});
