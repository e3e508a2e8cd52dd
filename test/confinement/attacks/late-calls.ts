// What a program left running continues until nothing is under way, through the same gate as the rest. Then it is over,
// and nothing it left behind issues anything.

import type { Attack } from '../attack.ts';

const wrote = { path: 'notes.write', args: { late: false } };

export const LATE_CALLS: readonly Attack[] = [
  {
    name: 'from a timer',
    program: `setTimeout(() => tools.notes.write({ late: true }), 1); return 'over'`,
    returns: 'over',
  },
  {
    name: 'from a repeated timer',
    program: `setInterval(() => tools.notes.write({ late: true }), 1); return 'over'`,
    returns: 'over',
  },
  {
    name: 'after a sleep that lost a race',
    program: `const nap = sleep(5); await Promise.race([nap, sleep(1)]); nap.then(() => tools.notes.write({ late: true })); return 'over'`,
    returns: 'over',
  },
  {
    name: 'when an unawaited call returns',
    program: `tools.notes.write({ late: false }).then(() => tools.notes.delete({ file: 'draft' })); return 'over'`,
    calls: [wrote],
    asks: [{ path: 'notes.delete', args: { file: 'draft' } }],
  },
  {
    name: 'when an unawaited call fails',
    program: `tools.notes.refuse({}).catch(() => tools.notes.delete({ file: 'draft' })); return 'over'`,
    calls: [{ path: 'notes.refuse', args: {} }],
    asks: [{ path: 'notes.delete', args: { file: 'draft' } }],
  },
  {
    name: 'after a throw',
    program: `(async () => { for (let i = 0; i < 100; i++) await null; await tools.notes.write({ late: true }) })(); throw new Error('over')`,
    fails: 'program/failed',
  },
  {
    name: 'a second end',
    program: `setTimeout(() => { throw new Error('third') }, 1); (async () => { await tools.notes.write({ late: false }); throw new Error('second') })(); return 'first'`,
    calls: [wrote],
    fails: 'program/failed',
  },
  {
    name: 'a destructive call not awaited still asks',
    program: `tools.notes.delete({ file: 'draft' }); return 'over'`,
    asks: [{ path: 'notes.delete', args: { file: 'draft' } }],
  },
  {
    name: 'a question not awaited, then a call when it is answered',
    program: `tools.notes.delete({ file: 'draft' }).then(() => tools.notes.write({ late: false })); return 'over'`,
    approves: true,
    asks: [{ path: 'notes.delete', args: { file: 'draft' } }],
    calls: [{ path: 'notes.delete', args: { file: 'draft' } }, wrote],
    returns: 'over',
  },
];
