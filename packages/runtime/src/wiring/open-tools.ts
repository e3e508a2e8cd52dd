// Everything a program can call: the tools of the host, those of its sources, saved programs, and the catalog in which
// programs see them. Opened before executions exist, which some of these tools need: they are passed as functions.

import type { Clock, SecretVault, ToolCatalog } from '@toolshed/kernel';
import type { Rulebook } from '@toolshed/kernel/runtime';
import { createHostCatalog, type HostCatalog } from '../catalog/host-catalog.js';
import {
  assertPlaced,
  type LabelElsewhere,
  labelsElsewhere,
  namespacesOfTools,
  sourcesAt,
} from '../catalog/placed-tools.js';
import type { ChangeFeed } from '../changes/change-feed.js';
import type { Executions } from '../execution/execution-service.js';
import { REVERT_NAMESPACE } from '../execution/undo/revert-tools.js';
import type { ReadOptions } from '../open-options.js';
import { createOfferedPrograms, type OfferedPrograms } from '../programs/offered-programs.js';
import { createProgramLibrary, type ProgramLibrary } from '../programs/program-library.js';
import { hostSecret } from '../secrets/host-secrets.js';
import { openSources } from '../sources/open-sources.js';
import { createSourceHost } from '../sources/source-host.js';
import { createVaultCredentials } from '../sources/vault-credentials.js';
import type { SessionState } from '../state/session-state.js';
import type { Store } from '../stores/store.js';
import type { DefinitionOf } from '../tool-proxy/tool-definition.js';
import { createProgramCatalog, type ProgramCatalogDeps } from './program-catalog.js';

export interface OpenToolsDeps {
  readonly read: ReadOptions;
  readonly store: Store;
  readonly clock: Clock;
  readonly vault: SecretVault;
  readonly state: SessionState;
  readonly rulebook: Rulebook;
  readonly changes: ChangeFeed;
  readonly definitionOf: DefinitionOf;
  readonly log: ReadOptions['log'];
  readonly find: ProgramCatalogDeps['find'];
  readonly manage: () => Pick<Executions, 'get' | 'complete'>;
}

export interface OpenedTools extends AsyncDisposable {
  /** The tools of the host, without those that are only found by discovery. */
  readonly hosted: HostCatalog;
  /** The tools as programs see them. */
  readonly catalog: ToolCatalog;
  readonly labelElsewhere: LabelElsewhere;
  /** Undefined where the store keeps no programs. */
  readonly library: ProgramLibrary | undefined;
  readonly offered: OfferedPrograms;
}

export async function openTools(deps: OpenToolsDeps): Promise<OpenedTools> {
  const { read, store, clock, vault, changes, definitionOf, log, manage } = deps;
  const { sourceDeps } = read;
  if (store.journal.claim) assertPlaced(read.tools, read.sources);
  const hosted = createHostCatalog(read.tools);
  const catalog = createProgramCatalog(hosted, {
    definitionOf,
    find: deps.find,
    read: (id) => store.journal.read(id),
    resultOf: (id) => manage().get(id),
    rulebook: () => deps.rulebook,
    state: () => deps.state,
  });
  await using opening = new AsyncDisposableStack();
  const sources = await openSources(
    sourcesAt(read.sources, read.placement),
    [...catalog.tools.map(({ path }) => path.split('.', 1)[0] ?? ''), REVERT_NAMESPACE],
    createSourceHost(hosted, log, {
      credentials: createVaultCredentials({ vault, clock }),
      completeFlow: async (flow) => void (await manage().complete(flow, {})),
      changes,
      records: store.records,
      ...sourceDeps,
      secrets: async (name) => (await hostSecret(vault, name)) ?? (await sourceDeps?.secrets?.(name)),
    }),
  );
  opening.use(sources);
  const library = store.keptRecords && createProgramLibrary(store.keptRecords, log);
  const offered = createOfferedPrograms({
    library,
    hosted,
    taken: { tools: namespacesOfTools(read.tools), sources: read.sources.map(({ namespace }) => namespace) },
    log,
  });
  await offered.look();
  const opened = opening.move();
  return {
    hosted,
    catalog,
    labelElsewhere: labelsElsewhere(read.tools, read.sources, read.placement),
    library,
    offered,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
