// Seed 001_e55235a83244a77d.txt: the ElicitationEngine by itself, section by section.

import { defineTool, ElicitationEngine, type PendingElicitation, ToolDeniedError } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../support/verifies.ts';

const createIssue = defineTool({
  path: 'github.issues.create',
  description: 'Create an issue',
  input: z.object({ owner: z.string(), repo: z.string(), title: z.string() }),
  destructive: true,
  message: ({ title, owner, repo }) => `Create issue "${title}" in ${owner}/${repo}?`,
  handler: () => ({ number: 1 }),
});
const args = { owner: 'ada', repo: 'engine', title: 'Hello' };

function watchedEngine(): { readonly engine: ElicitationEngine; readonly seen: PendingElicitation[] } {
  const seen: PendingElicitation[] = [];
  return { engine: new ElicitationEngine({ onPause: (elicitation) => seen.push(elicitation) }), seen };
}

describe('the elicitation lifecycle', () => {
  verifies('kernel/engine');

  it('pauses a destructive call, tells onPause, and goes on when it is resolved', async () => {
    const { engine, seen } = watchedEngine();
    const gated = engine.gate(createIssue, args);
    expect(seen).toMatchObject([
      { toolPath: 'github.issues.create', message: 'Create issue "Hello" in ada/engine?', args, type: 'approval' },
    ]);
    expect(engine.hasPending()).toBe(true);
    expect(engine.resolve(seen[0]?.executionId ?? '', true)).toBe(true);
    await expect(gated).resolves.toBeUndefined();
    expect(engine.hasPending()).toBe(false);
  });

  it('throws on a denial', async () => {
    const { engine, seen } = watchedEngine();
    const gated = engine.gate(createIssue, args);
    engine.resolve(seen[0]?.executionId ?? '', false);
    await expect(gated).rejects.toThrow(ToolDeniedError);
  });

  it('returns at once for safe tools', async () => {
    const { engine, seen } = watchedEngine();
    await engine.gate({ path: 'github.issues.list', destructive: false }, {});
    expect(seen).toEqual([]);
  });
});

describe('the key methods', () => {
  it('resolve returns false when nothing is pending', () => {
    expect(new ElicitationEngine().resolve('exec_nothing', true)).toBe(false);
  });

  it('getPending, getAllPending and hasPending show what waits', () => {
    const { engine, seen } = watchedEngine();
    void engine.gate(createIssue, args);
    void engine.gate(createIssue, { ...args, title: 'Two' });
    expect(engine.getAllPending()).toEqual(seen);
    expect(engine.getPending(seen[1]?.executionId ?? '')).toBe(seen[1]);
    expect(engine.getPending('exec_other')).toBeUndefined();
  });
});

describe('session approvals', () => {
  it('let future calls of that path pass without pausing, until they are cleared', async () => {
    const { engine, seen } = watchedEngine();
    engine.addSessionApproval('github.issues.create');
    expect(engine.isSessionApproved('github.issues.create')).toBe(true);
    expect(engine.isSessionApproved('github.issues.close')).toBe(false);
    await engine.gate(createIssue, args);
    expect(seen).toEqual([]);
    engine.clearSessionApprovals();
    expect(engine.isSessionApproved('github.issues.create')).toBe(false);
    void engine.gate(createIssue, args);
    expect(seen).toHaveLength(1);
  });
});

describe('elicit', () => {
  it('asks for an approval by default and says whether it was given', async () => {
    const { engine, seen } = watchedEngine();
    const asked = engine.elicit({ toolPath: 'github.issues.create', message: 'Create it?', args });
    expect(seen[0]?.type).toBe('approval');
    engine.resolve(seen[0]?.executionId ?? '', true);
    expect(await asked).toMatchObject({ executionId: seen[0]?.executionId, approved: true });
  });

  it('collects data with a form', async () => {
    const { engine, seen } = watchedEngine();
    const asked = engine.elicit({ toolPath: 'github.issues.create', message: 'Which label?', type: 'form' });
    engine.resolve(seen[0]?.executionId ?? '', true, { label: 'bug' });
    expect(await asked).toMatchObject({ approved: true, data: { label: 'bug' } });
  });

  it('says so when it was refused, without throwing', async () => {
    const { engine, seen } = watchedEngine();
    const asked = engine.elicit({ toolPath: 'a.b', message: 'Really?' });
    engine.resolve(seen[0]?.executionId ?? '', false);
    expect(await asked).toMatchObject({ approved: false, action: 'decline' });
  });
});
