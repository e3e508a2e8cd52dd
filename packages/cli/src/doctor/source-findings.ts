import type { Toolshed } from '@toolshed/runtime';
import { safeText } from '@toolshed/server/present';
import type { FolderConfig } from '../config-file/load-config.js';
import type { Finding } from './finding.js';

/** What each source of the config offers here and now, or the last error that keeps it from offering anything. */
export function sourceFindings(config: FolderConfig, shed: Pick<Toolshed, 'catalog'>): readonly Finding[] {
  return sourceStates(config, shed).map(({ namespace, tools: count, problem }) => {
    const name = 'source';
    if (problem === undefined) return { name, ok: true, detail: `${namespace}: ${count} tools` };
    const detail = `${namespace}: ${safeText(problem)}`;
    return count > 0
      ? { name, ok: true, warning: true, detail: `${detail}; ${count} tools work` }
      : { name, ok: false, detail };
  });
}

export interface SourceState {
  readonly namespace: string;
  readonly tools: number;
  /** The last error that keeps it from offering everything. */
  readonly problem?: string;
}

/** Each source of the config as it is here and now. */
export const sourceStates = (
  { settings }: FolderConfig,
  { catalog }: Pick<Toolshed, 'catalog'>,
): readonly SourceState[] =>
  settings.sources.map(({ namespace }) => {
    const known = catalog.namespaces.find(({ name }) => name === namespace);
    const problem = known?.problem;
    return { namespace, tools: known?.tools ?? 0, ...(problem === undefined ? {} : { problem }) };
  });
