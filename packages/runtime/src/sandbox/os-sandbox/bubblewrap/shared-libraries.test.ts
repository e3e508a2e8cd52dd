import { describe, expect, it } from 'vitest';
import { readLddOutput } from './shared-libraries.js';

describe('readLddOutput', () => {
  it('takes the files of glibc, without the kernel page that has none', () => {
    const text = [
      '\tlinux-vdso.so.1 (0x00007ffc5b1d1000)',
      '\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f1d5a000000)',
      '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1d59e1f000)',
      '\t/lib64/ld-linux-x86-64.so.2 (0x00007f1d5a1e8000)',
    ].join('\n');
    expect(readLddOutput(text)).toEqual({
      kind: 'found',
      paths: ['/lib/x86_64-linux-gnu/libm.so.6', '/lib/x86_64-linux-gnu/libc.so.6', '/lib64/ld-linux-x86-64.so.2'],
    });
  });

  it('takes the one file that is both loader and library on musl', () => {
    const text = '\t/lib/ld-musl-x86_64.so.1 (0x7f00)\n\tlibc.musl-x86_64.so.1 => /lib/ld-musl-x86_64.so.1 (0x7f00)\n';
    expect(readLddOutput(text)).toEqual({ kind: 'found', paths: ['/lib/ld-musl-x86_64.so.1'] });
  });

  it('says which library is missing', () => {
    expect(readLddOutput('\tlibatomic.so.1 => not found\n')).toEqual({
      kind: 'unknown',
      because: 'a library is missing: libatomic.so.1 => not found',
    });
  });
});
