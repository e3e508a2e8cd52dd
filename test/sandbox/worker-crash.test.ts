import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { defineTool } from '@toolshed/kernel';
import { type ExecutionResult, openToolshed } from '@toolshed/runtime';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { descendantsOf, stateOf, workersOf } from './crash/descendants.ts';

const isLinux = process.platform === 'linux';
const killWorkers = (pids: readonly number[]): void => {
  for (const pid of pids) killed(pid);
};

describe.runIf(isLinux)('a worker that is killed', () => {
  it('a worker that is killed at any moment loses nothing and leaves no zombie', { timeout: 60_000 }, async () => {
    const ROUNDS = 4;
    const EXECUTIONS = 16;
    const CALLS = 10;
    /** Of the calls of a round. An execution may be hit twice, and no more. */
    const KILL_AT = new Set([30, 90]);
    const runs = new Map<string, number>();
    let handled = 0;
    const step = defineTool({
      path: 'test.step',
      description: 'Counts',
      input: z.object({ key: z.string() }),
      destructive: false,
      handler: async (_context, { key }) => {
        runs.set(key, (runs.get(key) ?? 0) + 1);
        if (KILL_AT.has(++handled % (EXECUTIONS * CALLS))) killWorkers(workersOf(process.pid).slice(0, 1));
        await new Promise((resolve) => setTimeout(resolve, 1));
        return key;
      },
    });
    await using shed = await openToolshed({ tools: [step], store: 'memory' });
    const runOne = (name: string): Promise<ExecutionResult> => {
      const loop = `for (let i = 0; i < ${CALLS}; i++) seen.push(await tools.test.step({ key: '${name} ' + i }))`;
      const program = `const seen = []; ${loop}; console.log(Math.random()); return seen.length`;
      return shed.execute(program, { session: `session ${name.length % 2}` });
    };
    for (let round = 0; round < ROUNDS; round++) {
      const names = Array.from({ length: EXECUTIONS }, (_, index) => `${round}.${index}`);
      const results = await Promise.all(names.map(runOne));
      expect(results.map((result) => (result.status === 'completed' ? result.value : result))).toEqual(
        names.map(() => CALLS),
      );
      expect(results.map(({ logs }) => logs.length)).toEqual(names.map(() => 1));
    }
    expect(runs.size).toBe(ROUNDS * EXECUTIONS * CALLS);
    expect([...runs].filter(([, times]) => times !== 1)).toEqual([]);
    await vi.waitFor(() => {
      expect(descendantsOf(process.pid).filter((pid) => stateOf(pid) === 'zombie')).toEqual([]);
    });
  });

  it('an execution whose worker is killed every time fails and says so', { timeout: 30_000 }, async () => {
    const kill = defineTool({
      path: 'test.kill',
      description: 'Kills the worker the call came from',
      input: z.unknown(),
      destructive: false,
      handler: () => killWorkers(workersOf(process.pid)),
    });
    await using shed = await openToolshed({ tools: [kill], store: 'memory' });
    const result = await shed.execute('for (;;) await tools.test.kill({})');
    expect(result).toMatchObject({ status: 'failed', error: { code: 'sandbox/crashed' } });
    expect(result.calls.length).toBeLessThanOrEqual(4);
  });
});

describe.runIf(isLinux)('a shed that is closed', () => {
  it('a host that is closed leaves no worker behind', async () => {
    const before = new Set(workersOf(process.pid));
    const shed = await openToolshed({ tools: [], store: 'memory' });
    await Promise.all(['a', 'b'].map((session) => shed.execute('return 1', { session })));
    const workers = workersOf(process.pid).filter((pid) => !before.has(pid));
    expect(workers.length).toBeGreaterThanOrEqual(2);
    await shed[Symbol.asyncDispose]();
    await vi.waitFor(() => expect(workers.filter((pid) => stateOf(pid) !== 'gone')).toEqual([]), { timeout: 5_000 });
  });
});

const HOST = fileURLToPath(new URL('./crash/doomed-host.ts', import.meta.url));

describe.runIf(isLinux).each(['auto', 'off'])('a host with sandbox.os "%s" that ends', (os) => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'exit', 'throw'])(
    'the death of a host by %s leaves no worker behind, not even one that is stuck',
    { timeout: 30_000 },
    async (way) => {
      const args = ['--disable-warning=ExperimentalWarning', HOST, os, way];
      const host = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
      const [line] = await once(host.stdout, 'data');
      const workers: number[] = JSON.parse(String(line));
      expect(workers.length).toBeGreaterThanOrEqual(3);
      try {
        if (way.startsWith('SIG')) host.kill(signalOf(way));
        else host.stdin.write('end\n');
        await vi.waitFor(() => expect(workers.filter((pid) => stateOf(pid) === 'alive')).toEqual([]), {
          timeout: 1_000,
          interval: 20,
        });
      } finally {
        host.kill('SIGKILL');
        for (const pid of workers) killed(pid);
      }
    },
  );
});

const signalOf = (way: string): NodeJS.Signals =>
  way === 'SIGTERM' ? 'SIGTERM' : way === 'SIGINT' ? 'SIGINT' : way === 'SIGHUP' ? 'SIGHUP' : 'SIGKILL';

/** It may have ended by itself in the meantime. */
function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
