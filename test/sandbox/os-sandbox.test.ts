import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasFfi } from '@toolshed/runtime/internal/sandbox/os-sandbox/node-flags';
import { probeIsolation, tryIsolation } from '@toolshed/runtime/internal/sandbox/os-sandbox/probe-isolation';
import { workerPid } from '@toolshed/runtime/internal/sandbox/os-sandbox/spawn-isolated';
import { findProgram } from '@toolshed/runtime/internal/sandbox/os-sandbox/bubblewrap/trusted-program';
import type { IsolationPlan } from '@toolshed/runtime/internal/sandbox/os-sandbox/isolation-plan';
import { bundleFixture } from '../support/os-sandbox/bundle-fixture.js';
import { openCanaryHost } from '../support/os-sandbox/canary-host.js';
import { ADDON, runFixture, spawnFixture } from '../support/os-sandbox/confined-run.js';
import { NATIVE_ATTACKS } from '../support/os-sandbox/native-attacks.js';
import type { BusyReport } from '../support/os-sandbox/busy-worker.js';
import type { Report } from '../support/os-sandbox/compromised-worker.js';
import { notShown } from '../support/not-shown.ts';
import { verifies } from '../support/verifies.ts';

const CANARY = 'canary-4f1c9a';
const EPERM = 1;
const ENOSYS = 38;

/** Node's permission model would refuse most attacks before the OS sandbox is reached, so it is opened wide. */
const UNBUCKLED = [
  '--allow-fs-read=*',
  '--allow-fs-write=*',
  '--allow-child-process',
  '--allow-worker',
  // Node 24 restricts no network, and refuses to start with a flag it does not know.
  ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
];

const directory = mkdtempSync(join(tmpdir(), 'toolshed-os-sandbox-'));
const fixture = (name: string): string => join(directory, `${name}.mjs`);

const withoutBubblewrap = (name: string): string | undefined => (name === 'bwrap' ? undefined : findProgram(name));

/** Each OS sandbox this machine can set up; elsewhere than on Linux there is none to test. */
async function isolationLevel(): Promise<readonly IsolationPlan[]> {
  if (process.platform !== 'linux') return [];
  const tried = [await tryIsolation(findProgram), await tryIsolation(withoutBubblewrap)].map(({ plan }) => plan);
  const unconfined = await probeIsolation({ os: 'off' });
  return [...new Map([...tried, unconfined].map((plan) => [plan.kind, plan])).values()];
}

const standing = await isolationLevel();
const confined = standing.filter((plan) => plan.kind !== 'none');
const unconfined = standing.filter((plan) => plan.kind === 'none');

for (const kind of ['bubblewrap', 'lock-down']) {
  if (confined.some((plan) => plan.kind === kind)) continue;
  process.stderr.write(`\n!!! The OS sandbox "${kind}" cannot be set up on this machine: it is NOT tested here.\n\n`);
}

beforeAll(async () => {
  for (const name of ['compromised-worker', 'busy-worker', 'stuck-worker', 'aborting-worker', 'dying-host']) {
    await bundleFixture(name, directory);
  }
});

afterAll(() => rmSync(directory, { recursive: true }));

async function assault(plan: IsolationPlan, native: 'all' | readonly string[], nodeArgs: readonly string[]) {
  await using host = await openCanaryHost(CANARY);
  const worker = fixture('compromised-worker');
  const { stdout, stderr } = await runFixture({ plan, worker, nodeArgs, options: { targets: host.targets, native } });
  const report: Report = JSON.parse(stdout);
  return { report, everything: stdout + stderr, effects: host.effects() };
}

describe.each(confined)('a compromised worker inside $kind', (plan) => {
  it('learns nothing and changes nothing, with all of Node in its hands', async () => {
    const { report, everything, effects } = await assault(plan, [], UNBUCKLED);

    expect(report.isolation).toEqual({ ok: true });
    expect(effects).toEqual([]);
    expect(everything).not.toContain(CANARY);
    expect(everything).not.toContain('root:');
    expect(report.script['read its own environment']).toMatch(/^got \{("PWD":"[^"]*",)?"TZ":"UTC"(,"PWD":"[^"]*")?\}$/);
    const succeeded = Object.entries(report.script).filter(([, outcome]) => outcome.startsWith('got'));
    expect(succeeded.map(([name]) => name)).toEqual(['read its own environment', 'change the flags of V8']);
  });

  if (!hasFfi()) {
    notShown('syscalls of a compromised worker', `Node ${process.versions.node} has no node:ffi to make them with`);
    return;
  }

  it('gets no syscall through that names a path, a peer or another process', async () => {
    const { report, effects } = await assault(plan, 'all', UNBUCKLED);

    expect(Object.keys(report.native)).toEqual(Object.keys(NATIVE_ATTACKS));
    const passed = Object.entries(report.native).filter(
      ([, { result, errno }]) => result !== -1 || ![EPERM, ENOSYS].includes(errno),
    );
    expect(passed).toEqual([]);
    expect(effects).toEqual([]);
  });

  it('is killed when it calls by x32 numbers', async () => {
    const { code, signal } = await runFixture({
      plan,
      worker: fixture('compromised-worker'),
      options: { native: 'x32', targets: {} },
    });
    expect(signal ?? code).toBe(plan.kind === 'bubblewrap' ? 128 + 31 : 'SIGSYS');
  });
});

describe.each(unconfined)('a compromised worker without an OS sandbox', (plan) => {
  it('reaches everything, so the attacks have teeth', async () => {
    const native = hasFfi() ? ['openat', 'tcp socket'] : [];
    const { report, everything, effects } = await assault(
      plan,
      native,
      hasFfi() ? [...UNBUCKLED, '--allow-ffi'] : UNBUCKLED,
    );

    expect(everything).toContain(CANARY);
    expect(everything).toContain('root:');
    expect(effects).toEqual(
      expect.arrayContaining([
        'TCP contact',
        'unix socket contact',
        'signal received',
        'written',
        'database',
        'spawned',
      ]),
    );
    for (const name of native) expect(report.native[name]?.result).toBeGreaterThan(2);
  });

  it("is held back by Node's permission model in part, and cannot load another addon", async () => {
    const { report, everything, effects } = await assault(plan, [], []);

    expect(everything).not.toContain(CANARY);
    expect(report.script['read its own environment']).toBe('got {"TZ":"UTC"}');
    expect(report.script['load another addon']).toBe('ERR_ACCESS_DENIED');
    expect(effects).toContain('signal received');
  });
});

describe.each(standing)('an honest worker inside $kind', (plan) => {
  it('makes isolates and threads, times out, fills heaps and reads its input', async () => {
    const { stdout, stderr, code } = await runFixture({
      plan,
      worker: fixture('busy-worker'),
      options: {},
    });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const report: BusyReport = JSON.parse(stdout);
    expect(report.isolation).toEqual({ ok: true });
    expect(report.isolates).toBe(200);
    expect(new Set(report.timeouts)).toEqual(new Set(['Script execution timed out.']));
    expect(new Set(report.fullHeaps)).toEqual(new Set(['Isolate was disposed during execution due to memory limit']));
    expect(new Set(report.threaded)).toEqual(new Set([10_000]));
    expect(report.optimised).toBe(true);
    expect(report.echoed).toBe('ping');
  });

  it('ends when it aborts', async () => {
    const { code, signal } = await runFixture({
      plan,
      worker: fixture('aborting-worker'),
      options: {},
    });
    // The first process of a pid namespace is deaf to its own SIGABRT; abort() then ends it with SIGSEGV.
    expect(signal ?? code).toBe(plan.kind === 'bubblewrap' ? 128 + 11 : 'SIGABRT');
  });

  it('is gone when it is killed, though stuck in native code', async () => {
    const child = spawnFixture({ plan, worker: fixture('stuck-worker'), options: {} });
    await once(child.stdout ?? child, 'data');
    const pid = workerPid(plan, child);
    expect(isAlive(pid)).toBe(true);

    child.kill('SIGKILL');
    await once(child, 'close');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { interval: 5 });
  });

  it('is gone when its host is killed, though stuck in native code', async () => {
    const options = { plan, worker: fixture('stuck-worker'), addon: ADDON };
    const host = spawn(process.execPath, [fixture('dying-host'), JSON.stringify(options)], { stdio: 'pipe' });
    const [said] = await once(host.stdout, 'data');
    const { worker } = JSON.parse(String(said));
    expect(isAlive(worker)).toBe(true);

    host.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(worker)).toBe(false), { interval: 5 });
  });
});

describe('probeIsolation', () => {
  verifies('sandbox/os-sandbox', 'asks this machine only once', async () => {
    expect(await probeIsolation({ os: 'auto' })).toBe(await probeIsolation({ os: 'auto' }));
  });

  verifies('sandbox/os-sandbox', 'says why there is no bubblewrap', async () => {
    const { plan, advice } = await tryIsolation(withoutBubblewrap);
    expect(plan.kind).not.toBe('bubblewrap');
    expect(plan.because).toMatch(/^no bubblewrap: (bwrap was not found|this is \w+, not Linux|no syscall table)/);
    expect(advice).not.toBe('');
  });

  verifies('sandbox/os-sandbox', 'does without bubblewrap when it is there and refuses', async () => {
    const { plan } = await tryIsolation((name) => (name === 'bwrap' ? '/bin/false' : findProgram(name)));
    expect(plan.kind).not.toBe('bubblewrap');
  });

  verifies('sandbox/os-sandbox', 'tries nothing when turned off', async () => {
    expect(await probeIsolation({ os: 'off' })).toMatchObject({ kind: 'none', facts: { probeMs: 0 } });
  });
});

/** A zombie runs no more; when it is buried is up to the machine's init. */
function isAlive(pid: number | undefined): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  const [, state] = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return state !== 'Z' && state !== 'X';
}
