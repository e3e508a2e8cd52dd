// Turns bubblewrap's refusal into a reason a person can act on.

import { existsSync, readFileSync } from 'node:fs';

export interface Refusal {
  readonly because: string;
  readonly advice: string;
}

/** The switches of this machine that decide whether bubblewrap may make its namespaces. */
export interface NamespaceSwitches {
  readonly hasAppArmorRestriction: boolean;
  readonly hasUserNamespaces: boolean;
  readonly isContainer: boolean;
}

export function whyNoBubblewrap(stderr: string, switches: NamespaceSwitches): Refusal {
  if (!switches.hasUserNamespaces || /max_\S{0,40}namespaces exceeded/.test(stderr)) {
    return {
      because: 'user namespaces are disabled',
      advice: 'Enable them (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone)',
    };
  }
  if (switches.hasAppArmorRestriction && isRefusedPrivilege(stderr)) {
    return {
      because: 'AppArmor restricts unprivileged user namespaces (kernel.apparmor_restrict_unprivileged_userns=1)',
      advice: 'Give bwrap an AppArmor profile that has "userns,"',
    };
  }
  if (switches.isContainer && isRefusedPrivilege(stderr)) {
    return {
      because: `this container may not make namespaces (${firstLine(stderr)})`,
      advice: `${CONTAINER_FLAGS}, or rely on the container as the outer layer, with os: "auto"`,
    };
  }
  return { because: firstLine(stderr), advice: 'Run "bwrap --unshare-all --ro-bind / / true" to see what it says' };
}

export function readNamespaceSwitches(): NamespaceSwitches {
  return {
    hasAppArmorRestriction: readSwitch('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1',
    hasUserNamespaces:
      readSwitch('/proc/sys/user/max_user_namespaces') !== '0' &&
      readSwitch('/proc/sys/kernel/unprivileged_userns_clone') !== '0',
    isContainer: isContainer(),
  };
}

/** Of Docker and Podman: their usual profiles forbid namespaces and mounts. */
const CONTAINER_FLAGS =
  'To let bubblewrap work, start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined, which opens the container itself a little';

const isRefusedPrivilege = (stderr: string): boolean =>
  /permission denied|operation not permitted|no permissions/i.test(stderr);

const firstLine = (stderr: string): string => stderr.trim().split('\n')[0]?.slice(0, 200) || 'it ended without output';

/** Docker, Podman, and runtimes that systemd knows of. */
export const isContainer = (): boolean =>
  ['/.dockerenv', '/run/.containerenv', '/run/systemd/container'].some((path) => existsSync(path));

/** Undefined where this kernel has no such switch. */
const readSwitch = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
