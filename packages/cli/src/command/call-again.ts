// How a person calls this command again, for the commands it prints: the way it was started, if that works in their
// shell, and never a name that their shell would not find.

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** What tells how this process was started. */
export interface Started {
  /** The script that Node runs, as it was named: links are not resolved. */
  readonly script: string;
  /** What the package manager calls itself (`npm_config_user_agent`), if one started this. */
  readonly userAgent: string | undefined;
  /** What npm was asked to do (`npm_command`). */
  readonly npmCommand: string | undefined;
  /** The folders that a shell looks for commands in. */
  readonly searchPath: readonly string[];
  readonly cwd: string;
}

/** The words of that command: a shell reads them as they are once each is quoted, a client starts them as they are. */
export function wordsToCallAgain(started: Started): readonly string[] {
  const [manager] = started.userAgent?.split('/', 1) ?? [];
  const real = realPath(started.script);
  // A package manager puts folders into the path that are not there in the shell it was called from.
  const own = started.searchPath.filter((folder) => manager === undefined || !LOCAL_FOLDER.test(folder));
  if (own.some((folder) => isAbsolute(folder) && startsIt(folder, real))) return ['toolshed'];
  if (manager === 'npm' && started.npmCommand === 'exec') return ['npx', 'toolshed'];
  const isTemporary = /[\\/](?:dlx|xfs|bunx)-/.test(`${started.script}\n${real}`) || /[\\/]dlx[\\/]/.test(real);
  if (isTemporary && (manager === 'pnpm' || manager === 'yarn')) return [manager, 'dlx', 'toolshed'];
  if (isTemporary && manager === 'bun') return ['bunx', 'toolshed'];
  if (foldersAbove(started.cwd).some((folder) => startsIt(join(folder, 'node_modules', '.bin'), real)))
    return [...(LOCAL_CALLS[manager ?? ''] ?? ['npx']), 'toolshed'];
  return ['node', real];
}

/** How each package manager runs a command of the folder's own packages. */
const LOCAL_CALLS: Readonly<Record<string, readonly string[]>> = {
  pnpm: ['pnpm', 'exec'],
  yarn: ['yarn'],
  bun: ['bunx'],
};

const LOCAL_FOLDER = /[\\/]node_modules[\\/]\.bin[\\/]?$|[\\/]node-gyp-bin[\\/]?$/;

/** Whether `toolshed` in that folder is this script: a link to it, or the small script that some managers write instead. */
function startsIt(folder: string, real: string): boolean {
  return ['toolshed', 'toolshed.cmd'].some((name) => {
    const file = join(folder, name);
    if (!existsSync(file)) return false;
    return realPath(file) === real || (isSmall(file) && WRITTEN.test(readFileSync(file, 'utf8')));
  });
}

const WRITTEN = /\btoolshed[\\/]bin[\\/]toolshed\.js\b/;
const LARGEST_WRITTEN = 16_384;

const isSmall = (file: string): boolean => {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts?.isFile() === true && facts.size <= LARGEST_WRITTEN;
};

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}
