import { describe, expect, it } from 'vitest';
import { whyNoBubblewrap } from './why-no-bubblewrap.js';

const open = { hasAppArmorRestriction: false, hasUserNamespaces: true, isContainer: false };

describe('whyNoBubblewrap', () => {
  it('names AppArmor when it is what refuses', () => {
    const { because } = whyNoBubblewrap('bwrap: setting up uid map: Permission denied', {
      ...open,
      hasAppArmorRestriction: true,
    });
    expect(because).toContain('kernel.apparmor_restrict_unprivileged_userns=1');
  });

  it('names the missing user namespaces first', () => {
    const { because } = whyNoBubblewrap('bwrap: No permissions to create new namespace', {
      ...open,
      hasUserNamespaces: false,
    });
    expect(because).toBe('user namespaces are disabled');
    const exceeded =
      'bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)';
    expect(whyNoBubblewrap(exceeded, open).because).toBe(because);
  });

  it('names the container, and what to pass to it', () => {
    const { because, advice } = whyNoBubblewrap('bwrap: Creating new namespace failed: Operation not permitted', {
      ...open,
      isContainer: true,
    });
    expect(because).toBe(
      'this container may not make namespaces (bwrap: Creating new namespace failed: Operation not permitted)',
    );
    expect(advice).toContain('--security-opt seccomp=unconfined --security-opt apparmor=unconfined');
  });

  it('repeats what it cannot explain, one line of it', () => {
    const stderr = 'bwrap: Unknown option --as-pid-1\nmore';
    expect(whyNoBubblewrap(stderr, { ...open, hasAppArmorRestriction: true }).because).toBe(
      'bwrap: Unknown option --as-pid-1',
    );
    expect(whyNoBubblewrap('', open).because).toBe('it ended without output');
  });
});
