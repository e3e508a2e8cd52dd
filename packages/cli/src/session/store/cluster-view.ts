// Nodes of a shared store, and what waits in it, in words.

import type { ClusterNode, ClusterState } from '@toolshed/runtime';
import { safeText } from '@toolshed/server/present';
import type { Finding } from '../../doctor/finding.js';

/** Codes of what slows events down, and loses nothing. */
export const ADVICE: ReadonlySet<string> = new Set(['no-transaction-timeout', 'long-transaction', 'few-connections']);

/** An entry is held back for as long as a transaction takes; longer is a matter for an operator. */
const LONG_MS = 10_000;

export function clusterFindings({ nodes, stranded, heldBack, audit }: ClusterState, ours: string): readonly Finding[] {
  const { entries, forMs } = heldBack;
  const events = entries === 0 ? 'nothing is held back' : `${entries} entries are held back, for ${seconds(forMs)}`;
  const sealed = `${audit.sealed} lines are sealed${audit.sealedAt === undefined ? '' : `, the last at ${new Date(audit.sealedAt).toISOString()}`}`;
  const alive = nodes.filter(({ leaseMs }) => leaseMs > 0);
  return [
    ...alive.map((node) => nodeFinding(node, ours)),
    ...(alive.length === 0 ? [{ name: 'node', ok: true, detail: 'none runs' }] : []),
    ...endedFindings(nodes.filter(({ leaseMs }) => leaseMs <= 0)),
    { name: 'events', ok: forMs < LONG_MS, detail: events },
    ...strandedFindings(stranded),
    { name: 'audit', ok: true, detail: `${sealed}; ${audit.unsealed} are not yet` },
  ];
}

/** What waits for a node that nobody has started, by the labels it needs. */
const strandedFindings = (stranded: ClusterState['stranded']): readonly Finding[] =>
  stranded.map(({ placement, executions: count }) => ({
    name: 'placement',
    ok: false,
    detail: `${count} ${count === 1 ? 'execution waits' : 'executions wait'} for a node placed at ${placement.join(',')}, and none is running; ${missing(placement.join(','))}`,
  }));

/**
 * Threat: an operator who labels a node that does not have what the label stands for. A call that was approved for the files
 * of one machine would act on those of another.
 */
const missing = (labels: string): string =>
  'start one where the files and programs of these labels are, and nowhere else: it will do there what was ' +
  `approved for that place (its labels: "placement" in its config, or TOOLSHED_PLACEMENT; needed: ${labels})`;

/** Those whose lease has ended are no problem of their own: others take over what they drove. */
function endedFindings(ended: readonly ClusterNode[]): readonly Finding[] {
  if (ended.length === 0) return [];
  const driven = ended.reduce((sum, { executions }) => sum + executions, 0);
  const last = Math.min(...ended.map(({ leaseMs }) => -leaseMs));
  const left = driven === 0 ? 'nothing they drove is left' : `${driven} executions they drove will be taken over`;
  return [{ name: 'ended', ok: true, detail: `${ended.length} within a day, the last ${seconds(last)} ago; ${left}` }];
}

/** A clock that is wrong by more than this is worth a look: its machine's log and certificates depend on it. */
const MOST_SKEW_MS = 2_000;

function nodeFinding(node: ClusterNode, ours: string): Finding {
  const { host, pid, id, version, labels, placement, leaseMs, executions, skewMs } = node;
  const tags = [...Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`), ...(placement ?? [])];
  const lease = `lease for ${seconds(leaseMs)}`;
  const clock = skewMs === undefined ? undefined : `clock ${skewMs < 0 ? '' : '+'}${seconds(skewMs)}`;
  const facts = [`${host} (${pid})`, version, ...tags, lease, clock, `drives ${executions}`, id].filter(
    (fact) => fact !== undefined,
  );
  const finding = { name: 'node', ok: true, detail: facts.map(safeText).join(' · ') } as const;
  if (Math.abs(skewMs ?? 0) > MOST_SKEW_MS) return { ...finding, warning: true, advice: SET_CLOCK };
  if (version === undefined || version === ours) return finding;
  return { ...finding, warning: true, advice: `This command has version ${ours}. Upgrade one of them` };
}

const SET_CLOCK = "Set the clock of this node's machine. Its executions go by the database's, its log does not";

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
