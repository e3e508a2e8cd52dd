import { JournalEntry } from '@toolshed/kernel';
import { fold } from '@toolshed/kernel/runtime';
import { describe, expect, it } from 'vitest';
import { nextAction, type Situation } from './next-action.js';

const started = {
  kind: 'started',
  format: 1,
  source: '',
  seed: 's',
  session: 'default',
  labels: {},
  engine: 'v8',
} as const;
const called = {
  kind: 'tool-called',
  call: 1,
  path: 'mail.send',
  digest: 'd',
  args: '{}',
  tool: 't',
  decision: { kind: 'ask', because: { kind: 'destructive' } },
};
const asked = {
  kind: 'asked',
  elicitation: 'elic_1',
  call: 1,
  asker: 'gate',
  digest: 'q',
  request: { type: 'approval', message: 'm' },
};
const timer = (due: number) => ({ kind: 'timer-set', call: 1, digest: '1', due });
const threw = { kind: 'threw', error: { name: 'Error', code: 'program/threw', message: 'no' } } as const;
const returned = { kind: 'returned', value: undefined } as const;

const stateAfter = (...facts: readonly object[]) =>
  fold([started, ...facts].map((entry, seq) => JournalEntry.parse({ seq, at: 1_000, ...entry })));
const choose = (situation: Partial<Situation>) =>
  nextAction({
    state: stateAfter(),
    failure: undefined,
    isStopped: false,
    leaving: 'no',
    outcomes: 0,
    writes: 0,
    isAwaited: false,
    isBusy: false,
    outcome: undefined,
    ending: undefined,
    hasLingered: false,
    lingerMs: 100,
    nearMs: 1_000,
    clock: { now: () => 1_000 },
    ...situation,
  });

describe('the next action of an execution', () => {
  it('is to give it up after a failure of this process, even if outcomes wait', () => {
    expect(choose({ failure: { error: 'lost' }, outcomes: 1 })).toEqual({ kind: 'fail', error: 'lost' });
  });

  it('is to hand it over once no handler works and what was done is delivered, unless its program went on alone', () => {
    const leaving = { leaving: 'asked', outcomes: 1 } as const;
    expect(choose({ ...leaving, isBusy: true })).toEqual({ kind: 'wait' });
    expect(choose({ ...leaving, writes: 1 })).toEqual({ kind: 'wait' });
    expect(choose(leaving)).toEqual({ kind: 'deliver' });
    expect(choose({ ...leaving, leaving: 'ahead' })).toEqual({ kind: 'hand-over' });
    expect(choose({ leaving: 'asked' })).toEqual({ kind: 'hand-over' });
    expect(choose({ leaving: 'asked', state: stateAfter(called, asked) })).toEqual({ kind: 'hand-over' });
  });

  it('is to end a program that is over rather than to hand it over', () => {
    expect(choose({ leaving: 'asked', outcome: returned })).toMatchObject({ kind: 'end' });
  });

  it('is to leave once it is stopped or has ended', () => {
    expect(choose({ isStopped: true, outcomes: 1 }).kind).toBe('leave');
    expect(choose({ state: stateAfter({ kind: 'completed' }), outcomes: 1 }).kind).toBe('leave');
  });

  it('is to deliver outcomes before anything else', () => {
    expect(choose({ outcomes: 1, outcome: returned, isBusy: true }).kind).toBe('deliver');
  });

  it('is to end it when its program has returned, although handlers are at work', () => {
    expect(choose({ outcome: returned, isBusy: true }).kind).toBe('end');
    expect(choose({ outcome: returned, isBusy: true, writes: 1 }).kind).toBe('wait');
  });

  it('is to end it as stalled when its program waits for nothing that can happen', () => {
    const action = choose({});
    expect(action.kind === 'end' && action.make(stateAfter())).toMatchObject([
      { kind: 'failed', error: { code: 'program/stalled' } },
    ]);
  });

  it('is to wait while a handler works or an answer is being written', () => {
    expect(choose({ state: stateAfter(called, asked), isBusy: true }).kind).toBe('wait');
    expect(choose({ state: stateAfter(called, asked), writes: 1 }).kind).toBe('wait');
  });

  it('is to give handlers that a returning program did not await a while, and then to end it', () => {
    expect(choose({ ending: returned, isBusy: true }).kind).toBe('linger');
    expect(choose({ ending: returned, isBusy: true, hasLingered: true }).kind).toBe('end');
    expect(choose({ state: stateAfter(called, asked), ending: returned, isBusy: true }).kind).toBe('wait');
  });

  it('is to withdraw the unanswered questions of a program that has thrown', () => {
    const state = stateAfter(called, asked);
    const action = choose({ state, outcome: threw, isBusy: true });
    expect(action.kind === 'withdraw' && action.make(state)).toMatchObject([{ kind: 'answered', call: 1 }]);
  });

  it('is to fire the timers of a program that has thrown, while a call of it is in doubt', () => {
    const inDoubt = { ...asked, asker: 'in-doubt', request: { type: 'in-doubt', message: 'm', attempt: 1 } };
    const allowed = { ...called, decision: { kind: 'allow', because: { kind: 'safe' } } };
    const invoking = { kind: 'invoking', call: 1, attempt: 1 };
    const state = stateAfter(allowed, invoking, inDoubt, { ...timer(9_000), call: 2 });
    expect(choose({ state, outcome: threw })).toEqual({ kind: 'fire', timers: [2] });
  });

  it('is to sleep for a timer that is near, and to be idle for one that is distant', () => {
    expect(choose({ state: stateAfter(timer(2_000)) })).toEqual({ kind: 'sleep', until: 2_000 });
    expect(choose({ state: stateAfter(timer(9_000)) })).toEqual({ kind: 'idle', wakeAt: 9_000 });
  });

  it('is to be idle when a person is asked, however near a timer is', () => {
    const state = stateAfter(called, asked, { ...timer(1_001), call: 2 });
    expect(choose({ state })).toEqual({ kind: 'idle', wakeAt: 1_001 });
  });

  it('journals what a handler waits for while it leaves, so that the handler can end', () => {
    const leaving = { leaving: 'ahead', isBusy: true, outcomes: 1 } as const;
    expect(choose(leaving)).toEqual({ kind: 'wait' });
    expect(choose({ ...leaving, isAwaited: true })).toEqual({ kind: 'journal' });
  });
});
