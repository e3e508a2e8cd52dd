// A program that has ended issues nothing more; what it issued before is done as the gate said.

import type { Attack } from '../attack.ts';

const wrote = { path: 'notes.write', args: { late: false } };

export const LATE_CALLS: readonly Attack[] = [
  {
    name: 'from a chain of microtasks that outlives the return',
    program: `(async () => { for (let i = 0; i < 100; i++) await null; await tools.notes.write({ late: true }) })(); return 'over'`,
    returns: 'over',
  },
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
    name: 'after a sleep nobody awaits',
    program: `sleep(1).then(() => tools.notes.write({ late: true })); return 'over'`,
    returns: 'over',
  },
  {
    name: 'when an unawaited call returns',
    program: `tools.notes.write({ late: false }).then(() => tools.vault.read({ late: true })); return 'over'`,
    calls: [wrote],
    returns: 'over',
  },
  {
    name: 'when an unawaited call fails',
    program: `tools.notes.refuse({}).catch(() => tools.notes.write({ late: true })); return 'over'`,
    calls: [{ path: 'notes.refuse', args: {} }],
    returns: 'over',
  },
  {
    name: 'after a throw',
    program: `(async () => { for (let i = 0; i < 100; i++) await null; await tools.notes.write({ late: true }) })(); throw new Error('over')`,
    fails: 'program/failed',
  },
  {
    name: 'from the finally of a generator that is never closed',
    program: `async function* g() { try { yield 1 } finally { await tools.notes.write({ late: true }) } }
      const it = g(); await it.next(); (async () => { for (let i = 0; i < 100; i++) await null; await it.return() })(); return 'over'`,
    returns: 'over',
  },
  {
    name: 'a second end',
    program: `(async () => { for (let i = 0; i < 100; i++) await null; throw new Error('second') })(); setTimeout(() => { throw new Error('third') }, 1); return 'first'`,
    returns: 'first',
  },
  {
    name: 'prints and emits after the end',
    program: `(async () => { for (let i = 0; i < 100; i++) await null; console.log('late'); emit('late') })(); return 'over'`,
    returns: 'over',
  },
  {
    name: 'a destructive call not awaited still asks',
    program: `tools.notes.delete({ file: 'draft' }); return 'over'`,
    asks: [{ path: 'notes.delete', args: { file: 'draft' } }],
  },
  {
    name: 'a question not awaited, then a call when it is answered',
    program: `tools.notes.delete({ file: 'draft' }).then(() => tools.vault.read({ late: true })); return 'over'`,
    approves: true,
    asks: [{ path: 'notes.delete', args: { file: 'draft' } }],
    calls: [{ path: 'notes.delete', args: { file: 'draft' } }],
    returns: 'over',
  },
];
