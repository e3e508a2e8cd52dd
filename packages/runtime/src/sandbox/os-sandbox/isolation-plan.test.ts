import { describe, expect, it } from 'vitest';
import { acceptIsolation, OsSandboxUnavailableError, type WallFacts } from './isolation-plan.js';

const facts: WallFacts = {
  platform: 'darwin',
  arch: 'arm64',
  node: '26.10.0',
  bwrap: undefined,
  prlimit: undefined,
  setpriv: undefined,
  probeMs: 1,
};
const nothing = {
  plan: { kind: 'none', because: 'this is darwin, not Linux', facts },
  advice: 'Run Toolshed on Linux',
} as const;

describe('acceptIsolation', () => {
  it('starts nothing when an OS sandbox is required and there is none', () => {
    const refusal = new OsSandboxUnavailableError('this is darwin, not Linux', 'Run Toolshed on Linux');
    expect(() => acceptIsolation('required', nothing)).toThrow(refusal);
  });

  it('accepts less when that was allowed, and accepts lock-down as an OS sandbox', () => {
    expect(acceptIsolation('auto', nothing)).toBe(nothing.plan);
    const locked = { kind: 'lock-down', because: 'no bubblewrap: bwrap was not found', facts } as const;
    expect(acceptIsolation('required', { plan: locked, advice: '' })).toBe(locked);
  });
});
