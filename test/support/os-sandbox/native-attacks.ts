// Syscalls that native code in a worker would try, made through FFI functions taken before the isolation was entered.

/** Pointers an attack can use, and whom it is aimed at. */
interface Weapons {
  readonly passwd: bigint;
  readonly zeros: bigint;
  readonly parent: bigint;
}

interface Attack {
  readonly x64: number;
  readonly arm64: number;
  readonly args: (weapons: Weapons) => readonly bigint[];
}

const AT_FDCWD = 0xffff_ff9cn;
const SIGCHLD = 17n;
const SIGUSR2 = 12n;
const F_SETOWN = 8n;
const FIOSETOWN = 0x8901n;
const PR_SET_PDEATHSIG = 1n;
const PR_SET_DUMPABLE = 4n;
const CLONE_NEWUSER = 0x1000_0000n;

export const NATIVE_ATTACKS: Readonly<Record<string, Attack>> = {
  openat: { x64: 257, arm64: 56, args: ({ passwd }) => [AT_FDCWD, passwd] },
  openat2: { x64: 437, arm64: 437, args: ({ passwd, zeros }) => [AT_FDCWD, passwd, zeros, 24n] },
  newfstatat: { x64: 262, arm64: 79, args: ({ passwd, zeros }) => [AT_FDCWD, passwd, zeros] },
  readlinkat: { x64: 267, arm64: 78, args: ({ passwd, zeros }) => [AT_FDCWD, passwd, zeros, 8n] },
  'tcp socket': { x64: 41, arm64: 198, args: () => [2n, 1n] },
  'unix socket': { x64: 41, arm64: 198, args: () => [1n, 1n] },
  'netlink socket': { x64: 41, arm64: 198, args: () => [16n, 3n] },
  'vsock socket': { x64: 41, arm64: 198, args: () => [40n, 1n] },
  socketpair: { x64: 53, arm64: 199, args: ({ zeros }) => [1n, 1n, 0n, zeros] },
  sendmsg: { x64: 46, arm64: 211, args: ({ zeros }) => [1n, zeros] },
  recvmsg: { x64: 47, arm64: 212, args: ({ zeros }) => [0n, zeros, 0x40n] },
  fork: { x64: 56, arm64: 220, args: () => [SIGCHLD] },
  'clone into a user namespace': { x64: 56, arm64: 220, args: () => [CLONE_NEWUSER | SIGCHLD] },
  clone3: { x64: 435, arm64: 435, args: ({ zeros }) => [zeros, 64n] },
  execve: { x64: 59, arm64: 221, args: ({ passwd }) => [passwd, 0n, 0n] },
  execveat: { x64: 322, arm64: 281, args: ({ passwd }) => [AT_FDCWD, passwd] },
  'kill the parent': { x64: 62, arm64: 129, args: ({ parent }) => [parent, SIGUSR2] },
  'kill everyone': { x64: 62, arm64: 129, args: () => [0xffff_ffffn, 0n] },
  'tgkill the parent': { x64: 234, arm64: 131, args: ({ parent }) => [parent, parent, SIGUSR2] },
  'tkill the parent': { x64: 200, arm64: 130, args: ({ parent }) => [parent, SIGUSR2] },
  'own the descriptor as the parent': { x64: 72, arm64: 25, args: ({ parent }) => [1n, F_SETOWN, parent] },
  'own the socket as the parent': { x64: 16, arm64: 29, args: ({ zeros }) => [1n, FIOSETOWN, zeros] },
  pidfd_open: { x64: 434, arm64: 434, args: ({ parent }) => [parent] },
  ptrace: { x64: 101, arm64: 117, args: ({ parent }) => [16n, parent] },
  process_vm_readv: { x64: 310, arm64: 270, args: ({ parent, zeros }) => [parent, zeros, 0n, zeros] },
  'prlimit of the parent': { x64: 302, arm64: 261, args: ({ parent, zeros }) => [parent, 7n, 0n, zeros] },
  'raise a limit': { x64: 302, arm64: 261, args: ({ zeros }) => [0n, 7n, zeros] },
  'outlive the parent': { x64: 157, arm64: 167, args: () => [PR_SET_PDEATHSIG, 0n] },
  'become dumpable': { x64: 157, arm64: 167, args: () => [PR_SET_DUMPABLE, 1n] },
  io_uring_setup: { x64: 425, arm64: 425, args: ({ zeros }) => [8n, zeros] },
  io_uring_enter: { x64: 426, arm64: 426, args: () => [4n, 1n] },
  memfd_create: { x64: 319, arm64: 279, args: ({ passwd }) => [passwd, 0n] },
  unshare: { x64: 272, arm64: 97, args: () => [CLONE_NEWUSER] },
  setns: { x64: 308, arm64: 268, args: () => [0n] },
  mount: { x64: 165, arm64: 40, args: ({ passwd }) => [passwd, passwd, passwd] },
  chroot: { x64: 161, arm64: 51, args: ({ passwd }) => [passwd] },
  bpf: { x64: 321, arm64: 280, args: ({ zeros }) => [0n, zeros, 64n] },
  userfaultfd: { x64: 323, arm64: 282, args: () => [0n] },
  perf_event_open: { x64: 298, arm64: 241, args: ({ zeros }) => [zeros] },
  setuid: { x64: 105, arm64: 146, args: () => [0n] },
  keyctl: { x64: 250, arm64: 219, args: () => [0n] },
};

export type Attempt = { readonly result: number; readonly errno: number };
export type Assault = (name: string) => Attempt;

/** Kept alive by the module, since only their addresses are handed out. */
const PASSWD = Buffer.from('/etc/passwd\0');
const ZEROS = Buffer.alloc(4096);

/** Behind bubblewrap there is no parent to name; the filter must not care. */
const NOBODY = 2;

const X32_GETPID = 0x4000_0000 + 39;

/** Must be armed while FFI is still allowed. */
export function armNatively(): { readonly assault: Assault; readonly callX32: () => void } {
  const ffi = process.getBuiltinModule('node:ffi');
  const u64s = ['u64', 'u64', 'u64', 'u64', 'u64', 'u64'] as const;
  const { functions } = ffi.dlopen(null, {
    syscall: { arguments: ['i64', ...u64s], return: 'i64' },
    __errno_location: { arguments: [], return: 'pointer' },
  });
  const weapons = {
    passwd: ffi.getRawPointer(PASSWD),
    zeros: ffi.getRawPointer(ZEROS),
    parent: BigInt(process.ppid || NOBODY),
  };
  const errno = new Int32Array(ffi.toArrayBuffer(functions.__errno_location(), 4, false));
  const call = (number: number, args: readonly bigint[]): bigint => {
    const at = (index: number) => args[index] ?? 0n;
    return functions.syscall(BigInt(number), at(0), at(1), at(2), at(3), at(4), at(5));
  };
  return {
    assault: (name) => {
      const attack = NATIVE_ATTACKS[name];
      if (attack === undefined) throw new RangeError(`No attack "${name}"`);
      const result = call(process.arch === 'arm64' ? attack.arm64 : attack.x64, attack.args(weapons));
      return { result: Number(result), errno: errno[0] ?? 0 };
    },
    callX32: () => {
      call(X32_GETPID, []);
    },
  };
}
