import type { Toolshed } from '@toolshed/runtime';
import { safeText } from '@toolshed/server/present';
import type { FolderConfig } from '../config-file/load-config.js';
import type { Finding } from './finding.js';

/** What each source of the config offers here and now, or the last error that keeps it from offering anything. */
export function sourceFindings({ settings }: FolderConfig, { catalog }: Pick<Toolshed, 'catalog'>): readonly Finding[] {
  return settings.sources.map(({ namespace }) => {
    const name = 'source';
    const count = catalog.tools.filter(({ path }) => path.startsWith(`${namespace}.`)).length;
    // No tool has this path; what is said of it is said of the whole source.
    const problem = catalog.absence(`${namespace}.`);
    if (problem === undefined) return { name, ok: true, detail: `${namespace}: ${count} tools` };
    const detail = `${namespace}: ${safeText(problem)}`;
    return count > 0
      ? { name, ok: true, warning: true, detail: `${detail}; ${count} tools work` }
      : { name, ok: false, detail };
  });
}
