import type { ToolLog } from '@toolshed/kernel';
import type { HostCatalog } from '../catalog/host-catalog.js';
import { resolveHost } from '../tools/http/pinned-lookup.js';
import type { LentToSources, SourceHost } from './source.js';

/** What a host may lend its sources. Without them, sources have no secrets and no environment, and people are asked through questions. */
export type SourceDeps = Partial<LentToSources>;

export function createSourceHost(
  catalog: HostCatalog,
  log: ToolLog,
  deps: SourceDeps & Pick<SourceHost, 'credentials' | 'completeFlow' | 'changes' | 'records'>,
): SourceHost {
  return {
    secrets: async () => undefined,
    environment: () => undefined,
    consent: undefined,
    resolve: resolveHost,
    ...deps,
    log,
    offer: catalog.offer,
    excuse: catalog.excuse,
  };
}
