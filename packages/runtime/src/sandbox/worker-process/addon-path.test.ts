import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assertIsolatedVmVersion, assertNodeVersion, findAddon } from './addon-path.js';

describe('the version guard', () => {
  it.each(['7.0.1', '7.0.2', '7.1.0', '8.0.0', '10.0.0'])('accepts isolated-vm %s', (version) => {
    expect(() => assertIsolatedVmVersion(version)).not.toThrow();
  });

  it.each(['7.0.0', '6.9.9', '5.0.4', '4.7.2'])('refuses isolated-vm %s and says what to do', (version) => {
    expect(() => assertIsolatedVmVersion(version)).toThrow('npm install isolated-vm@7.0.1');
  });

  it('refuses Node before 24 and says what to do', () => {
    expect(() => assertNodeVersion('22.20.0')).toThrow(/24 or newer is needed\. Install Node 26/);
    expect(() => assertNodeVersion('24.0.0')).not.toThrow();
  });

  it('finds the binary that fits this Node', () => {
    expect(existsSync(findAddon().path)).toBe(true);
  });
});
