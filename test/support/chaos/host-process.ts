// Run as a process of its own: node host-process.ts <folder> <options as JSON>. A host of a chaos run: it does what it is
// told over its channel, many things at once, and may die at any moment.

import { join } from 'node:path';
import { GrantId, type ToolLog } from '@toolshed/kernel';
import { openSqliteStore, openToolshed, type Store, type Toolshed } from '@toolshed/runtime';
import { openEffects } from './effects.ts';
import { serveDriver } from '../driven/serve-driver.ts';
import { HostCommand, HostOptions } from './host-protocol.ts';
import { POLICIES, shopTools } from './shop.ts';
import { appendWarning } from './warnings.ts';

export const LEASE_MS = 500;

const [folder = '', given = '{}'] = process.argv.slice(2);
let options = HostOptions.parse(JSON.parse(given));
const effects = openEffects(join(folder, 'effects'));
const store = openSqliteStore({ file: join(folder, 'shed.db') });
let shed = await open();
/** What was begun with a host that is closed fails; what comes after waits for the next one. */
let reopening: Promise<void> = Promise.resolve();

function open(): Promise<Toolshed> {
  const { name, policy, isolation, hibernateAfterMs, maxWarm, questionsExpireInMs } = options;
  return openToolshed({
    tools: shopTools(effects, () => name),
    store: underItsName(options),
    policy: POLICIES[policy],
    hibernateAfterMs,
    maxWarm,
    ownerLeaseMs: LEASE_MS,
    trustDomain: 'shared',
    quotas: { openQuestions: 5_000, openQuestionsPerAgent: 5_000 },
    log: logOf(name),
    ...(isolation === 'thread' ? { isolation, trusted: true } : { isolation, sandbox: { os: 'off' } }),
    ...(questionsExpireInMs === undefined ? {} : { questionsExpireInMs }),
  });
}

/** As if its machine had another name, or were another machine. */
function underItsName({ hostName: host, isElsewhere, name }: HostOptions): Store {
  const { owners } = store;
  const machine = isElsewhere ? { machine: `machine of ${name}` } : {};
  return {
    ...store,
    owners: { ...owners, enter: (facts, leaseMs) => owners.enter({ ...facts, host, ...machine }, leaseMs) },
  };
}

function logOf(name: string): ToolLog {
  const write = (facts: object, message: string): void => {
    const err = 'err' in facts && facts.err instanceof Error ? { err: facts.err.stack } : {};
    appendWarning(join(folder, 'log'), { host: name, message, ...facts, ...err });
  };
  return { debug: () => undefined, info: () => undefined, warn: write, error: write };
}

async function reopen(next: HostOptions): Promise<void> {
  await shed[Symbol.asyncDispose]();
  options = next;
  shed = await open();
}

async function carryOut(command: HostCommand): Promise<string | undefined> {
  if (command.do === 'reopen') {
    reopening = reopening.then(() => reopen(command.options));
    await reopening;
    return undefined;
  }
  await reopening;
  switch (command.do) {
    case 'start': {
      const { program, session, key, waits } = command;
      const facts = { session, ...(key === undefined ? {} : { idempotencyKey: key }) };
      return waits ? (await shed.execute(program, facts)).executionId : shed.start(program, facts);
    }
    case 'answer': {
      const { elicitation, approved, tag: reason, by, data, args, remember } = command;
      const more = {
        ...(data === undefined ? {} : { data }),
        ...(args === undefined ? {} : { args }),
        ...(remember === undefined ? {} : { remember }),
      };
      await shed.resume(elicitation, { approved, reason, by, ...more });
      return undefined;
    }
    case 'cancel':
      await shed.cancel(command.execution);
      return undefined;
    case 'reask':
      await shed.reask(command.elicitation);
      return undefined;
    case 'fork':
      return (await shed.fork(command.elicitation, command.program)).executionId;
    case 'take-over':
      await shed.takeOver(command.execution);
      return undefined;
    case 'grant': {
      const { uses, session } = command;
      const scope = session === undefined ? 'always' : { session };
      return (await shed.grants.add({ pattern: 'shop.stamp', scope, uses })).id;
    }
    case 'revoke':
      await shed.grants.revoke(GrantId.parse(command.grant));
      return undefined;
    case 'close':
      await shed[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      return undefined;
  }
}

serveDriver({ command: HostCommand, carryOut, endAfterMs: 5_000 });
