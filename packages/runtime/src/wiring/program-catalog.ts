// The catalog as programs see it: the tools of the host, the unlisted ones that every program has (`tools.$search`, `store`
// and others), and the reverts that an undo calls. What these tools need of the host opens later, so it is passed as
// functions.

import type { ExecutionId, ToolCatalog } from '@toolshed/kernel';
import type { Rulebook } from '@toolshed/kernel/runtime';
import { type HostCatalog, withUnlisted } from '../catalog/host-catalog.js';
import { editsOf } from '../execution/answers/check-edited-arguments.js';
import type { LiveExecution } from '../execution/drive/live-execution.js';
import { createStateCalls } from '../execution/state-calls.js';
import { createRevertTools, type RevertToolsDeps } from '../execution/undo/revert-tools.js';
import type { SessionState } from '../state/session-state.js';
import { standingOf } from '../tool-proxy/tool-standing.js';
import { type DiscoveryDeps, discoveryPlugin } from '../tools/discovery/discovery-plugin.js';
import { createPlannedWrites } from '../tools/session-state/planned-writes.js';
import { stateTools } from '../tools/session-state/state-plugin.js';

export interface ProgramCatalogDeps extends RevertToolsDeps, Pick<DiscoveryDeps, 'resultOf'> {
  readonly find: (id: ExecutionId) => LiveExecution | undefined;
  readonly rulebook: () => Rulebook;
  readonly state: () => SessionState;
}

export function createProgramCatalog(hosted: HostCatalog, deps: ProgramCatalogDeps): ToolCatalog {
  const { find, rulebook, state, resultOf } = deps;
  const { openCalls, planOf } = createStateCalls(find);
  const discovery = discoveryPlugin(hosted, {
    editsOf: (id) => editsOf(find(id)?.journal.entries ?? []),
    resultOf,
    standingOf: (tool, caller) => standingOf(rulebook(), tool, caller),
  });
  const kept = stateTools({ state, openCalls, planned: createPlannedWrites(planOf) });
  return createRevertTools(deps).within(withUnlisted(hosted, ...discovery.tools, ...kept));
}
