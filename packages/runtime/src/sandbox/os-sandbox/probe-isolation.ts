// Finds out, by trying, how this machine can isolate a worker. Versions and switches only explain a failure:
// whether a kernel, a container and a policy together allow a namespace is known when one was made.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { bubblewrapNode } from './bubblewrap/bubblewrap.js';
import { launchedBehind } from './launcher.js';
import { type LockDown, lockDown } from './lock-down.js';
import { hasFfi, workerNodeFlags } from './node-flags.js';
import { launchFilter, runFilter } from './seccomp/seccomp-filter.js';
import { sharedLibraries } from './bubblewrap/shared-libraries.js';
import { startFiltered } from './spawn-isolated.js';
import { findProgram } from './bubblewrap/trusted-program.js';
import { acceptIsolation, type OsWish, type Probed, type WallFacts, type IsolationPlan } from './isolation-plan.js';
import { readNamespaceSwitches, type Refusal, whyNoBubblewrap } from './bubblewrap/why-no-bubblewrap.js';

/** The best plan this machine allows. Tried once in the life of the process, at the first call that needs to know. */
export async function probeIsolation({ os }: { readonly os: OsWish }): Promise<IsolationPlan> {
  if (os === 'off') return { kind: 'none', because: 'the OS sandbox is turned off', facts: factsOf(0) };
  return acceptIsolation(os, await explainIsolation());
}

/** The best plan, and what would make it stronger. */
export async function explainIsolation(): Promise<Probed> {
  probed ??= tryIsolation(findProgram);
  return await probed;
}

/**
 * The strongest plan, where nothing that can be seen speaks against it: a worker that starts under it proves that it works,
 * so no other process has to be started to find out. Undefined where only trying can tell.
 *
 * It can never weaken anything: a worker under this plan starts with every layer of it, or not at all, and where bubblewrap
 * is installed no plan without it is presumed.
 */
export function presumeIsolation(addon: string): Probed | undefined {
  if (probed || process.platform !== 'linux' || !hasFfi()) return undefined;
  if (launchFilter(process.arch).kind !== 'filter') return undefined;
  const bwrap = findProgram('bwrap');
  const facts = factsOf(0);
  if (bwrap === undefined) {
    const { because, advice } = NO_BUBBLEWRAP;
    return { plan: { kind: 'lock-down', because: `no bubblewrap: ${because}`, facts }, advice };
  }
  if (sharedLibraries([process.execPath, addon]).kind === 'unknown') return undefined;
  return { plan: { kind: 'bubblewrap', bwrap, lockDown: true, because: 'every layer works', facts }, advice: '' };
}

/** Remembers that a worker started under the presumed plan. */
export function confirmIsolation(presumed: Probed): void {
  probed ??= Promise.resolve(presumed);
}

const NO_BUBBLEWRAP: Refusal = { because: 'bwrap was not found', advice: 'Install the package "bubblewrap"' };

/** A machine does not change under a running process, and every worker would pay for asking again. */
let probed: Promise<Probed> | undefined;

/** Tries everything now, with the programs `find` knows. @internal */
export async function tryIsolation(find: (name: string) => string | undefined): Promise<Probed> {
  const startedAt = performance.now();
  const facts = (): WallFacts => factsOf(Math.round(performance.now() - startedAt));

  const wrapped = await tryBubblewrap(find('bwrap'));
  if (wrapped.kind === 'works') {
    const { bwrap, locked } = wrapped;
    const because = locked.ok ? 'every layer works' : `bubblewrap works; no run filter: ${locked.reason}`;
    return { plan: { kind: 'bubblewrap', bwrap, lockDown: locked.ok, because, facts: facts() }, advice: '' };
  }
  const { because, advice } = wrapped.refusal;
  const locked = await tryLockDown();
  if (locked.ok) return { plan: { kind: 'lock-down', because: `no bubblewrap: ${because}`, facts: facts() }, advice };
  const neither = `no bubblewrap: ${because}; no lock-down: ${locked.reason}`;
  return { plan: { kind: 'none', because: neither, facts: facts() }, advice };
}

type Wrapped =
  | { readonly kind: 'works'; readonly bwrap: string; readonly locked: LockDown }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

async function tryBubblewrap(bwrap: string | undefined): Promise<Wrapped> {
  if (process.platform !== 'linux') return refused(`this is ${process.platform}, not Linux`, 'Run Toolshed on Linux');
  const filter = launchFilter(process.arch);
  if (filter.kind === 'not-supported') return refused(filter.because, 'Run Toolshed on x64 or arm64');
  if (bwrap === undefined) return { kind: 'refused', refusal: NO_BUBBLEWRAP };
  const libraries = sharedLibraries([process.execPath]);
  if (libraries.kind === 'unknown') return refused(libraries.because, 'Install ldd');

  const command = bubblewrapNode({
    bwrap,
    node: process.execPath,
    files: [],
    libraries: libraries.paths,
    seccompFd: 3,
    args: examination(),
  });
  const { output, complaint } = await listen(startFiltered(command, filter.bytes));
  const locked = readVerdict(output);
  if (locked === undefined) return { kind: 'refused', refusal: whyNoBubblewrap(complaint, readNamespaceSwitches()) };
  return { kind: 'works', bwrap, locked };
}

async function tryLockDown(): Promise<LockDown> {
  const filter = launchFilter(process.arch);
  if (filter.kind === 'not-supported') return { ok: false, reason: filter.because };
  if (!hasFfi()) return { ok: false, reason: `Node ${process.versions.node} has no node:ffi` };
  const command = launchedBehind(filter.bytes, process.execPath, { file: process.execPath, args: examination() });
  const child = spawn(command.file, command.args, { env: {}, stdio: 'pipe' });
  const { output, complaint } = await listen(child);
  return readVerdict(output) ?? { ok: false, reason: complaint.trim().split('\n')[0] ?? 'it ended without output' };
}

const refused = (because: string, advice: string): Wrapped => ({ kind: 'refused', refusal: { because, advice } });

/** Arguments for a Node that locks itself down and says how it went. Its pid does not matter: it signals nobody. */
function examination(): readonly string[] {
  const filter = runFilter(process.arch, 1);
  const bytes = filter.kind === 'filter' ? Buffer.from(filter.bytes).toString('base64') : '';
  const flags = workerNodeFlags({ lockDown: hasFfi() }).filter((flag) => flag !== SLOW_START);
  return [...flags, '-e', `(${examine})(${lockDown})`, '--', bytes];
}

/** Only isolated-vm needs it, and it doubles the time of a start. */
const SLOW_START = '--no-node-snapshot';

/** Whole in itself, as `lockDown` is. */
function examine(lock: (filter: Uint8Array) => LockDown): void {
  const fs = process.getBuiltinModule('node:fs');
  const locked = lock(Buffer.from(process.argv[1] ?? '', 'base64'));
  fs.writeSync(1, locked.ok ? 'locked' : `open ${locked.reason}`);
}

function readVerdict(output: string): LockDown | undefined {
  if (output === 'locked') return { ok: true };
  return output.startsWith('open ') ? { ok: false, reason: output.slice('open '.length) } : undefined;
}

const PATIENCE_MS = 5_000;

async function listen(child: ChildProcess): Promise<{ readonly output: string; readonly complaint: string }> {
  const impatience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const failure = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(''));
  });
  const [output, complaint, error] = await Promise.all([textOf(child.stdout), textOf(child.stderr), failure]);
  clearTimeout(impatience);
  return { output, complaint: complaint || error };
}

const textOf = (stream: NodeJS.ReadableStream | null): Promise<string> => (stream ? text(stream) : Promise.resolve(''));

function factsOf(probeMs: number): WallFacts {
  return {
    platform: process.platform,
    arch: process.arch,
    node: process.versions.node,
    bwrap: findProgram('bwrap'),
    prlimit: findProgram('prlimit'),
    setpriv: findProgram('setpriv'),
    probeMs,
  };
}
