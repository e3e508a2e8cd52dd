import { describe, expect, it } from 'vitest';
import { intentOf } from './intent.js';
import { termOf } from './words.js';

describe('termOf', () => {
  it.each([
    ['customers', 'customer', 'custom'],
    ['issues', 'issue', 'issuer'],
  ])('takes %s for %s, and not for %s', (word, same, other) => {
    expect(termOf(word)).toBe(termOf(same));
    expect(termOf(word)).not.toBe(termOf(other));
  });
});

describe('intentOf', () => {
  it.each([
    ['refund a payment', 'act'],
    ['react with a heart', 'act'],
    ['share the document', 'act'],
    ['log an hour', 'act'],
    ['logs of a job', undefined],
    ['refunds of a customer', undefined],
  ])('%s: %s', (query, effect) => {
    expect(intentOf(query, new Set()).effect).toBe(effect);
  });
});
