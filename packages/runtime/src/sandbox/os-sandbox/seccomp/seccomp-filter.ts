// Turns a profile into the classic BPF program that the kernel runs before every syscall.
//
// The program is a straight line: architecture, x32, then one block per rule, then EPERM. A block returns whenever its
// number matches, so the accumulator still holds the syscall's number when the next block is reached, and no jump
// leaves its block.

import { type Condition, type SyscallRule, syscallRules } from './allowed-syscalls.js';
import { type FilterArch, SYSCALL_NUMBERS } from './syscall-numbers.js';

export type SeccompFilter =
  | { readonly kind: 'filter'; readonly bytes: Uint8Array }
  | { readonly kind: 'not-supported'; readonly because: string };

/** Stands before the worker's Node starts: given to bubblewrap, or installed by the launcher. */
export const launchFilter = (arch: string): SeccompFilter =>
  assemble(arch, (known) => program(known, syscallRules({ kind: 'launch' })));

/** Stacked on it by the worker itself; `pid` is its own, as it sees itself. */
export const runFilter = (arch: string, pid: number): SeccompFilter =>
  assemble(arch, (known) => program(known, syscallRules({ kind: 'run', pid })));

interface Instruction {
  readonly code: number;
  readonly ifTrue: number;
  readonly ifFalse: number;
  readonly k: number;
}

const AUDIT_ARCH = { x64: 0xc000_003e, arm64: 0xc000_00b7 } as const satisfies Record<FilterArch, number>;

const KILL_PROCESS = 0x8000_0000;
const ALLOW = 0x7fff_0000;
const FAIL = 0x0005_0000;
const EPERM = 1;
const ENOSYS = 38;

const NUMBER_AT = 0;
const ARCH_AT = 4;
const lowWordAt = (arg: number): number => 16 + 8 * arg;
const highWordAt = (arg: number): number => lowWordAt(arg) + 4;

const load = (offset: number): Instruction => ({ code: 0x20, ifTrue: 0, ifFalse: 0, k: offset });
const answer = (k: number): Instruction => ({ code: 0x06, ifTrue: 0, ifFalse: 0, k });
const equal = (k: number, ifTrue: number, ifFalse: number): Instruction => ({ code: 0x15, ifTrue, ifFalse, k });
const atLeast = (k: number, ifTrue: number, ifFalse: number): Instruction => ({ code: 0x35, ifTrue, ifFalse, k });
const anyBit = (k: number, ifTrue: number, ifFalse: number): Instruction => ({ code: 0x45, ifTrue, ifFalse, k });

/** Bit 30 marks an x32 call: the same numbers with other meanings, which no rule below has in mind. */
const X32 = 0x4000_0000;

function program(arch: FilterArch, rules: readonly SyscallRule[]): readonly Instruction[] {
  return [
    load(ARCH_AT),
    equal(AUDIT_ARCH[arch], 1, 0),
    answer(KILL_PROCESS),
    load(NUMBER_AT),
    atLeast(X32, 0, 1),
    answer(KILL_PROCESS),
    ...rules.flatMap((rule) => block(arch, rule)),
    answer(FAIL | EPERM),
  ];
}

function block(arch: FilterArch, rule: SyscallRule): readonly Instruction[] {
  const number = SYSCALL_NUMBERS[rule.name][arch];
  if (number === undefined) return [];
  const body = rule.verdict === 'allow' ? guarded(rule.when) : [answer(FAIL | ENOSYS)];
  return [equal(number, 0, body.length), ...body];
}

function guarded(conditions: readonly Condition[]): readonly Instruction[] {
  if (conditions.length === 0) return [answer(ALLOW)];
  const body = [answer(ALLOW), answer(FAIL | EPERM)];
  for (const condition of conditions.toReversed()) body.unshift(...test(condition, body.length - 1));
  return body;
}

/** Falls through when the condition holds, else goes `toRefusal` instructions past its own end. */
function test(condition: Condition, toRefusal: number): readonly Instruction[] {
  switch (condition.kind) {
    case 'one-of': {
      const last = condition.values.length - 1;
      return [
        load(lowWordAt(condition.arg)),
        ...condition.values.map((value, index) => equal(value, last - index, index === last ? toRefusal : 0)),
      ];
    }
    case 'has':
      return [load(lowWordAt(condition.arg)), anyBit(condition.bits, 0, toRefusal)];
    case 'lacks':
      return [load(lowWordAt(condition.arg)), anyBit(condition.bits, toRefusal, 0)];
    case 'is-null':
      return [
        load(lowWordAt(condition.arg)),
        equal(0, 0, toRefusal + 2),
        load(highWordAt(condition.arg)),
        equal(0, 0, toRefusal),
      ];
  }
}

function assemble(arch: string, build: (arch: FilterArch) => readonly Instruction[]): SeccompFilter {
  if (arch !== 'x64' && arch !== 'arm64') return { kind: 'not-supported', because: `no syscall table for "${arch}"` };
  const instructions = build(arch);
  const bytes = new Uint8Array(instructions.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, { code, ifTrue, ifFalse, k }] of instructions.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, ifTrue);
    view.setUint8(index * 8 + 3, ifFalse);
    view.setUint32(index * 8 + 4, k, true);
  }
  return { kind: 'filter', bytes };
}
