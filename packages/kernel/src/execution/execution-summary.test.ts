import { describe, expect, it } from 'vitest';
import { newElicitationId, newExecutionId } from '../ids.js';
import { JournalEntry } from '../journal/entry.js';
import { fold } from './advance.js';
import { ExecutionSummary, summarize } from './execution-summary.js';

const id = newExecutionId(0);
const started = { kind: 'started', format: 1, source: 's', seed: 's', session: 'chat-1', labels: {}, engine: 'v8' };

const summaryOf = (...facts: readonly object[]): ExecutionSummary => {
  const entries = facts.map((entry, seq) => JournalEntry.parse({ seq, at: 1_000 + seq, ...entry }));
  return ExecutionSummary.parse(summarize(id, fold(entries), 2_000));
};

const timer = (call: number, due: number) => ({ kind: 'timer-set', call, digest: 'd', due });
const question = (call: number, expiresAt?: number) => [
  { kind: 'elicit-called', call, digest: 'd' },
  {
    kind: 'asked',
    elicitation: newElicitationId(0),
    call,
    asker: 'program',
    digest: 'q',
    request: { type: 'text', message: 'm' },
    ...(expiresAt === undefined ? {} : { expiresAt }),
  },
];

describe('summarize', () => {
  it('tells of an execution that just started', () => {
    expect(summaryOf(started)).toEqual({
      id,
      status: 'running',
      session: 'chat-1',
      createdAt: 1_000,
      updatedAt: 2_000,
      calls: 0,
      openQuestions: 0,
      length: 1,
    });
  });

  it('names the agent, if there is one', () => {
    expect(summaryOf({ ...started, agent: 'triage' }).agent).toBe('triage');
  });

  it('wakes at the nearest timer or expiry', () => {
    expect(summaryOf(started, timer(1, 9_000), timer(2, 5_000)).wakeAt).toBe(5_000);
    expect(summaryOf(started, timer(1, 9_000), ...question(2, 4_000)).wakeAt).toBe(4_000);
    expect(summaryOf(started, ...question(1)).wakeAt).toBeUndefined();
  });

  it('counts calls and the questions that are still open', () => {
    const summary = summaryOf(started, ...question(1), ...question(2), { kind: 'parked' });
    expect(summary).toMatchObject({ status: 'paused', calls: 2, openQuestions: 2, length: 6 });
  });

  it('the summary of a failed execution says how it failed, and waits for nothing', () => {
    const error = { code: 'program/threw', message: 'no' };
    const summary = summaryOf(started, timer(1, 9_000), ...question(2, 4_000), { kind: 'failed', error });
    expect(summary).toMatchObject({ status: 'failed', error, openQuestions: 0 });
    expect(summary).not.toHaveProperty('wakeAt');
  });
});
