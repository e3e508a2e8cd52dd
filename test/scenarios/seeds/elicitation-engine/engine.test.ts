// The elicitation engine by itself: its lifecycle, its methods and its session approvals.

import { defineTool, ElicitationEngine, type PendingElicitation, ToolDeniedError } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const createIssue = defineTool({
  path: 'github.issues.create',
  description: 'Create an issue',
  input: z.object({ owner: z.string(), repo: z.string(), title: z.string() }),
  destructive: true,
  message: ({ title, owner, repo }) => `Create issue "${title}" in ${owner}/${repo}?`,
  handler: () => ({ number: 1 }),
});
const listIssues = defineTool({
  path: 'github.issues.list',
  description: 'List issues',
  input: z.object({}),
  destructive: false,
  handler: () => [],
});
const args = { owner: 'ada', repo: 'engine', title: 'Hello' };

function watchedEngine(): { readonly engine: ElicitationEngine; readonly seen: PendingElicitation[] } {
  const seen: PendingElicitation[] = [];
  return { engine: new ElicitationEngine({ onPause: (elicitation) => seen.push(elicitation) }), seen };
}

/** Whether a promise is still open, after everything that could settle it had its turn. */
const isOpen = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(
      () => false,
      () => false,
    ),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(true))),
  ]);

describe('the lifecycle in an engine', () => {
  verifies('kernel/engine', 'goes from the gate to onPause, to resolve, and on', async () => {
    const { engine, seen } = watchedEngine();
    const gated = engine.gate(createIssue, args);
    shows('engine/gate-takes-definition', seen[0]).toMatchObject({ toolPath: 'github.issues.create', args });
    shows('engine/creates-pending', engine.getAllPending()).toHaveLength(1);
    shows('engine/fires-on-pause', seen).toEqual(engine.getAllPending());
    shows('engine/holds-promise', await isOpen(gated)).toBe(true);
    engine.resolve(seen[0]?.executionId ?? '', true);
    await shows('engine/resolve-fulfils', gated).resolves.toBeUndefined();
  });

  verifies('kernel/engine', 'prints what it asks, as the sample does', () => {
    const printed: string[] = [];
    const engine = new ElicitationEngine({
      onPause: (elicitation) => {
        printed.push(`Approval needed: ${elicitation.message}`);
      },
    });
    shows('engine/class', engine).toBeInstanceOf(ElicitationEngine);
    void engine.gate(createIssue, args);
    shows('engine/sample-on-pause', printed).toEqual(['Approval needed: Create issue "Hello" in ada/engine?']);
  });
});

describe('the key methods', () => {
  verifies('kernel/engine', 'gate what destroys, and let the rest pass at once', async () => {
    const { engine, seen } = watchedEngine();
    await shows('engine/gate-safe', engine.gate(listIssues, {})).resolves.toBeUndefined();
    expect(seen).toEqual([]);
    const gated = engine.gate(createIssue, args);
    engine.resolve(seen[0]?.executionId ?? '', false);
    await shows('engine/gate-gates', gated).rejects.toThrow(ToolDeniedError);
  });

  verifies('kernel/engine', 'show what waits, and resolve it once', () => {
    const { engine, seen } = watchedEngine();
    expect(engine.hasPending()).toBe(false);
    void engine.gate(createIssue, args);
    void engine.gate(createIssue, { ...args, title: 'Two' });
    const [first, second] = seen;
    shows('engine/get-all-pending', engine.getAllPending()).toEqual([first, second]);
    shows('engine/get-pending', engine.getPending(second?.executionId ?? '')).toBe(second);
    expect(engine.getPending('exec_other')).toBeUndefined();
    shows('engine/has-pending', engine.hasPending()).toBe(true);
    shows('engine/resolve-true', engine.resolve(first?.executionId ?? '', true)).toBe(true);
    shows('engine/resolve-false', engine.resolve(first?.executionId ?? '', true)).toBe(false);
    expect(engine.getAllPending()).toEqual([second]);
  });
});

describe('session approvals of an engine', () => {
  verifies('kernel/engine', 'let later calls of that path pass, until they are cleared', async () => {
    const { engine, seen } = watchedEngine();
    engine.addSessionApproval('github.issues.create');
    shows('engine/is-approved', engine.isSessionApproved('github.issues.create')).toBe(true);
    expect(engine.isSessionApproved('github.issues.close')).toBe(false);
    await shows('engine/sample-approval', engine.gate(createIssue, args)).resolves.toBeUndefined();
    await shows('engine/add-approval', engine.gate(createIssue, { ...args, title: 'Two' })).resolves.toBeUndefined();
    expect(seen).toEqual([]);
    engine.clearSessionApprovals();
    shows('engine/clear-approvals', engine.isSessionApproved('github.issues.create')).toBe(false);
    void engine.gate(createIssue, args);
    expect(seen).toHaveLength(1);
  });
});

describe('elicit of an engine', () => {
  verifies('kernel/engine', 'asks for an approval by default, and tells whether it was given', async () => {
    const { engine, seen } = watchedEngine();
    const asked = engine.elicit({ toolPath: 'github.issues.create', message: 'Create it?', args });
    shows('engine/type-default', seen[0]?.type).toBe('approval');
    engine.resolve(seen[0]?.executionId ?? '', true);
    shows('engine/response-approved', (await asked).approved).toBe(true);
    const refused = engine.elicit({ toolPath: 'github.issues.create', message: 'Create it?' });
    engine.resolve(seen[1]?.executionId ?? '', false);
    shows('engine/approval', await refused).toMatchObject({ approved: false, action: 'decline' });
    expect(seen[0]?.executionId).not.toBe(seen[1]?.executionId);
  });

  verifies('kernel/engine', 'collects data with a form', async () => {
    const { engine, seen } = watchedEngine();
    const asked = engine.elicit({ toolPath: 'github.issues.create', message: 'Which label?', type: 'form' });
    shows('engine/resolve-data', engine.resolve(seen[0]?.executionId ?? '', true, { label: 'bug' })).toBe(true);
    shows('engine/response-data', (await asked).data).toEqual({ label: 'bug' });
  });

  verifies('kernel/engine', 'needs a message, and no path', async () => {
    const { engine, seen } = watchedEngine();
    await shows('engine/message', engine.elicit(JSON.parse('{ "toolPath": "a.b" }'))).rejects.toThrow(/message/);
    expect(seen).toEqual([]);
    void engine.elicit({ message: 'Really?' });
    expect(seen).toMatchObject([{ message: 'Really?' }]);
  });
});
