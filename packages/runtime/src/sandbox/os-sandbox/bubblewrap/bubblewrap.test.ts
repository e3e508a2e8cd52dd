import { expect, it } from 'vitest';
import { bubblewrapCommand } from './bubblewrap.js';

const command = bubblewrapCommand({
  bwrap: '/usr/bin/bwrap',
  node: '/opt/node',
  nodeArgs: ['--permission'],
  worker: '/srv/dist/worker.js',
  workerArgs: ['{}'],
  addon: '/srv/ivm.node',
  libraries: ['/lib/libc.so.6'],
  seccompFd: 3,
});

it('bubblewrap shows a worker four kinds of files and nothing else', () => {
  const binds = command.args.flatMap((arg, at) =>
    arg.includes('bind') ? [command.args.slice(at, at + 3).join(' ')] : [],
  );
  expect(binds).toEqual([
    '--ro-bind /opt/node /app/node',
    '--ro-bind /srv/dist/worker.js /app/worker.mjs',
    '--ro-bind /srv/ivm.node /app/addon.node',
    '--ro-bind /lib/libc.so.6 /lib/libc.so.6',
  ]);
  for (const mount of ['--proc', '--dev', '--tmpfs', '--dir', '--symlink']) expect(command.args).not.toContain(mount);
});

it('bubblewrap gets the command of the worker after every option that isolates it', () => {
  const isolation = [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--as-pid-1',
    '--cap-drop',
    '--clearenv',
    '--remount-ro',
    '--seccomp',
  ];
  const end = command.args.indexOf('--');
  expect(isolation.filter((option) => !command.args.slice(0, end).includes(option))).toEqual([]);
  expect(command.args.slice(end)).toEqual(['--', '/app/node', '--permission', '/app/worker.mjs', '{}']);
});
