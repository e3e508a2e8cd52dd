import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { launchFilter, runFilter, type SeccompFilter } from './seccomp-filter.js';
import { type FilterArch, SYSCALL_NUMBERS, type SyscallName } from './syscall-numbers.js';

const AUDIT_ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const VERDICTS = new Map([
  [0x7fff0000, 'allow'],
  [0x00050001, 'EPERM'],
  [0x00050026, 'ENOSYS'],
  [0x80000000, 'kill'],
]);
const OWN_PID = 4711;

/** The kernel's side: what the program answers to one call. */
function verdict(
  filter: SeccompFilter,
  arch: number,
  number: number,
  args: readonly bigint[] = [],
): string | undefined {
  if (filter.kind !== 'filter') throw new TypeError(filter.because);
  const code = new DataView(filter.bytes.buffer);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number, true);
  data.setUint32(4, arch, true);
  for (const [index, arg] of args.entries()) data.setBigUint64(16 + index * 8, arg, true);

  let accumulator = 0;
  for (let at = 0; at < filter.bytes.length; at += 8) {
    const k = code.getUint32(at + 4, true);
    const jump = (holds: boolean): number => 8 * code.getUint8(at + (holds ? 2 : 3));
    switch (code.getUint16(at, true)) {
      case 0x20:
        accumulator = data.getUint32(k, true);
        break;
      case 0x15:
        at += jump(accumulator === k);
        break;
      case 0x35:
        at += jump(accumulator >= k);
        break;
      case 0x45:
        at += jump((accumulator & k) !== 0);
        break;
      case 0x06:
        return VERDICTS.get(k);
    }
  }
  return undefined;
}

describe.each(['x64', 'arm64'] as const)('the filters for %s', (arch: FilterArch) => {
  const launch = launchFilter(arch);
  const run = runFilter(arch, OWN_PID);
  const ask = (filter: SeccompFilter, name: SyscallName, ...args: readonly bigint[]) =>
    verdict(filter, AUDIT_ARCH[arch], SYSCALL_NUMBERS[name][arch] ?? -1, args);

  it('kill what comes from another architecture or by x32 numbers', () => {
    const other = AUDIT_ARCH[arch === 'x64' ? 'arm64' : 'x64'];
    expect(verdict(launch, other, 0)).toBe('kill');
    expect(verdict(run, AUDIT_ARCH[arch], 0x4000_0000)).toBe('kill');
  });

  it('let a starting Node open files and be executed, and take both away when it runs', () => {
    for (const name of ['openat', 'execve', 'newfstatat', 'readlinkat', 'seccomp'] as const) {
      expect([name, ask(launch, name), ask(run, name)]).toEqual([name, 'allow', 'EPERM']);
    }
  });

  it('allow threads, never processes or namespaces', () => {
    const thread = 0x3d_0f00n;
    expect(ask(run, 'clone', thread)).toBe('allow');
    expect(ask(run, 'clone', 17n)).toBe('EPERM');
    expect(ask(run, 'clone', thread | 0x1000_0000n)).toBe('EPERM');
    expect(ask(run, 'clone', 0x1_0000_0000n)).toBe('EPERM');
  });

  it('say that clone3 and io_uring do not exist, so that callers fall back', () => {
    for (const name of ['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'] as const) {
      expect([ask(launch, name), ask(run, name)]).toEqual(['ENOSYS', 'ENOSYS']);
    }
  });

  it('let a worker signal its own threads only', () => {
    expect(ask(run, 'tgkill', BigInt(OWN_PID), 4712n, 6n)).toBe('allow');
    expect(ask(run, 'tgkill', 1n, 1n, 9n)).toBe('EPERM');
  });

  it('refuse the commands that make the kernel signal others', () => {
    const [F_SETFL, F_SETOWN, F_SETSIG, FIONBIO, FIOSETOWN, TIOCSTI] = [4n, 8n, 10n, 0x5421n, 0x8901n, 0x5412n];
    expect(ask(run, 'fcntl', 1n, F_SETFL)).toBe('allow');
    expect(ask(run, 'fcntl', 1n, F_SETOWN)).toBe('EPERM');
    expect(ask(run, 'fcntl', 1n, F_SETSIG)).toBe('EPERM');
    expect(ask(run, 'ioctl', 1n, FIONBIO)).toBe('allow');
    expect(ask(run, 'ioctl', 1n, FIOSETOWN)).toBe('EPERM');
    expect(ask(run, 'ioctl', 1n, TIOCSTI)).toBe('EPERM');
  });

  it('let a worker read its limits and change none', () => {
    expect(ask(run, 'prlimit64', 0n, 3n, 0n)).toBe('allow');
    expect(ask(run, 'prlimit64', 0n, 3n, 0x1_0000_0000n)).toBe('EPERM');
    expect(ask(run, 'prlimit64', 0n, 3n, 8n)).toBe('EPERM');
    expect(ask(run, 'prlimit64', 77n, 3n, 0n)).toBe('EPERM');
  });

  it('keep a running worker from outliving its host', () => {
    expect(ask(launch, 'prctl', 1n, 9n)).toBe('allow');
    expect(ask(run, 'prctl', 1n, 0n)).toBe('EPERM');
    expect(ask(run, 'prctl', 15n)).toBe('allow');
  });

  it('refuse every call nobody named', () => {
    const named = new Set<number | undefined>(Object.values(SYSCALL_NUMBERS).map((numbers) => numbers[arch]));
    const unnamed = fc.integer({ min: 0, max: 0x3fff_ffff }).filter((number) => !named.has(number));
    fc.assert(
      fc.property(unnamed, fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 6 }), (number, args) => {
        expect(verdict(launch, AUDIT_ARCH[arch], number, args)).toBe('EPERM');
        expect(verdict(run, AUDIT_ARCH[arch], number, args)).toBe('EPERM');
      }),
    );
  });

  it('never allow at run what they refuse at launch', () => {
    const names = fc.constantFrom(...Object.values(SYSCALL_NUMBERS).flatMap((numbers) => numbers[arch] ?? []));
    const words = fc.oneof(fc.bigInt({ min: 0n, max: 64n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
    fc.assert(
      fc.property(names, fc.array(words, { maxLength: 6 }), (number, args) => {
        const atRun = verdict(run, AUDIT_ARCH[arch], number, args);
        if (atRun === 'allow') expect(verdict(launch, AUDIT_ARCH[arch], number, args)).toBe('allow');
      }),
    );
  });

  it('fit the kernel: whole instructions, fewer than 4096', () => {
    for (const filter of [launch, run]) {
      const length = filter.kind === 'filter' ? filter.bytes.length : 0;
      expect(length % 8).toBe(0);
      expect(length / 8).toBeLessThan(4096);
    }
  });
});

it('seccomp has no filter for an architecture without a table', () => {
  expect(launchFilter('riscv64')).toEqual({ kind: 'not-supported', because: 'no syscall table for "riscv64"' });
  expect(runFilter('ia32', 1)).toMatchObject({ kind: 'not-supported' });
});
