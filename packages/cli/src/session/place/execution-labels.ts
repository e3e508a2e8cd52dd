// Facts an execution carries from its start, so that any later command, called from any folder, gives it the same
// folder and the same tools. A program cannot set or read them.

import type { JournalEntry } from '@toolshed/kernel';
import { z } from 'zod';
import { FoundConfig } from '../../config-file/find-config.js';
import type { Deployment } from './deployment.js';

export interface ExecutionPlace {
  /** The folder its file tools see. */
  readonly folder: string;
  /** The folder is a copy made for the execution; it overrides any configured root. */
  readonly isScratch: boolean;
  readonly config: FoundConfig | undefined;
  /** Modules named on the command line. */
  readonly toolModules: readonly string[];
  /** The nodes that continue it; without one, those with the same config and modules by their paths. */
  readonly deployment?: Deployment;
}

export function labelsOf({
  folder,
  isScratch,
  config,
  toolModules,
  deployment,
}: ExecutionPlace): Record<string, string> {
  return {
    folder,
    ...(isScratch ? { scratch: 'yes' } : {}),
    ...(config === undefined ? {} : { config: JSON.stringify(config) }),
    ...(toolModules.length === 0 ? {} : { tools: JSON.stringify(toolModules) }),
    ...(deployment === undefined ? {} : deploymentLabels(deployment)),
  };
}

const deploymentLabels = ({ name, configDigest }: Deployment): Record<string, string> =>
  name === undefined ? {} : { deployment: name, ...(configDigest === undefined ? {} : { configDigest }) };

/** Where an execution was started; `undefined` if it was not by this command. */
export function placeOf(journal: readonly JournalEntry[]): ExecutionPlace | undefined {
  const [started] = journal;
  if (started?.kind !== 'started') return undefined;
  const { folder, scratch, config, tools, deployment, configDigest } = started.labels;
  if (folder === undefined) return undefined;
  return {
    folder,
    isScratch: scratch === 'yes',
    config: config === undefined ? undefined : FoundConfig.parse(JSON.parse(config)),
    toolModules: tools === undefined ? [] : z.array(z.string()).parse(JSON.parse(tools)),
    deployment: { name: deployment, configDigest },
  };
}

/** Whether an execution was started by a node of the same deployment or, if it names none, with the same config and tools. */
export const isStartedAt =
  ({ config, toolModules, deployment }: Pick<ExecutionPlace, 'config' | 'toolModules' | 'deployment'>) =>
  (started: JournalEntry): boolean => {
    const place = placeOf([started]);
    if (place?.deployment?.name !== undefined) return place.deployment.name === deployment?.name;
    if (place === undefined || place.config?.file !== config?.file) return false;
    return place.toolModules.join('\n') === toolModules.join('\n');
  };
