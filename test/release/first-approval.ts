// What docs/start/first-approval.md has a person do: leave a pause, start the server, open its link, approve what waits.
// The browser is played over HTTP.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { root } from '../../scripts/published.ts';
import type { Stranger } from './stranger.ts';

const SignedIn = z.object({ key: z.string() });
const Questions = z.object({ items: z.array(z.object({ elicitationId: z.string() })) });
const Executions = z.object({
  items: z.array(z.object({ id: z.string(), status: z.string(), session: z.string(), value: z.unknown().optional() })),
});

export interface FirstApproval {
  /** The page behind the link. */
  readonly page: string;
  readonly approved: number;
  /** The execution that asked, when it is over. */
  readonly execution: { readonly status: string; readonly session: string };
}

/** Where nothing has run yet, an example waits. */
export const approveExample = (stranger: Stranger): Promise<FirstApproval> =>
  approveInBrowser(stranger, dataFolder(stranger, 'example'));

/** Does what docs/start/first-pause.md and the page after it say. */
export async function approveLeftPause(stranger: Stranger): Promise<FirstApproval & { readonly file: string }> {
  const page = await readFile(join(root, 'docs/start/first-pause.md'), 'utf8');
  const [, program = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const [, makeFile = ''] = /^(echo .+)$/m.exec(page) ?? [];
  const home = dataFolder(stranger, 'left-pause');
  const call = (command: string) => stranger.call('sh', ['-c', `export TOOLSHED_HOME='${home}'; ${command}`]);
  await stranger.write('tidy.ts', program);
  await call(makeFile);
  const left = await call('npx toolshed run tidy.ts');
  if (left.code !== 3) throw new Error(`The program did not pause: ${left.code} ${left.stdout}${left.stderr}`);
  const approval = await approveInBrowser(stranger, home);
  return { ...approval, file: await readFile(join(stranger.folder, 'shopping.md'), 'utf8') };
}

const dataFolder = (stranger: Stranger, name: string): string => join(stranger.folder, '..', name);

async function approveInBrowser(stranger: Stranger, home: string): Promise<FirstApproval> {
  const env = { ...stranger.env, TOOLSHED_HOME: home };
  // npx ends at a signal without passing it on: the group has the server itself as well.
  const child = spawn('npx', ['toolshed', 'serve', '--port', '0'], { cwd: stranger.folder, env, detached: true });
  // Its output is closed once the last process that has it has ended.
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stderr.resume();
  try {
    const link = await new Promise<URL>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        const [, found] = /Sign a browser in with\s+(http:\/\/\S+)/.exec(text) ?? [];
        if (found) resolve(new URL(found));
      });
      child.once('exit', () => reject(new Error(`The server ended before it printed a link: ${text}`)));
    });
    return await approveAll(link);
  } finally {
    endGroup(child.pid);
    await ended;
  }
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGTERM');
  } catch (error) {
    const isOver = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isOver) throw error;
  }
}

async function approveAll(link: URL): Promise<FirstApproval> {
  const page = await (await fetch(link)).text();
  // What the script of that page does next.
  const code = link.searchParams.get('code');
  const signIn = await fetch(new URL('/v1/session', link), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: link.origin },
    body: JSON.stringify({ code }),
  });
  const { key } = SignedIn.parse(await signIn.json());
  const headers = {
    cookie: signIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
    origin: link.origin,
    'x-toolshed-key': key,
    'content-type': 'application/json',
  };
  const read = async (path: string): Promise<unknown> => await (await fetch(new URL(path, link), { headers })).json();

  let approved = 0;
  for (let tries = 0; tries < 600; tries++) {
    for (const { elicitationId } of Questions.parse(await read('/v1/elicitations')).items) {
      const answer = { method: 'POST', headers, body: JSON.stringify({ approved: true }) };
      const reply = await fetch(new URL(`/v1/elicitations/${elicitationId}/answer`, link), answer);
      if (!reply.ok) throw new Error(`The answer was refused: ${reply.status} ${await reply.text()}`);
      approved += 1;
    }
    const [execution] = Executions.parse(await read('/v1/executions')).items;
    if (execution !== undefined && !/^(running|paused)$/.test(execution.status)) return { page, approved, execution };
    await pause(100);
  }
  throw new Error('The execution did not end within a minute');
}
