import { dirname } from 'node:path';
import type { Toolshed } from '@toolshed/runtime';
import type { Cli } from '../../command/cli.js';
import type { FolderConfig } from '../../config-file/load-config.js';
import { ownFile } from '../../own-package.js';
import { prepareProgram } from './prepare-program.js';
import { readProgram } from './read-program.js';

/** A program that tidies a folder of notes, on a scratch copy; its deletions wait to be approved. */
export const EXAMPLE = ownFile('dist/examples/tidy-notes.ts');

/** The session of `toolshed demo`. */
export const DEMO_SESSION = 'demo';

const SESSION = 'example';
const NEEDS = ['fs.list', 'fs.read', 'fs.write', 'fs.delete'];

/**
 * Starts the example where nothing but the demo has ever run, so that the first person to open the inbox finds a question in
 * it. A host without the file tools starts nothing, and a failure to start it is ignored.
 */
export async function startFirstExample(
  cli: Cli,
  shed: Toolshed,
  given: { readonly config: FolderConfig; readonly toolModules: readonly string[] },
): Promise<void> {
  if (NEEDS.some((path) => shed.catalog.find(path) === undefined)) return;
  const [all, demos] = await Promise.all([shed.list({ limit: 0 }), shed.list({ limit: 0, session: DEMO_SESSION })]);
  if (all.total > demos.total) return;
  const folder = dirname(EXAMPLE);
  const unable = (error: unknown): void =>
    cli.log.warn({ err: error }, 'starting the example failed; the inbox stays empty');
  try {
    const program = await readProgram(EXAMPLE, folder, cli.stdin);
    const who = { session: SESSION, agent: undefined, idempotencyKey: undefined };
    const start = await prepareProgram(cli, shed, { program, folder, ...given, ...who });
    start().catch(unable);
  } catch (error) {
    unable(error);
  }
}
