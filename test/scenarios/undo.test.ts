import { defineTool, type Tool } from '@toolshed/kernel';
import type { ExecutionResult, Toolshed } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

/** A board of notes: `pin` can be undone, unless the note stays; `shout` cannot. */
function boardTools(acts: string[]): readonly Tool[] {
  return [
    defineTool({
      path: 'board.pin',
      description: 'Pin a note',
      input: z.object({ note: z.string(), stays: z.boolean().default(false) }),
      output: z.object({ place: z.number() }),
      handler: (_context, { note }) => {
        acts.push(`pin ${note}`);
        return { place: note.length };
      },
      revertible: ({ stays }) => !stays,
      revert: (_context, { note }, { place }) => {
        acts.push(`unpin ${note} at ${place}`);
      },
    }),
    defineTool({
      path: 'board.shout',
      description: 'Shout',
      input: z.object({}),
      handler: () => {
        acts.push('shout');
      },
    }),
    defineTool({
      path: 'board.jam',
      description: 'Pin a note that cannot be taken off',
      input: z.object({}),
      handler: () => 1,
      revert: () => {
        throw new Error('it is stuck');
      },
    }),
  ];
}

async function approveAll(shed: Toolshed, begun: ExecutionResult, asked: string[] = []): Promise<ExecutionResult> {
  let result = begun;
  while (result.status === 'paused') {
    asked.push(result.paused.message);
    result = await shed.resume(result.paused.elicitationId, true);
  }
  return result;
}

const PROGRAM = `
  await tools.board.pin({ note: 'a' });
  await tools.board.shout({});
  await tools.board.pin({ note: 'bb' });
  await tools.board.pin({ note: 'ccc', stays: true });`;

describe('an undo', () => {
  verifies(
    'undo/newest-first',
    'reverts newest first, each a call that asks, and says what cannot be undone',
    async () => {
      const acts: string[] = [];
      await using shed = await openInThread({ tools: boardTools(acts), store: 'memory' });
      const done = await approveAll(shed, await shed.execute(PROGRAM));
      acts.length = 0;
      const asked: string[] = [];
      const undo = await shed.undo(done.executionId);
      expect(acts).toEqual([]);
      expect(undo).toMatchObject({
        status: 'paused',
        purpose: { kind: 'undo', of: done.executionId },
        paused: { toolPath: 'undo.board.pin', request: { preview: { value: { arguments: { note: 'bb' } } } } },
      });
      const result = await approveAll(shed, undo, asked);
      expect(asked).toEqual(['Undo board.pin (call 3)?', 'Undo board.pin (call 1)?']);
      expect(acts).toEqual(['unpin bb at 2', 'unpin a at 1']);
      expect(result).toMatchObject({
        value: {
          undone: [
            { call: 3, undone: true },
            { call: 1, undone: true },
          ],
          skipped: [
            { call: 4, path: 'board.pin', why: 'it cannot be undone' },
            { call: 2, path: 'board.shout', why: 'it cannot be undone' },
          ],
        },
      });
      await expect(shed.undo(done.executionId)).rejects.toMatchObject({ code: 'undo/nothing' });
      expect(acts).toHaveLength(2);
    },
  );

  verifies('undo/shown', 'is announced in the question about the call', async () => {
    await using shed = await openInThread({ tools: boardTools([]), store: 'memory' });
    const canUndo = async (program: string) => {
      const result = await shed.execute(program);
      const request = result.status === 'paused' ? result.paused.request : undefined;
      return request?.type === 'approval' && request.canUndo === true;
    };
    expect(await canUndo(`await tools.board.pin({ note: 'a' })`)).toBe(true);
    expect(await canUndo(`await tools.board.pin({ note: 'a', stays: true })`)).toBe(false);
    expect(await canUndo(`await tools.board.shout({})`)).toBe(false);
  });

  verifies('undo/once', 'takes up again what a person refused, and not what was reverted', async () => {
    const acts: string[] = [];
    await using shed = await openInThread({ tools: boardTools(acts), store: 'memory' });
    const done = await approveAll(shed, await shed.execute(PROGRAM));
    acts.length = 0;
    const first = await shed.undo(done.executionId);
    if (first.status !== 'paused') throw new Error('it asks');
    const second = await shed.resume(first.paused.elicitationId, false);
    expect((await shed.undo(done.executionId)).executionId).toBe(first.executionId);
    await approveAll(shed, second);
    expect(acts).toEqual(['unpin a at 1']);
    const again = await shed.undo(done.executionId);
    expect(again.executionId).not.toBe(first.executionId);
    await approveAll(shed, again);
    expect(acts).toEqual(['unpin a at 1', 'unpin bb at 2']);
    await expect(shed.undo(done.executionId)).rejects.toMatchObject({ code: 'undo/nothing' });
  });

  verifies('undo/once', 'reverts nothing again of which nobody knows whether it was reverted', async () => {
    const acts: string[] = [];
    const held = defineTool({
      path: 'board.hold',
      description: 'Pin a note whose taking off never ends',
      input: z.object({}),
      handler: () => 1,
      timeoutMs: 50,
      revert: async () => {
        acts.push('unpin');
        await new Promise<never>(() => undefined);
      },
    });
    await using shed = await openInThread({ tools: [held], store: 'memory' });
    const done = await approveAll(shed, await shed.execute('await tools.board.hold({})'));
    const undo = await shed.undo(done.executionId);
    const doubted = expectStatus(await shed.resume(undo.executionId, true), 'paused');
    expect(doubted.paused.type).toBe('in-doubt');
    const ended = expectStatus(
      await shed.resume(doubted.paused.elicitationId, { approved: true, data: { do: 'fail' } }),
      'completed',
    );
    expect(ended.value).toMatchObject({ undone: [{ call: 1, undone: false }] });
    await expect(shed.undo(done.executionId)).rejects.toMatchObject({
      code: 'undo/nothing',
      message: expect.stringContaining('has undone it or may have'),
    });
    expect(acts).toEqual(['unpin']);
  });

  verifies('undo/newest-first', 'asks what a revert asks, and cannot itself be undone', async () => {
    const acts: string[] = [];
    const asking = defineTool({
      path: 'board.ask',
      description: 'Pin a note that is taken off by name',
      input: z.object({}),
      handler: () => 1,
      revert: async ({ elicit }) => {
        acts.push(`unpin for ${String((await elicit({ type: 'text', message: 'Who are you?' })).content)}`);
      },
    });
    await using shed = await openInThread({ tools: [asking], store: 'memory' });
    const done = await approveAll(shed, await shed.execute('await tools.board.ask({})'));
    const undo = await shed.undo(done.executionId);
    const asks = expectStatus(await shed.resume(undo.executionId, true), 'paused');
    expect(asks.paused).toMatchObject({ asker: 'handler', message: 'Who are you?' });
    expectStatus(await shed.resume(asks.paused.elicitationId, { approved: true, data: 'ada' }), 'completed');
    expect(acts).toEqual(['unpin for ada']);
    await expect(shed.undo(undo.executionId)).rejects.toMatchObject({ code: 'undo/nothing' });
  });

  verifies('undo/once', 'is one undo, however many hosts ask for it at once', async () => {
    using folder = newStoreFolder();
    const acts: string[] = [];
    const open = () => openInThread({ tools: boardTools(acts), store: { sqlite: folder.file }, wakes: false });
    await using first = await open();
    await using second = await open();
    const done = await approveAll(first, await first.execute(PROGRAM));
    acts.length = 0;
    const undos = await Promise.all([first, second, first, second].map((shed) => shed.undo(done.executionId)));
    expect(new Set(undos.map(({ executionId }) => executionId)).size).toBe(1);
    const [undo] = undos;
    if (undo?.status !== 'paused') throw new Error('it asks');
    const { elicitationId } = undo.paused;
    await Promise.allSettled([first, second].map((shed) => shed.resume(elicitationId, true)));
    await approveAll(second, await second.get(undo.executionId));
    expect(acts).toEqual(['unpin bb at 2', 'unpin a at 1']);
  });

  verifies(
    'undo/newest-first',
    'is refused before the execution has ended, and ends at a revert that fails',
    async () => {
      const acts: string[] = [];
      await using shed = await openInThread({ tools: boardTools(acts), store: 'memory' });
      const paused = await shed.execute(`await tools.board.pin({ note: 'a' }); await tools.board.jam({});`);
      await expect(shed.undo(paused.executionId)).rejects.toMatchObject({ code: 'undo/not-ended' });
      const done = await approveAll(shed, paused);
      acts.length = 0;
      const undo = await approveAll(shed, await shed.undo(done.executionId));
      expect(undo).toMatchObject({ value: { undone: [{ call: 2, undone: false }] } });
      expect(acts).toEqual([]);
    },
  );

  verifies('undo/once', 'reverts the call that was asked about, and no other that an edit names', async () => {
    const acts: string[] = [];
    await using shed = await openInThread({ tools: boardTools(acts), store: 'memory' });
    const done = await approveAll(shed, await shed.execute(PROGRAM));
    acts.length = 0;
    const undo = await shed.undo(done.executionId);
    const args = { execution: done.executionId, call: 1 };
    await expect(shed.resume(undo.executionId, { approved: true, args })).rejects.toMatchObject({
      code: 'answer/edit-refused',
    });
    await approveAll(shed, undo);
    expect(acts).toEqual(['unpin bb at 2', 'unpin a at 1']);
  });

  verifies('undo/no-program', 'has a namespace that no tool and no saved program can take', async () => {
    const acts: string[] = [];
    const [tool] = boardTools(acts);
    const impostor = defineTool({ path: 'undo.board.pin', description: 'x', input: {}, handler: () => 'done' });
    await expect(openInThread({ tools: [impostor, ...(tool ? [tool] : [])], store: 'memory' })).rejects.toThrow(
      'is the namespace of reverts',
    );
    await using shed = await openInThread({ tools: boardTools(acts), store: 'memory' });
    const { executionId } = await shed.execute('return 1');
    for (const as of ['undo.board.pin', 'Undo.board', 'toolshed.store.set'])
      await expect(shed.programs.save(executionId, { as })).rejects.toThrow("is Toolshed's own");
    await expect(shed.undo('exec_unknown')).rejects.toMatchObject({ code: 'execution/unknown' });
  });

  verifies('undo/no-program', 'cannot be done by a program, whatever rules allow', async () => {
    const acts: string[] = [];
    const policy = [{ pattern: '**', verdict: 'allow' }] as const;
    await using shed = await openInThread({ tools: boardTools(acts), store: 'memory', policy });
    const done = await shed.execute(PROGRAM);
    acts.length = 0;
    const program = `await tools.undo.board.pin({ execution: '${done.executionId}', call: 1 })`;
    expect(await shed.execute(program)).toMatchObject({ status: 'failed', error: { code: 'tool/unknown' } });
    expect((await shed.plans.make(program)).stopped).toMatchObject({ code: 'tool/unknown' });
    expect(acts).toEqual([]);
    expect(await shed.undo(done.executionId)).toMatchObject({ status: 'completed' });
    expect(acts).toEqual(['unpin bb at 2', 'unpin a at 1']);
  });

  verifies('undo/newest-first', 'is refused by a host that lacks the tool of a newer call', async () => {
    const acts: string[] = [];
    using folder = newStoreFolder();
    const policy = [{ pattern: '**', verdict: 'allow' }] as const;
    const store = { sqlite: folder.file };
    const [pin, ...others] = boardTools(acts);
    await using whole = await openInThread({ tools: boardTools(acts), store, policy });
    const done = await whole.execute(`await tools.board.jam({}); await tools.board.pin({ note: 'a' });`);
    await using part = await openInThread({ tools: others, store, policy, wakes: false });
    await expect(part.undo(done.executionId)).rejects.toMatchObject({ code: 'tool/not-here', path: pin?.path });
    expect(acts).toEqual(['pin a']);
  });

  it('is denied by a rule about reverts', async () => {
    const acts: string[] = [];
    const policy = [{ pattern: 'undo.**', verdict: 'deny' }] as const;
    await using shed = await openInThread({ tools: boardTools(acts), store: 'memory', policy });
    const done = await approveAll(shed, await shed.execute(PROGRAM));
    acts.length = 0;
    expect(await shed.undo(done.executionId)).toMatchObject({
      value: { undone: [{ undone: false }, { undone: false }] },
    });
    expect(acts).toEqual([]);
  });
});
