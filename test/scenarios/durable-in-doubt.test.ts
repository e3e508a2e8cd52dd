import type { ExecutionId } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { type JobShed, openJobShed } from '../support/durable/jobs.ts';
import { leftBehind } from '../support/durable/revive.ts';
import { untilEntry } from '../support/durable/until.ts';
import { expectStatus } from '../support/expect-status.ts';
import { person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';

/** An approved handler that had started when its process died, found by another. */
async function inDoubt(
  tool: 'holdWrite' | 'holdTwice',
): Promise<{ host: JobShed; id: ExecutionId; key: string | undefined }> {
  await using dying = await openJobShed();
  const program = `try { return await tools.jobs.${tool}({ n: 1 }) } catch (error) { return error.code }`;
  const { executionId: id } = expectStatus(await dying.shed.execute(program), 'paused');
  const resumed = dying.shed.resume(id, true);
  await dying.jobs.held;
  const host = await openJobShed({ store: await leftBehind(dying.shed, id), wakes: false });
  await dying.shed.cancel(id);
  await resumed;
  return { host, id, key: dying.jobs.keys[0] };
}

describe('a call of unknown outcome', () => {
  verifies('crash/in-doubt', 'is asked about, and may be given its result by hand', async () => {
    const { host, id } = await inDoubt('holdWrite');
    await using found = host;
    const asked = expectStatus(await found.shed.resume(id, true), 'paused');
    expect(asked.paused).toMatchObject({ type: 'in-doubt', toolPath: 'jobs.holdWrite', args: { n: 1 } });
    expect((await found.shed.pending()).map(({ request }) => request.type)).toEqual(['in-doubt']);
    await expect(found.shed.resume(id, true)).rejects.toMatchObject({ code: 'elicitation/stale' });
    const { elicitationId } = asked.paused;
    await expect(found.shed.resume(elicitationId, true)).rejects.toMatchObject({ code: 'answer/invalid' });
    const data = { do: 'result', value: { done: 'by hand' } };
    const given = await found.shed.resume(elicitationId, { approved: true, data });
    expect(given).toMatchObject({ value: { done: 'by hand' } });
    expect(found.jobs.done).toEqual([]);
  });

  verifies.each('crash/in-doubt', [
    ['a person decides that it fails', { approved: true, data: { do: 'fail' } }],
    ['the question is declined', { approved: false }],
  ])('fails if %s', async (_, answer) => {
    const { host, id } = await inDoubt('holdWrite');
    await using found = host;
    const { paused } = expectStatus(await found.shed.resume(id, true), 'paused');
    const done = await found.shed.resume(paused.elicitationId, answer);
    expect(done).toMatchObject({ status: 'completed', value: 'tool/in-doubt' });
    expect(found.jobs.done).toEqual([]);
  });

  verifies('crash/in-doubt', 'is repeated once if a person says so: another death asks again', async () => {
    const { host, id, key } = await inDoubt('holdWrite');
    await using found = host;
    const { paused } = expectStatus(await found.shed.resume(id, true), 'paused');
    const retried = found.shed.resume(paused.elicitationId, { approved: true, data: { do: 'retry' } });
    await found.jobs.held;
    expect(found.jobs.keys).toEqual([key]);

    await using next = await openJobShed({ store: await leftBehind(found.shed, id), wakes: false });
    const asked = expectStatus(await next.shed.resume(id, true), 'paused');
    expect(asked.paused.request).toMatchObject({ type: 'in-doubt', attempt: 2 });
    expect(next.jobs.done).toEqual([]);
    await found.shed.cancel(id);
    await retried;
  });

  verifies('crash/in-doubt', 'is repeated with the same key, without a question, if its tool may be', async () => {
    const { host, id, key } = await inDoubt('holdTwice');
    await using found = host;
    const resumed = found.shed.resume(id, true);
    await found.jobs.held;
    expect(found.jobs.keys).toEqual([key]);
    await found.shed.cancel(id);
    await resumed;
  });
});

describe('a call that was not decided to be safe', () => {
  verifies.each('crash/in-doubt', [
    ['a person was asked about', { verdict: 'ask' }, [undefined]],
    ['two people were asked about', { verdict: 'ask', approvals: 2 }, ['ada', 'bob']],
    ['a rule allowed', { verdict: 'allow' }, []],
  ] as const)('is in doubt though its tool is not destructive: %s', async (_, rule, approvers) => {
    const policy = [{ pattern: 'jobs.hold', ...rule }];
    await using dying = await openJobShed({ policy });
    const invoking = untilEntry(dying.shed, 'invoking');
    const running = dying.shed.execute('return await tools.jobs.hold({ n: 1 })');
    const ends = [running];
    for (const name of approvers) {
      const { executionId } = await running;
      const by = name === undefined ? {} : { by: person(name) };
      ends.push(dying.shed.resume(executionId, { approved: true, ...by }));
    }
    const { executionId: id } = await invoking;
    await dying.jobs.held;
    await using found = await openJobShed({ policy, store: await leftBehind(dying.shed, id), wakes: false });
    const asked = expectStatus(await found.shed.wake(id), 'paused');
    expect(asked.paused).toMatchObject({ type: 'in-doubt', toolPath: 'jobs.hold' });
    expect(found.jobs.done).toEqual([]);
    await dying.shed.cancel(id);
    await Promise.all(ends);
  });
});

describe('a handler that asks', () => {
  verifies('crash/in-doubt', 'one that has not acted runs again after a crash, with the recorded answer', async () => {
    await using dying = await openJobShed();
    const paused = expectStatus(await dying.shed.execute('return await tools.jobs.ask({ n: 1 })'), 'paused');
    await using host = await openJobShed({ store: await leftBehind(dying.shed, paused.executionId) });
    const data = 'ada';
    const done = expectStatus(
      await host.shed.resume(paused.paused.elicitationId, { approved: true, data }),
      'completed',
    );
    expect(done.value).toEqual({ done: 'ask 1', action: 'accept', data: 'ada' });
    expect([...dying.jobs.done, ...host.jobs.done]).toEqual(['ask 1']);
    const asked = (await host.shed.journal(paused.executionId)).filter(({ kind }) => kind === 'asked');
    expect(asked).toHaveLength(1);
  });

  verifies('crash/in-doubt', 'two things at once gets both answers', async () => {
    await using host = await openJobShed();
    const paused = expectStatus(await host.shed.execute('return await tools.jobs.askTwice({ n: 1 })'), 'paused');
    const [first, second] = paused.pending;
    const half = await host.shed.resume(second?.elicitationId ?? '', { approved: true, data: 'two' });
    expect(expectStatus(half, 'paused').pending).toHaveLength(1);
    const done = await host.shed.resume(first?.elicitationId ?? '', { approved: true, data: 'one' });
    expect(done).toMatchObject({ status: 'completed', value: { done: 'askTwice 1', names: ['one', 'two'] } });
  });

  verifies('crash/in-doubt', 'one that began to act before it asked is in doubt after a crash', async () => {
    await using dying = await openJobShed();
    const asking = untilEntry(dying.shed, 'asked');
    const paused = expectStatus(await dying.shed.execute('return await tools.jobs.askMidway({ n: 1 })'), 'paused');
    await asking;
    await using host = await openJobShed({ store: await leftBehind(dying.shed, paused.executionId), wakes: false });
    const { elicitationId } = paused.paused;
    const doubt = expectStatus(await host.shed.resume(elicitationId, { approved: true, data: 'rest' }), 'paused');
    expect(doubt.pending.map(({ type }) => type)).toEqual(['in-doubt']);
    expect(host.jobs.done).toEqual([]);
    const retried = await host.shed.resume(doubt.paused.elicitationId, { approved: true, data: { do: 'retry' } });
    expect(retried).toMatchObject({ status: 'completed', value: { done: 'askMidway 1', name: 'rest' } });
  });
});
