import { resolve } from 'node:path';
import type { Toolshed } from '@toolshed/runtime';
import type { Cli } from '../command/cli.js';

/** Opens the shed with the tools a program started here would have, to look at them: nothing is run. */
export async function openWithTools(cli: Cli, modules: readonly string[] = []): Promise<Toolshed> {
  const config = await cli.loadConfig(await cli.findConfig());
  const toolModules = modules.map((path) => resolve(cli.environment.cwd, path));
  return await cli.open({ kind: 'run', config, keptBy: config, toolModules, prepares: false });
}
