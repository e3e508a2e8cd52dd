// Chooses, from what the machine allows, what stands between a worker and the host.

import { ToolshedError } from '@toolshed/kernel';

/** What the host asks for: an OS sandbox or no start, the best available, or none. */
export type OsWish = 'required' | 'auto' | 'off';

/** What was seen of this machine, for people who ask why. */
export interface WallFacts {
  readonly platform: string;
  readonly arch: string;
  readonly node: string;
  readonly bwrap: string | undefined;
  readonly prlimit: string | undefined;
  readonly setpriv: string | undefined;
  /** How long trying took; zero when nothing was tried. */
  readonly probeMs: number;
}

/**
 * How a worker is isolated, strongest first.
 *
 * - `bubblewrap`: own file system, no network, no other process, launch filter; with `lockDown` also the run filter.
 * - `lock-down`: both filters around an ordinary process.
 * - `none`: a process with Node's permission model, which its authors call a seat belt.
 */
export type IsolationPlan =
  | {
      readonly kind: 'bubblewrap';
      readonly bwrap: string;
      readonly lockDown: boolean;
      readonly because: string;
      readonly facts: WallFacts;
    }
  | { readonly kind: 'lock-down'; readonly because: string; readonly facts: WallFacts }
  | { readonly kind: 'none'; readonly because: string; readonly facts: WallFacts };

export interface Probed {
  readonly plan: IsolationPlan;
  /** What would make it stronger; empty when nothing would. */
  readonly advice: string;
}

/** The plan. Throws if an OS sandbox was required and there is none: then nothing is started. */
export function acceptIsolation(os: OsWish, { plan, advice }: Probed): IsolationPlan {
  if (os === 'required' && plan.kind === 'none') throw new OsSandboxUnavailableError(plan.because, advice);
  return plan;
}

export class OsSandboxUnavailableError extends ToolshedError {
  override readonly name = 'OsSandboxUnavailableError';
  override readonly code = 'sandbox/os-unavailable';

  constructor(
    readonly because: string,
    readonly advice: string,
  ) {
    super(`Cannot start a worker behind an OS sandbox: ${because}. ${advice}`);
  }
}
