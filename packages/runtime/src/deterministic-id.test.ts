import { describe, expect, it } from 'vitest';
import { deterministicId } from './deterministic-id.js';

describe('deterministicId', () => {
  it('is one for every dispatch of one call, however its content is spelt', () => {
    const id = deterministicId('chat-1', 7, { name: 'execute', arguments: { code: '1', session: 's' } });
    expect(deterministicId('chat-1', 7, { arguments: { session: 's', code: '1' }, name: 'execute' })).toBe(id);
    expect(id).toMatch(/^call_[0-9a-f]{40}$/);
  });

  it.each([
    ['session', 'chat-2', 7, 'a'],
    ['id', 'chat-1', 8, 'a'],
    ['kind of id', 'chat-1', '7', 'a'],
    ['content', 'chat-1', 7, 'b'],
  ])('is another for another %s', (_of, session, call, content) => {
    expect(deterministicId(session, call, content)).not.toBe(deterministicId('chat-1', 7, 'a'));
  });

  it('is new each time for a call that has no id', () => {
    expect(deterministicId('chat-1', undefined, 'a')).not.toBe(deterministicId('chat-1', undefined, 'a'));
  });
});
