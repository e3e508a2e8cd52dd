import { spawn } from 'node:child_process';

/**
 * Opens an address of ours in the browser that the person uses; false if none could be started. The address is an
 * argument of its own, never part of a command line.
 */
export async function openBrowser(url: string, chosen: string | undefined): Promise<boolean> {
  const [file, ...args] = chosen === undefined ? (BROWSERS[process.platform] ?? ['xdg-open']) : [chosen];
  if (file === undefined) return false;
  const child = spawn(file, [...args, url], { detached: true, stdio: 'ignore' });
  return await new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

const BROWSERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
