// What docs/start/first-approval.md has a person do, over HTTP: start the server, open its link, approve what waits.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
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
  /** The example, when it is over. */
  readonly execution: { readonly status: string; readonly session: string };
}

export async function approveFirstExample(stranger: Stranger): Promise<FirstApproval> {
  // A data folder of its own: the example waits only where nothing has run yet.
  const env = { ...stranger.env, TOOLSHED_HOME: join(stranger.folder, '..', 'first-approval') };
  const child = spawn('npx', ['toolshed', 'serve', '--port', '0'], { cwd: stranger.folder, env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
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
    child.kill('SIGTERM');
    await ended;
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
  throw new Error('The example did not end within a minute');
}
