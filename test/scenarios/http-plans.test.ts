// Plans and undo over HTTP, and on the command line beside it.

import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { type Answered, serveHost, type ServedHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const PlanReply = z.object({
  planId: z.string(),
  digest: z.string(),
  items: z.array(z.looseObject({ kind: z.string() })),
});

let host: ServedHost;
let agent: string;
let stranger: string;
let ada: string;

beforeAll(async () => {
  host = await serveHost({ config: { tools: { fs: {} } } });
  [agent, stranger, ada] = await Promise.all([host.agent('monday'), host.agent('tuesday'), host.approver('ada')]);
});
afterAll(() => host[Symbol.asyncDispose]());

const post = (path: string, body: object, token: string): Promise<Answered> => host.call('POST', path, { token, body });

describe('a plan over HTTP', () => {
  verifies('plan/person-approves', 'is made and read by its agent, and approved by a person alone', async () => {
    const program = `await tools.fs.write({ path: 'plan.txt', content: 'x' }); return 'done';`;
    const made = await post('/v1/plans', { program }, agent);
    expect(made).toMatchObject({ status: 201, body: { status: 'ready', items: [{ kind: 'call', path: 'fs.write' }] } });
    const { planId, digest } = PlanReply.parse(made.body);
    const path = `/v1/plans/${planId}`;
    expect(made.headers.get('location')).toBe(path);
    expect((await host.call('GET', path, { token: agent })).body).toMatchObject({ digest });
    expect(await host.call('GET', path, { token: stranger })).toMatchObject({ status: 404 });
    const approve = (shown: string, token: string) => post(`${path}/approve`, { shown }, token);
    expect(await approve(digest, agent)).toMatchObject({ status: 403, body: { code: 'access/approver-only' } });
    expect(await approve('0'.repeat(64), ada)).toMatchObject({ status: 409, body: { code: 'plan/changed' } });
    const run = await approve(digest, ada);
    expect(run).toMatchObject({
      status: 200,
      body: { status: 'completed', value: 'done', purpose: { kind: 'approved-plan', plan: planId } },
    });
    expect((await approve(digest, ada)).body.executionId).toBe(run.body.executionId);
  });

  verifies('undo/newest-first', 'is undone by a person alone, and each revert asks', async () => {
    const program = `
      await tools.fs.write({ path: 'from.txt', content: 'x' });
      await tools.fs.move({ from: 'from.txt', to: 'to.txt' });`;
    const plan = PlanReply.parse((await post('/v1/plans', { program }, agent)).body);
    let run = await post(`/v1/plans/${plan.planId}/approve`, { shown: plan.digest }, ada);
    // The file is not there in the plan, so that the preview of the move is another one now.
    if (run.body.status === 'paused')
      run = await post(`/v1/elicitations/${run.body.paused.elicitationId}/answer`, { approved: true }, ada);
    expect(run.body).toMatchObject({ status: 'completed' });
    const path = `/v1/executions/${run.body.executionId}/undo`;
    expect(await post(path, {}, agent)).toMatchObject({ status: 403 });
    const undo = await post(path, {}, ada);
    expect(undo.body).toMatchObject({
      status: 'paused',
      paused: { toolPath: 'undo.fs.move' },
      purpose: { kind: 'undo', of: run.body.executionId },
    });
    const undone = await post(`/v1/elicitations/${undo.body.paused.elicitationId}/answer`, { approved: true }, ada);
    expect(undone.body).toMatchObject({
      status: 'completed',
      value: {
        undone: [{ path: 'fs.move', undone: true }],
        skipped: [{ path: 'fs.write', why: 'it cannot be undone' }],
      },
    });
    expect(await post(path, {}, ada)).toMatchObject({ status: 409, body: { code: 'undo/nothing' } });
  });
});
