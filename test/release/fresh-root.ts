// A root file system of Debian with nothing in it but what Debian calls minimal, and commands in it: what an image is
// made of, without Docker. It needs root, bubblewrap, and Debian's packages.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root as checkout } from '../../scripts/published.ts';

const call = promisify(execFile);
const MIRROR = 'http://deb.debian.org/debian';
const PATH = '/opt/toolshed/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface FreshRoot extends AsyncDisposable {
  readonly folder: string;
  /** With all rights inside, as the steps of a Dockerfile have. */
  asRoot(command: readonly string[]): Promise<string>;
  /** As the user of the image, without a right. What it prints, whatever its exit code. */
  asUser(command: readonly string[]): Promise<{ readonly code: number; readonly stdout: string }>;
}

/** Why there can be none here; undefined if there can. */
export async function whyNoFreshRoot(): Promise<string | undefined> {
  if (process.platform !== 'linux') return `this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'only root can make one';
  const needed = ['bwrap', 'apt-get', 'dpkg-deb', 'perl'];
  for (const name of needed) if (!(await works('which', [name]))) return `${name} is missing`;
  return (await works('apt-get', ['update', '-qq'])) ? undefined : 'the packages of Debian cannot be reached';
}

const works = (file: string, args: readonly string[]): Promise<boolean> =>
  call(file, args, { timeout: 60_000 }).then(
    () => true,
    () => false,
  );

export async function makeFreshRoot(): Promise<FreshRoot> {
  const base = await mkdtemp(join(tmpdir(), 'toolshed-root-'));
  const folder = join(base, 'root');
  // The tool alone, unpacked: nothing is installed on this machine.
  await call('apt-get', ['download', '-qq', 'mmdebstrap'], { cwd: base });
  await call('sh', ['-c', 'dpkg-deb -x mmdebstrap_*.deb tool'], { cwd: base });
  await call('perl', ['tool/usr/bin/mmdebstrap', '--quiet', '--variant=minbase', 'bookworm', folder, MIRROR], {
    cwd: base,
  });
  await cp(process.execPath, join(folder, 'usr/local/bin/node'));
  await cp(join(checkout, 'deploy'), join(folder, 'deploy'), { recursive: true });
  const inside = (rights: readonly string[], command: readonly string[]) =>
    call('bwrap', [
      ...['--bind', folder, '/', '--dev', '/dev', '--proc', '/proc', '--perms', '1777', '--tmpfs', '/tmp'],
      ...['--ro-bind', '/etc/resolv.conf', '/etc/resolv.conf', '--unshare-pid', '--unshare-ipc', '--die-with-parent'],
      ...['--clearenv', '--setenv', 'PATH', PATH, '--setenv', 'TOOLSHED_HOME', '/var/lib/toolshed'],
      ...['--chdir', '/', '--cap-add', 'ALL', '--', ...rights, ...command],
    ]);
  const setpriv = [
    'setpriv',
    '--reuid=10001',
    '--regid=10001',
    '--clear-groups',
    '--bounding-set=-all',
    '--no-new-privs',
  ];
  return {
    folder,
    asRoot: async (command) => (await inside([], command)).stdout,
    asUser: async (command) =>
      await inside([...setpriv, '--inh-caps=-all', '--'], command).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error: unknown) => ({ code: numberIn(error, 'code'), stdout: String(Reflect.get(Object(error), 'stdout')) }),
      ),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

const numberIn = (error: unknown, key: string): number => Number(Reflect.get(Object(error), key));
