import { memoryGroups } from '../sandbox/os-sandbox/memory-group.js';
import { isContainer } from '../sandbox/os-sandbox/bubblewrap/why-no-bubblewrap.js';
import { explainIsolation } from '../sandbox/os-sandbox/probe-isolation.js';
import { assertNodeVersion, findAddon } from '../sandbox/worker-process/addon-path.js';

/** One thing a person should know about the machine Toolshed runs on. */
export interface MachineFact {
  /** What was looked at. */
  readonly name: string;
  /** Whether it is as it should be. */
  readonly ok: boolean;
  /** What was found. */
  readonly detail: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** What this machine can do for isolation, for `toolshed doctor` and for hosts that want to show it. */
export async function describeMachine(): Promise<readonly MachineFact[]> {
  return [nodeFact(), engineFact(), await sandboxFact(), memoryFact()];
}

const nodeFact = (): MachineFact =>
  fact('Node', () => {
    assertNodeVersion();
    return process.versions.node;
  });

const engineFact = (): MachineFact => fact('isolated-vm', () => findAddon().version);

function fact(name: string, look: () => string): MachineFact {
  try {
    return { name, ok: true, detail: look() };
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

const ISOLATION = {
  bubblewrap: 'bubblewrap and seccomp: own file system, no network, no other processes',
  'lock-down': 'seccomp: no files, no network, no other processes once a worker has started',
  none: 'none: worker processes have only Node’s permission model around them',
} as const;

async function sandboxFact(): Promise<MachineFact> {
  const { plan, advice } = await explainIsolation();
  const outer = isContainer() ? ', inside a container, which is a layer of its own' : '';
  const fact = {
    name: 'OS sandbox',
    ok: plan.kind !== 'none',
    detail: `${ISOLATION[plan.kind]}${outer} (${plan.because})`,
  };
  const next =
    plan.kind === 'none' ? 'Install bubblewrap, or accept the process as the only layer outside the isolate' : '';
  const both = [next, advice].filter((text) => text !== '').join('. ');
  return both === '' ? fact : { ...fact, advice: both };
}

/** Its absence is not an error: the watchdog works without it. */
function memoryFact(): MachineFact {
  const groups = memoryGroups();
  const detail =
    groups.kind === 'available'
      ? `watchdog, and the kernel itself (control group version ${groups.version})`
      : `watchdog only: no control group can be made (${groups.because})`;
  return { name: 'memory limit', ok: true, detail };
}
