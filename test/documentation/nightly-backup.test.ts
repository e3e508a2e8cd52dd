// The script of docs/operate/backup.md, run as a file of its own with the folders of a workbench. The one thing that is
// played is `runuser`: there is no user "toolshed" here.

import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { BIN, openWorkbench } from '../scenarios/cli-process.ts';
import { notShown } from '../support/not-shown.ts';
import { samplesIn } from './markdown.ts';

const PLAYED = `#!/bin/sh
shift 3
exec "$@"
`;

if (process.platform === 'win32') notShown('the script that backs up every night', 'it is for a Unix shell');
else
  it('the script for every night backs up a data folder, and removes what is older than two weeks', async () => {
    const page = samplesIn('docs/operate/backup.md').find(({ text }) => text.startsWith('#!/bin/sh\n'));
    await using bench = await openWorkbench();
    await bench.write('program.ts', 'return 1');
    await bench.toolshed(['run', 'program.ts']);
    const [bin, backups] = [join(bench.folder, 'bin'), join(bench.folder, 'backups')];
    await mkdir(bin);
    await mkdir(backups);
    const old = join(backups, '2026-01-01.toolshed-backup');
    await writeFile(old, '');
    await utimes(old, 0, 0);
    await writeFile(join(bin, 'runuser'), PLAYED);
    const script = await bench.write(
      'toolshed-backup',
      (page?.text ?? '')
        .replace('PATH=', `PATH=${bin}:${dirname(process.execPath)}:`)
        .replace('/var/backups/toolshed', backups)
        .replace('/var/lib/toolshed', bench.home)
        .replace('/opt/toolshed/bin/toolshed', BIN)
        .replace('-o toolshed ', ''),
    );
    await Promise.all([script, join(bin, 'runuser')].map((file) => chmod(file, 0o755)));
    // What cron gives a script: hardly an environment, and another folder.
    await promisify(execFile)(script, [], { cwd: '/', env: {} });
    const left = await readdir(backups);
    expect(left).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\.toolshed-backup$/)]);
    expect(left).not.toContain('2026-01-01.toolshed-backup');
    const restored = await bench.toolshed([
      '--home',
      join(bench.folder, 'restored'),
      'restore',
      join(backups, left[0] ?? ''),
    ]);
    expect(restored).toMatchObject({ exitCode: 0 });
  });
