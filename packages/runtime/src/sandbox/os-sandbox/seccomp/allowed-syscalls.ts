// Which syscalls a worker may make, and why. Two profiles, each a list of what is allowed:
//
//   launch  is installed before the worker's Node starts. It may open files and be executed once;
//           it can never make a socket, a process or an io_uring.
//   run     is stacked on it when the worker is ready for its first program. It takes away files as well.
//
// What holds for the whole table:
//   - What is not named here fails with EPERM; a new kernel's syscalls are refused until someone adds them.
//   - Filters stack and the strictest answer wins, so `run` can only take away from `launch`.
//   - Nothing in `run` names a path, another process or an address: it works on memory, threads, clocks and open
//     descriptors.

import type { SyscallName } from './syscall-numbers.js';

type Profile = 'launch' | 'run';

/** A test of one argument, made on the 32 bits the kernel itself reads, except `isNull`, which reads all 64. */
export type Condition =
  | { readonly kind: 'one-of'; readonly arg: number; readonly values: readonly number[] }
  | { readonly kind: 'has'; readonly arg: number; readonly bits: number }
  | { readonly kind: 'lacks'; readonly arg: number; readonly bits: number }
  | { readonly kind: 'is-null'; readonly arg: number };

/** With conditions that do not all hold, the call fails with EPERM. */
export interface SyscallRule {
  readonly name: SyscallName;
  readonly verdict: 'allow' | 'not-implemented';
  readonly when: readonly Condition[];
}

interface Group {
  readonly reason: string;
  readonly profiles: readonly Profile[];
  readonly names: readonly SyscallName[];
}

const ALWAYS = ['launch', 'run'] as const;

const GROUPS: readonly Group[] = [
  {
    reason: 'V8 heaps, code pages and the allocator; anonymous memory only, since no file can be opened',
    profiles: ALWAYS,
    names: ['madvise', 'mprotect', 'mmap', 'munmap', 'brk', 'mremap', 'membarrier'],
  },
  {
    reason: 'frames to and from the host, over descriptors that are already open',
    profiles: ALWAYS,
    names: ['read', 'write', 'readv', 'writev', 'close', 'fstat'],
  },
  {
    reason: 'locks and life of the threads of V8 and isolated-vm',
    profiles: ALWAYS,
    names: ['futex', 'set_robust_list', 'rseq', 'getcpu', 'exit', 'exit_group', 'restart_syscall'],
  },
  {
    reason: 'what a starting thread asks about its scheduling; setting it stays refused',
    profiles: ALWAYS,
    names: ['sched_yield', 'sched_getaffinity', 'sched_getparam', 'sched_getscheduler'],
  },
  {
    reason: 'handlers for signals that arrive; sending is another matter',
    profiles: ALWAYS,
    names: ['rt_sigaction', 'rt_sigprocmask', 'rt_sigreturn', 'sigaltstack'],
  },
  {
    reason: 'clocks and timeouts',
    profiles: ALWAYS,
    names: ['clock_gettime', 'clock_getres', 'clock_nanosleep', 'nanosleep', 'gettimeofday', 'time'],
  },
  {
    reason: 'questions about the process itself',
    profiles: ALWAYS,
    names: ['getpid', 'gettid', 'getppid', 'getuid', 'geteuid', 'getgid', 'getegid', 'capget'],
  },
  {
    reason: 'randomness, resource use and the size of the machine',
    profiles: ALWAYS,
    names: ['getrandom', 'getrusage', 'uname', 'sysinfo'],
  },
  {
    reason: "libuv's loop",
    profiles: ALWAYS,
    names: [
      'epoll_create1',
      'epoll_ctl',
      'epoll_wait',
      'epoll_pwait',
      'epoll_pwait2',
      'eventfd2',
      'pipe2',
      'poll',
      'ppoll',
    ],
  },
  {
    reason: 'what Node asks of a stdio descriptor that is a socket pair; none of these can reach a new peer',
    profiles: ALWAYS,
    names: ['getsockopt', 'getsockname', 'getpeername', 'shutdown'],
  },
  {
    reason: 'the loader and Node read their own files',
    profiles: ['launch'],
    names: ['openat', 'open', 'newfstatat', 'stat', 'lstat', 'statx', 'access', 'faccessat', 'faccessat2'],
  },
  {
    reason: 'the loader and Node find their own files',
    profiles: ['launch'],
    names: ['readlink', 'readlinkat', 'getcwd', 'pread64', 'lseek'],
  },
  {
    reason: 'becoming Node, and its first thread',
    profiles: ['launch'],
    names: ['execve', 'arch_prctl', 'set_tid_address'],
  },
  {
    reason: 'stacking the run filter',
    profiles: ['launch'],
    names: ['seccomp'],
  },
];

const CLONE_THREAD = 0x0001_0000;
/** NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const CLONE_NEW_NAMESPACE = 0x7e02_0000;

const F_DUPFD = 0;
const F_GETFD = 1;
const F_SETFD = 2;
const F_GETFL = 3;
const F_SETFL = 4;
const F_DUPFD_CLOEXEC = 1030;

const TCGETS = 0x5401;
const TIOCGWINSZ = 0x5413;
const FIONREAD = 0x541b;
const FIONBIO = 0x5421;

const PR_SET_PDEATHSIG = 1;
const PR_SET_DUMPABLE = 4;
const PR_SET_NAME = 15;
const PR_SET_NO_NEW_PRIVS = 38;
const PR_SET_VMA = 0x5356_4d41;

const THIS_PROCESS = 0;

/** What a profile allows. `pid` is the worker's own, as it sees itself. */
export function syscallRules(
  profile: { readonly kind: 'launch' } | { readonly kind: 'run'; readonly pid: number },
): readonly SyscallRule[] {
  const plain = GROUPS.filter((group) => group.profiles.includes(profile.kind)).flatMap((group) =>
    group.names.map((name) => allow(name)),
  );
  return [...plain, ...GUARDED, ...(profile.kind === 'launch' ? GUARDED_AT_LAUNCH : guardedAtRun(profile.pid))];
}

const allow = (name: SyscallName, ...when: readonly Condition[]): SyscallRule => ({ name, verdict: 'allow', when });
const missing = (name: SyscallName): SyscallRule => ({ name, verdict: 'not-implemented', when: [] });
const oneOf = (arg: number, ...values: readonly number[]): Condition => ({ kind: 'one-of', arg, values });

const GUARDED: readonly SyscallRule[] = [
  // A thread, never a process and never a namespace.
  allow('clone', { kind: 'has', arg: 0, bits: CLONE_THREAD }, { kind: 'lacks', arg: 0, bits: CLONE_NEW_NAMESPACE }),
  // Its flags are in memory, where a filter cannot look. The C library falls back to clone.
  missing('clone3'),
  // A ring does file and network calls that no filter sees. libuv falls back to epoll.
  missing('io_uring_setup'),
  missing('io_uring_enter'),
  missing('io_uring_register'),
  // F_SETOWN with F_SETSIG makes the kernel send any signal to any process of the same user: a kill by another name.
  allow('fcntl', oneOf(1, F_GETFL, F_SETFL, F_GETFD, F_SETFD, F_DUPFD, F_DUPFD_CLOEXEC)),
  // FIOSETOWN is the same trick; TIOCSTI types into a terminal.
  allow('ioctl', oneOf(1, TCGETS, FIONBIO, FIONREAD, TIOCGWINSZ)),
];

const GUARDED_AT_LAUNCH: readonly SyscallRule[] = [
  allow('prctl', oneOf(0, PR_SET_NAME, PR_SET_VMA, PR_SET_NO_NEW_PRIVS, PR_SET_DUMPABLE, PR_SET_PDEATHSIG)),
  allow('prlimit64', oneOf(0, THIS_PROCESS)),
  // The pid is not known yet; `run` narrows it.
  allow('tgkill'),
];

function guardedAtRun(pid: number): readonly SyscallRule[] {
  return [
    // Without PR_SET_PDEATHSIG and PR_SET_DUMPABLE: a worker cannot decide to outlive its host.
    allow('prctl', oneOf(0, PR_SET_NAME, PR_SET_VMA)),
    // Reading its own limits; another pid or a new limit is refused.
    allow('prlimit64', oneOf(0, THIS_PROCESS), { kind: 'is-null', arg: 2 }),
    // abort() raises its signal in its own thread, so that a fatal V8 error ends as SIGABRT.
    allow('tgkill', oneOf(0, pid)),
  ];
}
