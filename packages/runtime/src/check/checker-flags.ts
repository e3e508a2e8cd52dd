import { dirname, join } from 'node:path';

const HEAP_MB = 384;

/**
 * How the checker's process is started: with an empty environment, and permission to read only the compiler's folders and its own:
 * no other file, no network, no process, no thread.
 */
export function checkerFlags(
  entry: string,
  folders: readonly string[],
): { readonly execArgv: readonly string[]; readonly env: Record<string, never> } {
  const readable = [dirname(entry), ...folders].map((folder) => `--allow-fs-read=${join(folder, '*')}`);
  return { execArgv: ['--permission', ...readable, `--max-old-space-size=${HEAP_MB}`, '--no-warnings'], env: {} };
}
