import { spawn } from 'node:child_process';

/** What opens a browser says soon that it cannot: on a machine without a screen, for example. */
const FAILS_WITHIN_MS = 700;

/**
 * Opens an address of ours in the browser that the person uses; false if none could be started. The address is an
 * argument of its own, never part of a shell's command line. Other users of the machine can read it.
 */
export async function openBrowser(url: string, chosen: string | undefined): Promise<boolean> {
  const [file, ...args] = chosen === undefined ? (BROWSERS[process.platform] ?? ['xdg-open']) : [chosen];
  if (file === undefined) return false;
  const child = spawn(file, [...args, url], { detached: true, stdio: 'ignore' });
  return await new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
    child.once('spawn', () => {
      child.unref();
      setTimeout(() => resolve(true), FAILS_WITHIN_MS);
    });
  });
}

const BROWSERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
