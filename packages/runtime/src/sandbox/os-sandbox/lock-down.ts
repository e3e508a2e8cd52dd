// Puts a seccomp filter around the process it runs in, through Node's own FFI: no native code of ours.
//
// Invariants
//   L1. The function is whole in itself (no import, no name from outside it), because the launcher and the probe run
//       its text in a fresh Node.
//   L2. It covers every thread of the process, or it says that it did not. There is no way back.
//   L3. A caller that gets `ok: false` must end the process: it may be half locked.

/** L3: a failure is for the caller to end the process on. */
export type LockDown = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** L1. */
export function lockDown(filter: Uint8Array): LockDown {
  const PR_SET_PDEATHSIG = 1;
  const PR_SET_DUMPABLE = 4;
  const PR_SET_NO_NEW_PRIVS = 38;
  const SIGKILL = 9;
  const SET_MODE_FILTER = 1;
  const FLAG_TSYNC = 1;
  const SYS_SECCOMP = new Map([
    ['x64', 317],
    ['arm64', 277],
  ]).get(process.arch);

  if (process.platform !== 'linux') return { ok: false, reason: `seccomp is Linux only, this is ${process.platform}` };
  if (SYS_SECCOMP === undefined) return { ok: false, reason: `no seccomp call known for "${process.arch}"` };
  const ffi = process.getBuiltinModule('node:ffi');
  if (ffi === undefined) return { ok: false, reason: `Node ${process.versions.node} has no node:ffi` };

  try {
    const { functions } = ffi.dlopen(null, {
      prctl: { arguments: ['i32', 'u64', 'u64', 'u64', 'u64'], return: 'i32' },
      syscall: { arguments: ['i64', 'u64', 'u64', 'u64'], return: 'i64' },
    });
    const prctl = (option: number, value: number): boolean => functions.prctl(option, BigInt(value), 0n, 0n, 0n) === 0;

    if (!prctl(PR_SET_PDEATHSIG, SIGKILL)) return { ok: false, reason: 'prctl refused PR_SET_PDEATHSIG' };
    if (!prctl(PR_SET_NO_NEW_PRIVS, 1)) return { ok: false, reason: 'prctl refused PR_SET_NO_NEW_PRIVS' };
    // Not dumpable: no core file, and no process of the same user may attach to this one or read its memory.
    if (!prctl(PR_SET_DUMPABLE, 0)) return { ok: false, reason: 'prctl refused PR_SET_DUMPABLE' };

    const instructions = Buffer.from(filter);
    const program = Buffer.alloc(16);
    program.writeUInt16LE(instructions.length / 8, 0);
    program.writeBigUInt64LE(ffi.getRawPointer(instructions), 8);
    const result = functions.syscall(
      BigInt(SYS_SECCOMP),
      BigInt(SET_MODE_FILTER),
      BigInt(FLAG_TSYNC),
      ffi.getRawPointer(program),
    );
    // L2.
    if (result === 0n) return { ok: true };
    return {
      ok: false,
      reason: result > 0n ? `thread ${result} could not take the filter` : 'the kernel refused the filter',
    };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
