// The judge of chaos runs, shown histories in which one thing is wrong: each is found, and by its name.

import { ElicitationId, ExecutionId, GrantId, type JournalEntry, toolPath } from '@toolshed/kernel';
import { canonicalJson, type NewEntry } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import { checkHistory } from '../support/chaos/check-history.ts';
import type { Effect } from '../support/chaos/effects.ts';
import type { History, Told } from '../support/chaos/history.ts';
import { verifies } from '../support/verifies.ts';

const ID = ExecutionId.parse('exec_one');
const ASKED = ElicitationId.parse('elic_one');
const DOUBT = ElicitationId.parse('elic_two');
const GRANT = GrantId.parse('grant_one');
const RUN = '00000000-0000-4000-8000-000000000000';
const ARGS = canonicalJson({ n: 1, ms: 0 });
const ADA = { principal: 'ada', kind: 'person', channel: 'host-0' } as const;
const CLOCK = { principal: 'toolshed', kind: 'runtime', channel: 'clock' } as const;

type Decision = Extract<JournalEntry, { kind: 'tool-called' }>['decision'];
const ASK: Decision = { kind: 'ask', because: { kind: 'destructive' } };
const BY_GRANT: Decision = { kind: 'allow', because: { kind: 'grant', grant: GRANT } };

const started: NewEntry = {
  kind: 'started',
  format: 1,
  source: '',
  seed: '',
  session: 's',
  labels: {},
  engine: '',
};
const called = (decision: Decision, path = 'shop.charge'): NewEntry => ({
  kind: 'tool-called',
  call: 1,
  path: toolPath(path),
  args: ARGS,
  tool: '',
  decision,
});
const request = { type: 'approval', message: 'Run it?' } as const;
const asked: NewEntry = { kind: 'asked', elicitation: ASKED, call: 1, asker: 'gate', digest: '', request };
const doubted: NewEntry = {
  kind: 'asked',
  elicitation: DOUBT,
  call: 1,
  asker: 'in-doubt',
  digest: '',
  request: { type: 'in-doubt', message: 'Again?', attempt: 1 },
};
const approved: NewEntry = {
  kind: 'answered',
  elicitation: ASKED,
  call: 1,
  answer: { action: 'accept', reason: 'tag 1', by: ADA },
};
const declined: NewEntry = { ...approved, answer: { action: 'decline', reason: 'tag 1', by: ADA } };
const retried: NewEntry = {
  kind: 'answered',
  elicitation: DOUBT,
  call: 1,
  answer: { action: 'accept', content: { do: 'retry' }, by: ADA },
};
const invoking = (attempt = 1): NewEntry => ({ kind: 'invoking', call: 1, attempt });
const returned: NewEntry = { kind: 'returned', call: 1, value: JSON.stringify(RUN) };
const threw: NewEntry = { kind: 'threw', call: 1, error: { name: 'E', code: 'tool/declined', message: '' } };
const completed = (value: string | undefined = JSON.stringify([RUN])): NewEntry => ({ kind: 'completed', value });

const APPROVED = [started, called(ASK), asked, approved, invoking(), returned, completed()];
const effect = (when: Effect['when'], facts: Partial<Effect> = {}): Effect => ({
  when,
  run: RUN,
  path: 'shop.charge',
  execution: ID,
  call: 1,
  attempt: 1,
  key: 'key 1',
  args: ARGS,
  host: 'host-0',
  at: 1_500,
  ...facts,
});
const ONCE = [effect('start'), effect('done')];
const OTHER = { run: RUN.replace('4', '5') };

function historyOf(entries: readonly NewEntry[], effects: readonly Effect[], more: Partial<History> = {}): History {
  const last = entries.findLast(({ kind }) => kind !== 'late-outcome')?.kind ?? '';
  const status = ['completed', 'failed', 'cancelled'].includes(last) ? last : 'running';
  const journal = entries.map((entry, seq): JournalEntry => ({ ...entry, seq, at: 1_000 + 10 * seq }));
  return {
    executions: [{ id: ID, status, entries: journal }],
    effects,
    asking: new Set(),
    told: [],
    givenUp: new Set(),
    hosts: new Map([['host-0', { policy: 'base', wasKilled: false }]]),
    usesLeft: new Map(),
    audit: [],
    ...more,
  };
}

const answer = (facts: Partial<Extract<Told, { kind: 'answered' }>> = {}): Told => ({
  kind: 'answered',
  elicitation: ASKED,
  tag: 'tag 1',
  approved: true,
  args: undefined,
  principal: 'ada',
  ...facts,
});

describe('the judge of chaos runs', () => {
  verifies.each<readonly [string, History]>('crash/chaos', [
    ['an approved call that ran once', historyOf(APPROVED, ONCE, { told: [answer()] })],
    [
      'a refused call that did not run',
      historyOf([started, called(ASK), asked, declined, threw, completed('["tool/declined"]')], []),
    ],
    [
      'a call in doubt that a person let run again',
      historyOf(
        [started, called(ASK), asked, approved, invoking(), doubted, retried, invoking(2), returned, completed()],
        [effect('start', OTHER), ...ONCE],
      ),
    ],
    [
      'an outcome that came after the end',
      historyOf(
        [
          ...APPROVED.slice(0, 5),
          { kind: 'cancelled', by: ADA },
          { kind: 'late-outcome', call: 1, attempt: 1, outcome: { kind: 'returned', value: JSON.stringify(RUN) } },
        ],
        ONCE,
      ),
    ],
    [
      'a host that died with what it knew',
      historyOf([...APPROVED.slice(0, 5), { kind: 'cancelled', by: ADA }], ONCE, {
        hosts: new Map([['host-0', { policy: 'base', wasKilled: true }]]),
      }),
    ],
  ])('finds nothing wrong with %s', (_, history) => {
    expect(checkHistory(history)).toEqual([]);
  });

  verifies.each<readonly [string, History, string]>('crash/chaos', [
    [
      'an effect that happened twice',
      historyOf(APPROVED, [...ONCE, effect('start', OTHER)]),
      'acted 2 times, 1 were allowed',
    ],
    [
      'a call in doubt that nobody let run again',
      historyOf(
        [started, called(ASK), asked, approved, invoking(), invoking(2), returned, completed()],
        [effect('start', OTHER), ...ONCE],
      ),
      'acted 2 times, 1 were allowed',
    ],
    [
      'more runs than attempts',
      historyOf(
        [started, called(ASK, 'shop.save'), asked, approved, invoking(), returned, completed()],
        [...ONCE, effect('start', OTHER)].map((one) => ({ ...one, path: 'shop.save' })),
      ),
      'acted 2 times in 1 attempts',
    ],
    [
      'an effect nobody approved',
      historyOf([started, called(ASK), asked, invoking(), returned, completed()], ONCE),
      'acted without an approval',
    ],
    [
      'an effect before its approval',
      historyOf(APPROVED, [effect('start', { at: 1_020 }), effect('done')]),
      'acted without an approval',
    ],
    [
      'an effect that was refused',
      historyOf([started, called(ASK), asked, declined, threw, completed('["tool/declined"]')], ONCE),
      'acted without an approval',
    ],
    [
      'an effect the gate denied',
      historyOf([started, called({ ...ASK, kind: 'deny' }), threw, completed('["tool/declined"]')], ONCE),
      'acted though the gate denied it',
    ],
    [
      'other arguments than approved',
      historyOf(
        [...APPROVED.slice(0, 3), { ...approved, args: canonicalJson({ n: 2, ms: 0 }) }, ...APPROVED.slice(4)],
        ONCE,
      ),
      'approved was {"ms":0,"n":2}',
    ],
    [
      'one approval of two',
      historyOf([started, called({ ...ASK, approvals: 2 }), asked, approved, invoking(), returned, completed()], ONCE),
      'acted with 1 of 2 approvals',
    ],
    [
      'an approval where the rules deny it',
      historyOf(
        [started, called(ASK, 'shop.ship'), ...APPROVED.slice(2)],
        ONCE.map((one) => ({ ...one, path: 'shop.ship' })),
        {
          hosts: new Map([['host-0', { policy: 'strict', wasKilled: false }]]),
        },
      ),
      'acted on an approval that host-0 denies',
    ],
    [
      'an outcome that vanished',
      historyOf([...APPROVED.slice(0, 5), { kind: 'cancelled', by: ADA }], ONCE),
      'did not journal what became of',
    ],
    ['a result nobody gave', historyOf(APPROVED, [effect('start'), effect('done', OTHER)]), 'which it never did'],
    [
      'an answer that was lost',
      historyOf(APPROVED, ONCE, { told: [answer({ tag: 'tag 2', approved: false })] }),
      'was acknowledged and is lost',
    ],
    [
      'an edit that was lost',
      historyOf(APPROVED, ONCE, { told: [answer({ tag: 'tag 2', args: canonicalJson({ n: 2 }) })] }),
      'was acknowledged and is lost',
    ],
    [
      'a start that was lost',
      historyOf(APPROVED, ONCE, { told: [{ kind: 'started', execution: 'exec_two', key: undefined }] }),
      'exec_two was acknowledged',
    ],
    [
      'a cancellation that was lost',
      historyOf(APPROVED.slice(0, 3), [], { told: [{ kind: 'cancelled', execution: ID }] }),
      'was cancelled and has not ended',
    ],
    [
      'a grant used too often',
      historyOf([started, called(BY_GRANT), invoking(), returned, completed()], ONCE, {
        told: [{ kind: 'granted', grant: GRANT, uses: 0 }],
      }),
      'let 1 calls pass and has 0 uses',
    ],
    [
      'a use nobody made',
      historyOf(APPROVED, ONCE, {
        told: [{ kind: 'granted', grant: GRANT, uses: 2 }],
        usesLeft: new Map([[GRANT, 1]]),
      }),
      'has 1 uses left after 0 of 2',
    ],
    [
      'a use after the grant was revoked',
      historyOf([started, called(BY_GRANT), invoking(), returned, completed()], ONCE, {
        told: [{ kind: 'revoked', grant: GRANT, at: 1_000 }],
      }),
      'after it was revoked',
    ],
    ['an execution that has not ended', historyOf(APPROVED.slice(0, 3), []), 'has not ended'],
    ['a question that is left over', historyOf(APPROVED, ONCE, { asking: new Set([ID]) }), 'still listed'],
    [
      'a journal that contradicts itself',
      historyOf([started, called(ASK), asked, returned, completed()], []),
      'does not fold',
    ],
    [
      'a journal that could not be replayed',
      historyOf([started, { kind: 'failed', error: { code: 'journal/diverged', message: '' } }], []),
      'failed with journal/diverged',
    ],
    [
      'a question that expired early',
      historyOf(
        [
          started,
          called(ASK),
          { ...asked, expiresAt: 9_000 },
          { ...declined, answer: { action: 'expired', by: CLOCK } },
          threw,
          completed('["tool/declined"]'),
        ],
        [],
      ),
      'expired before its time',
    ],
    [
      'a value the journal never delivered',
      historyOf([...APPROVED.slice(0, 6), completed('["something else"]')], ONCE),
      'the journal told it',
    ],
  ])('finds %s', (_, history, problem) => {
    expect(checkHistory(history).join('\n')).toContain(problem);
  });
});
