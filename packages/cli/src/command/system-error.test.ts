import { describe, expect, it } from 'vitest';
import { systemErrorWords } from './system-error.js';

describe('a failure of the machine', () => {
  it('is said in words, with where and what to do', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      path: '/home/x',
    });
    expect(systemErrorWords(full)).toBe(
      'Cannot finish: no space is left on the disk ("/home/x"). Make room, then run it again; "toolshed doctor" shows how much is left',
    );
    expect(systemErrorWords(Object.assign(new Error('x'), { code: 'EMFILE' }))).toContain('too many files are open');
  });

  it('is not what any other error is', () => {
    for (const error of [new Error('ENOSPC'), Object.assign(new Error('x'), { code: 'EPIPE' }), 'ENOSPC', undefined])
      expect(systemErrorWords(error)).toBeUndefined();
  });
});
