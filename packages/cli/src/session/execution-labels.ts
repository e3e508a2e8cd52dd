// Facts an execution carries from its start, so that any later command, called from any folder, gives it the same
// folder and the same tools. A program cannot set or read them.

import type { JournalEntry } from '@toolshed/kernel';
import { z } from 'zod';
import { FoundConfig } from '../config-file/find-config.js';

export interface ExecutionPlace {
  /** The folder its file tools see. */
  readonly folder: string;
  /** The folder is a copy made for the execution; it overrides any configured root. */
  readonly isScratch: boolean;
  readonly config: FoundConfig | undefined;
  /** Modules named on the command line. */
  readonly toolModules: readonly string[];
}

export function labelsOf({ folder, isScratch, config, toolModules }: ExecutionPlace): Record<string, string> {
  return {
    folder,
    ...(isScratch ? { scratch: 'yes' } : {}),
    ...(config === undefined ? {} : { config: JSON.stringify(config) }),
    ...(toolModules.length === 0 ? {} : { tools: JSON.stringify(toolModules) }),
  };
}

/** Where an execution was started; `undefined` if it was not by this command. */
export function placeOf(journal: readonly JournalEntry[]): ExecutionPlace | undefined {
  const [started] = journal;
  if (started?.kind !== 'started') return undefined;
  const { folder, scratch, config, tools } = started.labels;
  if (folder === undefined) return undefined;
  return {
    folder,
    isScratch: scratch === 'yes',
    config: config === undefined ? undefined : FoundConfig.parse(JSON.parse(config)),
    toolModules: tools === undefined ? [] : z.array(z.string()).parse(JSON.parse(tools)),
  };
}

/** Whether an execution was started with the same config and tools that this command has. */
export const isStartedAt =
  ({ config, toolModules }: Pick<ExecutionPlace, 'config' | 'toolModules'>) =>
  (started: JournalEntry): boolean => {
    const place = placeOf([started]);
    if (place === undefined || place.config?.file !== config?.file) return false;
    return place.toolModules.join('\n') === toolModules.join('\n');
  };
