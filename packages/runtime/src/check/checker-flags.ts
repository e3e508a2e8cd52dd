import { dirname, join } from 'node:path';

const HEAP_MB = 384;
/** The compiler recurs with its text. Systems give a process 8 MB; Windows gives less, and gets the engine's own size. */
const STACK_KB = 3_900;

/**
 * How the checker's process is started: with an empty environment, and permission to read only the compiler's folders and its own:
 * no other file, no network, no process, no thread.
 */
export function checkerFlags(
  entry: string,
  folders: readonly string[],
): { readonly execArgv: readonly string[]; readonly env: Record<string, never> } {
  const readable = [dirname(entry), ...folders].map((folder) => `--allow-fs-read=${join(folder, '*')}`);
  const stack = process.platform === 'win32' ? [] : [`--stack-size=${STACK_KB}`];
  return {
    execArgv: ['--permission', ...readable, `--max-old-space-size=${HEAP_MB}`, ...stack, '--no-warnings'],
    env: {},
  };
}
