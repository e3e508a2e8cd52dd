// The judge of cluster runs, shown histories in which one thing is wrong: each is found, and by its name. What it shares
// with the judge of chaos runs is shown in test/crash/chaos-checker.test.ts.

import { ElicitationId, ExecutionId, type JournalEntry } from '@toolshed/kernel';
import { type NewEntry, timeUp } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import type { Effect } from '../support/chaos/effects.ts';
import { checkFences } from '../support/cluster/judge/check-fences.ts';
import { checkFollowers } from '../support/cluster/judge/check-followers.ts';
import { checkOnce } from '../support/cluster/judge/check-once.ts';
import { checkTimers } from '../support/cluster/judge/check-timers.ts';
import type { Lull } from '../support/cluster/node/lulls.ts';
import type { WitnessLine } from '../support/cluster/node/witness.ts';
import { verifies } from '../support/verifies.ts';

const ID = ExecutionId.parse('exec_one');
const QUESTION = ElicitationId.parse('elic_one');

describe('the judge of fences', () => {
  const leased = (node: string, sent: number): WitnessLine => ({
    kind: 'leased',
    node,
    sent,
    acked: sent + 10,
    lease: `lease of ${node}`,
    leaseMs: 1_000,
  });
  const claimed = (node: string, epoch: number, sent: number): WitnessLine => ({
    kind: 'claimed',
    node,
    sent,
    acked: sent + 10,
    execution: ID,
    lease: `lease of ${node}`,
    epoch,
  });
  const appended = (node: string, fence: number, sent: number): WitnessLine => ({
    kind: 'appended',
    node,
    sent,
    acked: sent + 10,
    execution: ID,
    from: 1,
    to: 1,
    fence,
    owner: `lease of ${node}`,
    epoch: fence,
  });

  verifies.each<readonly [string, readonly WitnessLine[]]>('cluster/judge', [
    ['a claim after the lease ended', [leased('a', 0), claimed('a', 1, 20), claimed('b', 2, 1_100)]],
    [
      'a claim after the lease was given up',
      [
        leased('a', 0),
        claimed('a', 1, 20),
        { kind: 'lease given up', node: 'a', sent: 100, acked: 100, lease: 'lease of a' },
        claimed('b', 2, 110),
      ],
    ],
    ['a claim of one’s own', [leased('a', 0), claimed('a', 1, 20), claimed('a', 2, 40)]],
    [
      'an append that was under way while another claimed',
      [claimed('a', 1, 0), appended('a', 1, 100), claimed('b', 2, 95)],
    ],
  ])('finds nothing wrong with %s', (_, witness) => {
    expect(checkFences({ witness })).toEqual([]);
  });

  verifies.each<readonly [string, readonly WitnessLine[], string]>('cluster/judge', [
    [
      'a claim while the lease of the owner ran',
      [leased('a', 0), claimed('a', 1, 20), claimed('b', 2, 900)],
      'b claimed it while the lease of a ran',
    ],
    [
      'a claim while the lease ran, which was given up later',
      [
        leased('a', 0),
        claimed('a', 1, 20),
        claimed('b', 2, 500),
        { kind: 'lease given up', node: 'a', sent: 600, acked: 600, lease: 'lease of a' },
      ],
      'b claimed it while the lease of a ran',
    ],
    [
      'an append under a claim that another one has ended',
      [claimed('a', 1, 0), claimed('b', 2, 50), appended('a', 1, 100)],
      'a appended under epoch 1 after b was given epoch 2',
    ],
  ])('finds %s', (_, witness, problem) => {
    expect(checkFences({ witness })).toEqual([`${ID}: ${problem}`]);
  });
});

describe('the judge of followers', () => {
  const order = [1, 2, 3].map((seq) => ({ position: 10 * seq, executionId: ID, seq }));
  const followed = (pages: readonly (readonly number[])[], through = 30, damaged = 0) => ({
    order,
    through: 30,
    followed: new Map([
      ['f', pages.map((seqs) => ({ through, seen: seqs.map((seq): [string, number] => [ID, seq]), damaged }))],
    ]),
  });

  verifies('cluster/judge', 'finds nothing wrong with one that saw everything once', () => {
    expect(checkFollowers(followed([[1, 2], [3]]))).toEqual([]);
  });

  verifies.each('cluster/judge', [
    ['one that skipped an entry', followed([[1], [3]]), 'missed 1 entries, the first of them exec_one 2'],
    [
      'one that saw an entry twice',
      followed([
        [1, 2],
        [2, 3],
      ]),
      'was shown 1 entries twice',
    ],
    ['one that saw them in another order', followed([[2, 1], [3]]), 'was shown exec_one 2 where exec_one 1 was due'],
    ['one that did not get there', followed([[1, 2]], 20), 'got to 20 of 30'],
    ['one that was shown damage', followed([[1, 2, 3]], 30, 1), '1 entries were shown as damaged'],
  ] as const)('finds %s', (_, history, problem) => {
    expect(checkFollowers(history)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('the judge of effects', () => {
  const invoking = (attempt: number): NewEntry => ({ kind: 'invoking', call: 1, attempt });
  const start = (facts: Partial<Effect> = {}): Effect => ({
    when: 'start',
    run: 'run',
    path: 'shop.charge',
    execution: ID,
    call: 1,
    attempt: 1,
    key: 'key',
    args: '{}',
    host: 'a',
    at: 1_000,
    ...facts,
  });
  const appendedBy = (node: string, seq: number): WitnessLine => ({
    kind: 'appended',
    node,
    sent: 0,
    acked: 0,
    execution: ID,
    from: seq,
    to: seq,
  });
  const history = (entries: readonly NewEntry[], effects: readonly Effect[], witness: readonly WitnessLine[] = []) => ({
    executions: [
      {
        id: ID,
        status: 'completed',
        entries: entries.map((entry, seq): JournalEntry => ({ ...entry, seq, at: 1_000 + 10 * seq })),
      },
    ],
    effects,
    witness,
  });

  verifies.each('cluster/judge', [
    ['a call that acted once', history([invoking(1)], [start()])],
    ['a second attempt after one that did nothing', history([invoking(1), invoking(2)], [start({ attempt: 2 })])],
    [
      'a repeated attempt with a key',
      history(
        [invoking(1), invoking(2)],
        [start({ path: 'shop.wire' }), start({ path: 'shop.wire', attempt: 2, host: 'b' })],
      ),
    ],
    [
      'an attempt that goes on after an answer',
      history([invoking(1), invoking(1)], [start()], [appendedBy('a', 0), appendedBy('a', 1)]),
    ],
  ] as const)('finds nothing wrong with %s', (_, whole) => {
    expect(checkOnce(whole)).toEqual([]);
  });

  verifies.each('cluster/judge', [
    [
      'a call that acted on two nodes',
      history([invoking(1), invoking(2)], [start(), start({ attempt: 2, host: 'b' })]),
      'acted 2 times, at a and b',
    ],
    [
      'a key that was not kept',
      history(
        [invoking(1), invoking(2)],
        [start({ path: 'shop.wire' }), start({ path: 'shop.wire', attempt: 2, key: 'other' })],
      ),
      'acted 2 times',
    ],
    ['an effect without its attempt', history([], [start()]), 'attempt 1 acted at a and is not in the journal'],
    [
      'an attempt that acted twice',
      history([invoking(1)], [start({ path: 'shop.save' }), start({ path: 'shop.save', host: 'b' })]),
      'one attempt acted twice',
    ],
    ['an attempt that was left out', history([invoking(1), invoking(3)], []), 'attempt 3 at call 1 follows 1'],
    [
      'one attempt of two nodes',
      history([invoking(1), invoking(1)], [], [appendedBy('a', 0), appendedBy('b', 1)]),
      'attempt 1 at call 1 is that of a and of b',
    ],
  ] as const)('finds %s', (_, broken, problem) => {
    expect(checkOnce(broken)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('the judge of timers', () => {
  const timer = (due: number): NewEntry => ({ kind: 'timer-set', call: 1, digest: '', due });
  const fired: NewEntry = { kind: 'fired', call: 1 };
  const expiring = (expiresAt: number): NewEntry => ({
    kind: 'asked',
    elicitation: QUESTION,
    call: 1,
    asker: 'program',
    digest: '',
    request: { type: 'text', message: 'Well?' },
    expiresAt,
  });
  const expired: NewEntry = { kind: 'answered', elicitation: QUESTION, call: 1, answer: timeUp('expired') };
  const claimed = (node: string, epoch: number): WitnessLine => ({
    kind: 'claimed',
    node,
    sent: 0,
    acked: 0,
    execution: ID,
    lease: `lease of ${node}`,
    epoch,
  });
  /** The second entry is written at 1,010. */
  const history = (
    entries: readonly NewEntry[],
    lulls: readonly Lull[] = [],
    witness: readonly WitnessLine[] = [claimed('a', 1), claimed('b', 2)],
  ) => ({
    executions: [
      {
        id: ID,
        status: 'completed',
        entries: entries.map((entry, seq): JournalEntry => ({ ...entry, seq, at: 1_000 + 10 * seq })),
      },
    ],
    witness,
    lulls,
  });

  verifies.each('cluster/judge', [
    ['a timer that fired in time', history([timer(1_005), fired])],
    ['a question that expired in time', history([expiring(1_005), expired])],
    [
      'a timer that was due while a node that drove it stood still',
      history([timer(-3_000), fired], [{ what: 'a', from: -2_900, to: 0 }]),
    ],
    [
      'a timer that was due while the database was away',
      history([timer(-3_000), fired], [{ what: 'database', from: -2_900, to: 0 }]),
    ],
    [
      'a timer that was due while a node stood still that claimed it and did not live to say so',
      history([timer(-3_000), fired], [{ what: 'c', from: -2_900, to: 0 }], [claimed('a', 1), claimed('b', 3)]),
    ],
  ] as const)('finds nothing wrong with %s', (_, whole) => {
    expect(checkTimers(whole)).toEqual([]);
  });

  verifies.each('cluster/judge', [
    ['a timer that fired twice', history([timer(1_005), fired, fired]), 'fired twice'],
    ['a timer that fired early', history([timer(2_000), fired]), 'early'],
    ['a timer that fired late', history([timer(-1_005), fired]), '2015 ms late, and what it needed stood still for 0'],
    ['a question that expired late', history([expiring(-1_005), expired]), 'expired 2015 ms late'],
    [
      'a timer that fired late while a node stood still that had nothing to do with it',
      history([timer(-1_005), fired], [{ what: 'c', from: -1_000, to: 1_000 }]),
      '2015 ms late, and what it needed stood still for 0',
    ],
    [
      'a timer that fired late though nodes that drove it stood still',
      history(
        [timer(-6_000), fired],
        [
          { what: 'a', from: -2_000, to: -500 },
          { what: 'b', from: -1_000, to: -400 },
          { what: 'b', from: 2_000, to: 3_000 },
        ],
      ),
      '7010 ms late, and what it needed stood still for 1600',
    ],
  ] as const)('finds %s', (_, broken, problem) => {
    expect(checkTimers(broken)).toEqual([expect.stringContaining(problem)]);
  });
});
