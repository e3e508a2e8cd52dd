// The elicitation lifecycle through a host, and `elicit()` in the handlers of its plugins.

import { definePlugin, defineTool } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../../../support/expect-status.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';
import { openInThread } from '../../../support/open-in-thread.ts';

const ARGS = { owner: 'ada', repo: 'engine', title: 'Notes' };
const CREATE = `return await tools.github.issues.create(${JSON.stringify(ARGS)})`;
const input = z.object({ owner: z.string(), repo: z.string(), title: z.string() });

/** A plugin whose tools are gated; what they did is in `created`. */
function gatedPlugin(created: string[]) {
  const tool = (path: string) =>
    defineTool({
      path,
      description: 'Creates something',
      input,
      destructive: true,
      message: ({ title }) => `Create "${title}"?`,
      handler: (_ctx, { title }) => {
        created.push(title);
        return { title };
      },
    });
  return definePlugin({ name: 'github', tools: [tool('github.issues.create'), tool('github.pulls.create')] });
}

/** The handler of the page’s sample, as it stands there. */
const asking = definePlugin({
  name: 'github',
  tools: [
    defineTool({
      path: 'github.issues.create',
      description: 'Create an issue',
      input,
      destructive: false,
      async handler(ctx, input) {
        const approval = await ctx.elicit({
          toolPath: 'github.issues.create',
          message: `Create issue "${input.title}" in ${input.owner}/${input.repo}?`,
          args: input,
          type: 'approval',
        });

        if (!approval.approved) {
          throw new Error('Issue creation denied by user');
        }

        return { title: input.title, approval };
      },
    }),
    defineTool({
      path: 'github.labels.choose',
      description: 'Choose labels',
      input: z.object({}),
      destructive: false,
      handler: (ctx) => ctx.elicit({ message: 'Which label?', type: 'form' }),
    }),
  ],
});

describe('a destructive call in a host', () => {
  verifies('pause/shape', 'pauses with what a person needs to decide, and runs once it is approved', async () => {
    const created: string[] = [];
    await using shed = await openInThread({ tools: [gatedPlugin(created)], store: 'memory' });
    const result = await shed.execute(CREATE);
    shows('engine/returns-at-pause', result.status).toBe('paused');
    const { executionId, paused, pending, calls } = expectStatus(result, 'paused');
    shows('engine/pauses', pending).toMatchObject([{ asker: 'gate', type: 'approval' }]);
    shows('engine/calls-by-path', calls).toMatchObject([{ path: 'github.issues.create', outcome: 'waiting' }]);
    shows('engine/paused-execution-id', paused.executionId).toBe(executionId);
    shows('engine/paused-tool-path', paused.toolPath).toBe('github.issues.create');
    shows('engine/paused-message', paused.message).toBe('Create "Notes"?');
    shows('engine/paused-args', paused.args).toEqual(ARGS);
    shows('engine/not-before', created).toEqual([]);
    const approved = await shed.resume(executionId, true);
    shows('engine/goes-on', approved).toMatchObject({ status: 'completed', value: { title: 'Notes' } });
    shows('engine/approved', created).toEqual(['Notes']);
    const second = await shed.execute(CREATE);
    expectStatus(await shed.resume(second.executionId, false), 'failed');
    shows('engine/denied', created).toEqual(['Notes']);
  });

  verifies('grants/scopes', 'passes where the session has approved its path', async () => {
    await using shed = await openInThread({ tools: [gatedPlugin([])], store: 'memory' });
    const inChat = { session: 'chat' };
    const { executionId } = await shed.execute(CREATE, inChat);
    await shed.resume(executionId, { approved: true, remember: 'session' });
    shows('engine/remembers', await shed.grants.list()).toMatchObject([{ pattern: 'github.issues.create' }]);
    shows('engine/approved-path-passes', (await shed.execute(CREATE, inChat)).status).toBe('completed');
    const other = CREATE.replace('issues', 'pulls');
    shows('engine/other-path-pauses', (await shed.execute(other, inChat)).status).toBe('paused');
    expect((await shed.execute(CREATE, { session: 'another' })).status).toBe('paused');
  });
});

describe('elicit() in the handler of a plugin', () => {
  verifies(['elicit/kinds', 'operators/defects'], 'asks for approval, and the handler proceeds or throws', async () => {
    await using shed = await openInThread({ tools: [asking], store: 'memory' });
    const first = expectStatus(await shed.execute(CREATE), 'paused');
    shows('engine/handler-asks', first.paused).toMatchObject({ asker: 'handler', type: 'approval' });
    shows('engine/one-object', first.paused.message).toBe('Create issue "Notes" in ada/engine?');
    shows('engine/args', first.paused.args).toEqual(ARGS);
    shows('engine/handler-waits', first.calls).toMatchObject([{ outcome: 'waiting' }]);
    const { value } = expectStatus(await shed.resume(first.executionId, true), 'completed');
    shows('engine/handler-proceeds', value).toMatchObject({ approval: { approved: true } });
    shows('engine/handler-arguments', value).toMatchObject({ title: 'Notes' });
    shows('engine/response-id', value).toMatchObject({
      approval: { executionId: first.executionId, elicitationId: first.paused.elicitationId },
    });

    const second = await shed.execute(CREATE);
    const { error } = expectStatus(await shed.resume(second.executionId, false), 'failed');
    expect(error).toMatchObject({ code: 'tool/failed', line: 1 });
    expect(JSON.stringify(error)).not.toContain('denied by user');
    const { calls } = await shed.get(second.executionId);
    shows('engine/handler-throws', calls[0]?.defect).toContain('Error: Issue creation denied by user');
  });

  verifies('elicit/kinds', 'collects data, and says which tool asks though its handler does not', async () => {
    await using shed = await openInThread({ tools: [asking], store: 'memory' });
    const asked = expectStatus(await shed.execute('return await tools.github.labels.choose({})'), 'paused');
    shows('engine/tool-path', asked.paused.toolPath).toBe('github.labels.choose');
    shows('engine/type-form', asked.paused.type).toBe('form');
    const data = { label: 'bug' };
    const { value } = expectStatus(await shed.resume(asked.executionId, { approved: true, data }), 'completed');
    shows('engine/form', value).toMatchObject({ approved: true, data });
  });
});
