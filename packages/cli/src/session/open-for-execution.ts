import { access } from 'node:fs/promises';
import type { Toolshed } from '@toolshed/runtime';
import type { Cli } from '../command/cli.js';
import { deploymentOf } from './place/deployment.js';
import { type ExecutionPlace, placeOf } from './place/execution-labels.js';

/** Opens the shed to look only: the store the config of this folder names, and no tools. */
export async function openToLook(cli: Cli): Promise<Toolshed> {
  return await cli.open({ kind: 'look', config: await cli.loadConfig(await cli.findConfig()) });
}

/** Opens the shed with the tools an execution was started with, wherever this command was called. */
export async function openForExecution(cli: Cli, id: string): Promise<Toolshed> {
  const keptBy = await cli.loadConfig(await cli.findConfig());
  const place = await readPlace(cli, id);
  const asksHere = cli.output.isInteractive;
  if (place === undefined) return await cli.open({ kind: 'run', config: keptBy, keptBy, toolModules: [], asksHere });
  const ours = await deploymentOf(keptBy, cli.environment);
  // The paths of another node mean nothing here; the deployment says that this config stands for that one.
  if (place.deployment?.name !== undefined && place.deployment.name === ours.name)
    return await cli.open({ kind: 'run', config: keptBy, keptBy, toolModules: await toolModulesIn(place), asksHere });
  const isSame = place.config?.file === keptBy.found?.file;
  const config = isSame ? keptBy : await cli.loadConfig(place.config);
  return await cli.open({ kind: 'run', config, keptBy, toolModules: place.toolModules, asksHere });
}

async function readPlace(cli: Cli, id: string): Promise<ReturnType<typeof placeOf>> {
  await using shed = await openToLook(cli);
  return placeOf(await shed.journal(id));
}

/** The modules that were named on the command line, where they are on this machine as well. */
async function toolModulesIn({ toolModules }: ExecutionPlace): Promise<readonly string[]> {
  const found = await Promise.all(
    toolModules.map((file) =>
      access(file).then(
        () => [file],
        () => [],
      ),
    ),
  );
  return found.flat();
}
