import {
  createToolCatalog,
  decide,
  ElicitationEngine,
  elicitUrl,
  InvalidOptionsError,
  mcpFormOf,
  requireUrl,
} from '@toolshed/kernel';
import { openToolshed, openVault, type Toolshed } from '@toolshed/runtime';
import { createTokenFolder } from '@toolshed/server';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type MailShed, openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

// What a host in JavaScript hands over by mistake; and all that the error says.

const given = (value: unknown) => value as never;
const PROGRAM = `return await tools.mail.send({ to: 'ada' })`;

type Call = (shed: Toolshed, execution: string) => unknown;

const METHODS: readonly (readonly [name: string, call: Call, message: string])[] = [
  ['execute', (shed) => shed.execute(given(5)), 'Cannot start the execution: "program" must be the text of a program'],
  ['start', (shed) => shed.start(given(undefined)), 'Cannot start the execution: "program" is missing'],
  ['fork', (shed) => shed.fork('elic_x', given(5)), 'Cannot start the side quest: "program" must be the text'],
  [
    'cancel, reason',
    (shed, id) => shed.cancel(id, given(5)),
    'Cannot cancel the execution: "reason" must be a text, got 5',
  ],
  ['cancel, by', (shed, id) => shed.cancel(id, 'x', given('ada')), '"by" must be a person or an agent, such as {'],
  ['takeOver', (shed, id) => shed.takeOver(id, given('ada')), 'Cannot take over the execution: "by" must be a person'],
  ['retire', (shed, id) => shed.retire(id, given(5)), 'Cannot retire the execution: "keep" must be a function'],
  [
    'eventsAfter, text',
    (shed) => shed.eventsAfter(given('x')),
    'Cannot read events: "position" must be a whole number',
  ],
  ['eventsAfter, NaN', (shed) => shed.eventsAfter(Number.NaN), '"position" must be a whole number of at least 0'],
  ['eventsAfter, -5', (shed) => shed.eventsAfter(-5), '"position" must be a whole number of at least 0, got -5'],
  ['eventsAfter, nothing', (shed) => shed.eventsAfter(given(undefined)), '"position" is missing'],
  ['prune, text', (shed) => shed.prune(given('30d')), 'Cannot prune executions: "olderThanMs" must be a number'],
  ['prune, NaN', (shed) => shed.prune(Number.NaN), '"olderThanMs" must be a number of at least 0'],
  ['prune, -1', (shed) => shed.prune(-1), '"olderThanMs" must be a number of at least 0, got -1'],
  [
    'grants.revoke',
    (shed) => shed.grants.revoke(given('grant_x'), given(5)),
    '"by" must be the name of somebody, got 5',
  ],
  [
    'grants.revoke, object',
    (shed) => shed.grants.revoke(given('grant_x'), given({ a: 1 })),
    '"by" must be the name of',
  ],
  [
    'grants.clear',
    (shed) => shed.grants.clear('s', given(5)),
    'Cannot clear grants: "by" must be the name of somebody',
  ],
  [
    'secrets.remove',
    (shed) => shed.secrets.remove(given(5)),
    'Cannot remove the secret: "nameOrHandle" must be a text',
  ],
  ['secrets.clear', (shed) => shed.secrets.clear(given(5)), 'Cannot clear secrets: "session" must be a text, got 5'],
  ['catalog.search', (shed) => shed.catalog.search(given(5)), 'Cannot search the tools: "query" must be a text, got 5'],
  ['changes.subscribe', (shed) => shed.changes.subscribe(given('x')), '"listener" must be a function (change) => void'],
  ['changes, key', (shed) => shed.changes.watch(given({ execution: [] })), '"execution" is not known; did you mean'],
  ['changes, ids', (shed) => shed.changes.watch(given({ executions: 'exec_x' })), '"executions" must be a list'],
  [
    'changes, list',
    (shed) => shed.changes.watch(given({ kinds: ['asked'] })),
    '"kinds" must be a Set of kinds of entries',
  ],
  [
    'changes, kind',
    (shed) => shed.changes.watch(given({ kinds: new Set(['askd']) })),
    '"kinds" must be a Set of kinds',
  ],
];

const emptyStore = { journal: {}, grants: {}, owners: {}, audit: {} };
const page = { message: 'Sign in', url: 'https://x.org/', elicitationId: 'flow_0123456789abcdef' };
const tokens = createTokenFolder({ home: '/nowhere' });

const FUNCTIONS: readonly (readonly [name: string, call: () => unknown, message: string])[] = [
  [
    'engine, policy',
    () => new ElicitationEngine(given({ policy: [] })),
    'Cannot create the engine: "policy" is not known',
  ],
  [
    'engine, verdict',
    () => new ElicitationEngine(given({ rules: [{ pattern: 'a.*', verdict: 'maybe' }] })),
    '"rules.0.verdict" must be "allow", "ask" or "deny", got "maybe"',
  ],
  [
    'engine, pattern',
    () => new ElicitationEngine(given({ rules: [{ patern: 'a.*', verdict: 'ask' }] })),
    '"rules.0.patern" is not known; did you mean "pattern"?',
  ],
  ['engine, onPause', () => new ElicitationEngine(given({ onPause: 5 })), '"onPause" must be a function'],
  ['openVault', () => openVault(given(undefined)), 'Cannot open the vault: "vault" is missing'],
  [
    'openVault, key',
    () => openVault(given({ fil: 'x' })),
    'Cannot open the vault: "vault" must be "memory", { file, key }',
  ],
  ['elicitUrl', () => elicitUrl({ ...page, url: 'ftp://x' }), 'Cannot send a person to a page: "url" must be https'],
  ['requireUrl', () => requireUrl(given(5)), 'Cannot require a page: "elicitations" must be a list of pages to visit'],
  [
    'createToolCatalog',
    () => createToolCatalog(given(5)),
    'Cannot create the catalog: "tools" must be a list of tools',
  ],
  ['createToolCatalog, entry', () => createToolCatalog(given([{}])), '"tools.0" must be a tool or a plugin'],
  [
    'mcpFormOf',
    () => mcpFormOf(given(undefined)),
    'Cannot make the form: "document" is missing: it must be a JSON Schema',
  ],
  ['decide', () => decide(given(undefined)), 'Cannot decide about the call: the options must be an object'],
  ['store', () => openToolshed(given({ tools: [], store: emptyStore })), '"store" must be "memory", { sqlite:'],
  [
    'createTokenFolder',
    () => createTokenFolder(given(undefined)),
    'Cannot open the tokens: the options must be an object',
  ],
  [
    'createTokenFolder, key',
    () => createTokenFolder(given({ homes: 'x' })),
    '"homes" is not known; did you mean "home"?',
  ],
  ['tokens.create', () => tokens.create(given({})), 'Cannot create the token: "kind" is missing'],
  [
    'tokens.create, session',
    () => tokens.create(given({ kind: 'agent', name: 'x' })),
    '"session" is missing: it must be',
  ],
  [
    'tokens.create, key',
    () => tokens.create(given({ kind: 'approver', name: 'x', expire: 5 })),
    '"expire" is not known',
  ],
];

describe('wrong arguments', () => {
  let mail: MailShed;
  let execution: string;
  beforeAll(async () => {
    mail = await openMailShed();
    execution = (await mail.shed.execute(PROGRAM)).executionId;
  });
  afterAll(() => mail[Symbol.asyncDispose]());
  const expectRefusal = async (work: () => unknown, message: string): Promise<void> => {
    const error = await (async () => await work())().then(
      () => 'no error',
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InvalidOptionsError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
  };

  verifies.each('input/strict-arguments', METHODS)('are named by every method: %s', async (_name, call, message) => {
    await expectRefusal(() => call(mail.shed, execution), message);
  });

  verifies.each('input/strict-arguments', FUNCTIONS)(
    'are named by every function: %s',
    async (_name, call, message) => {
      await expectRefusal(call, message);
    },
  );

  verifies('input/strict-arguments', 'change nothing, and leave the audit log whole', async () => {
    expect(await mail.shed.get(execution)).toMatchObject({ status: 'paused' });
    expect(await mail.shed.audit.verify()).toMatchObject({ kind: 'intact' });
  });

  verifies('input/closed', 'events and progress of a closed host end at once, without an error', async () => {
    const { shed } = await openMailShed();
    await shed[Symbol.asyncDispose]();
    expect([await shed.events().next(), await shed.progress().next()]).toMatchObject([{ done: true }, { done: true }]);
  });
});
