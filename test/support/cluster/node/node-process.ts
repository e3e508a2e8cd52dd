// Run as a process of its own: node node-process.ts <options as JSON>. A node of a cluster run: it does what it is told
// over its channel, many things at once, follows all journals, and may stop or die at any moment.

import type { ToolLog } from '@toolshed/kernel';
import { openPostgresStore, openToolshed } from '@toolshed/runtime';
import { type Effects, openEffects } from '../../chaos/effects.ts';
import { KEYED, POLICIES, shopTools } from '../../chaos/shop.ts';
import { appendWarning } from '../../chaos/warnings.ts';
import { breakFence } from './broken-fences.ts';
import { startFollower } from './follower.ts';
import { appendLine } from './json-lines.ts';
import { serveDriver } from '../../driven/serve-driver.ts';
import { NodeCommand, NodeOptions } from './node-protocol.ts';
import { filesOf } from './run-folder.ts';
import { watchLulls } from './lulls.ts';
import { createStopPoints } from './stop-points.ts';
import { watchedStore } from './watched-store.ts';
import { watchTransactions } from './watched-transactions.ts';
import type { WitnessLine } from './witness.ts';

const options = NodeOptions.parse(JSON.parse(process.argv[2] ?? '{}'));
const { name: node, slot, folder, url, schema, leaseMs, places, broken } = options;
const files = filesOf(folder);
watchLulls(node, files.lulls);
const points = createStopPoints(node, files.stops);
watchTransactions(points);
const store = await openPostgresStore({ url, schema });
const fenced = broken === undefined ? { store, leaseMs } : breakFence(broken, { store, leaseMs, url, schema });
const write = (line: WitnessLine): void => appendLine(files.witness, line);
const watched = watchedStore({ node, store: fenced.store, points, leaseMs, write });
const shed = await openToolshed({
  tools: shopTools(watchedEffects(openEffects(files.effects)), () => node),
  store: watched,
  policy: POLICIES.base,
  isolation: 'thread',
  trusted: true,
  trustDomain: 'shared',
  hibernateAfterMs: 500,
  maxWarm: 16,
  quotas: { openQuestions: 5_000, openQuestionsPerAgent: 5_000 },
  log: log(),
  ...(fenced.leaseMs === undefined ? {} : { ownerLeaseMs: fenced.leaseMs }),
  ...(places === undefined ? {} : { capacity: { liveExecutions: places } }),
});
const follower = startFollower(watched.journal, files.followed(slot));

function watchedEffects(effects: Effects): Effects {
  return {
    ...effects,
    append(effect) {
      // The window after the check: only a tool that hands its key on may be caught in it.
      if (effect.when === 'start' && KEYED.has(effect.path)) points.reach('handler starts');
      effects.append(effect);
      if (effect.when === 'start') points.reach('handler acts');
    },
  };
}

function log(): ToolLog {
  const write = (facts: object, message: string): void => {
    const err = 'err' in facts && facts.err instanceof Error ? { err: facts.err.stack } : {};
    appendWarning(files.log, { host: node, message, ...facts, ...err });
  };
  return { debug: () => undefined, info: () => undefined, warn: write, error: write };
}

async function carryOut(command: NodeCommand): Promise<string | undefined> {
  switch (command.do) {
    case 'start': {
      const { program, session, waits } = command;
      return waits ? (await shed.execute(program, { session })).executionId : shed.start(program, { session });
    }
    case 'answer': {
      const { elicitation, approved, tag: reason, by, data } = command;
      await shed.resume(elicitation, { approved, reason, by, ...(data === undefined ? {} : { data }) });
      return undefined;
    }
    case 'cancel':
      await shed.cancel(command.execution);
      return undefined;
    case 'grant':
      return (await shed.grants.add({ pattern: 'shop.stamp', scope: 'always', uses: command.uses })).id;
    case 'arm':
      points.arm(command.point, command.how);
      return undefined;
    case 'follow':
      await follower.until(command.through);
      return undefined;
    case 'close':
      follower.stop();
      await shed[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      return undefined;
  }
}

serveDriver({ command: NodeCommand, carryOut, endAfterMs: 2_000 });
