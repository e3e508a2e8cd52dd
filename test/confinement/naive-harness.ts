import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Attack, CANARY_VARIABLE, type Evidence, type Harness } from './attack.ts';

const GIVE_UP_MS = 5_000;

/** One thread for each attack. An attack that stops its thread from reporting has done its worst. */
export function openNaiveHarness(canary: string): Harness {
  return {
    async run(attack) {
      const thread = new Worker(new URL('./naive-vm.ts', import.meta.url), {
        workerData: { attack, canary },
        env: { [CANARY_VARIABLE]: canary },
        execArgv: ['--disable-warning=ExperimentalWarning'],
        stderr: true,
      });
      try {
        return await reportOf(thread);
      } catch (error) {
        return lost(attack, error);
      } finally {
        await thread.terminate();
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function reportOf(thread: Worker): Promise<Evidence> {
  const exited = once(thread, 'exit').then(() => {
    throw new Error('it ended without a report');
  });
  const [text]: string[] = await Promise.race([
    once(thread, 'message', { signal: AbortSignal.timeout(GIVE_UP_MS) }),
    exited,
  ]);
  return JSON.parse(text ?? '');
}

function lost({ calls = [], asks = [] }: Attack, error: unknown): Evidence {
  return {
    said: '',
    calls,
    asks,
    polluted: [`everything: ${error}`],
    status: 'lost',
    value: undefined,
    code: undefined,
  };
}
