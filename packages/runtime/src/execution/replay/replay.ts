// Restores a program by running it again and giving each call its recorded outcome, in the recorded order. Talks to a
// sandbox and reads a journal; writes nothing.
//
// Invariants
//   R1. Every call the program issues again is compared with the journal, by path and by the text of its arguments or
//       the digest of it, before anything new may run.
//   R2. The order of deliveries is the order of their entries. Nothing else decides what the program does.
//   R3. Only what the journal shows to be done is replayed without the program's limits. What the program did after its
//       last entry may never have finished; it runs now, and counts.

import { type EntryOf, type JournalEntry, ToolshedError } from '@toolshed/kernel';
import {
  assertNever,
  canonicalJson,
  canonicalOfParsed,
  type Digest,
  digestOfSent,
  effectiveEntries,
  type GuestError,
  type IssuedEntry,
  isIssued,
  traitsOf,
  wasSent,
} from '@toolshed/kernel/runtime';
import { REPLAYED_CHARACTERS } from '../../sandbox/limits.js';
import type { Delivery, GuestProgram, Sandbox } from '../../sandbox/sandbox.js';
import type { ToolGuestCall } from '../../tool-proxy/call-gate.js';
import type { GuestCall, StepOutput } from '../../tool-proxy/guest-boundary.js';

/** A replayed program made a different call from the one recorded. Nothing runs after that. */
export class JournalDivergedError extends ToolshedError {
  override readonly name = 'JournalDivergedError';
  override readonly code = 'journal/diverged';

  constructor(
    readonly call: number,
    readonly recorded: string,
    readonly replayed: string,
  ) {
    super(`Cannot replay call ${call}: recorded ${recorded}, now ${replayed}`);
  }
}

export interface ReplayDeps {
  readonly sandbox: Sandbox;
  readonly read: (text: string) => StepOutput;
  readonly digest: Digest;
  /** How long the recorded part may take. */
  readonly allowedMs: number;
}

/** Runs the program to where its journal ends; returns what it did beyond that. */
export async function replay(
  journal: readonly JournalEntry[],
  { sandbox, read, digest, allowedMs }: ReplayDeps,
): Promise<StepOutput> {
  const entries = effectiveEntries(journal);
  const [started] = entries;
  if (started?.kind !== 'started') throw new TypeError('A journal starts with "started"');
  const recorded = entries.findLastIndex(isDoneByProgram) + 1;
  if (recorded > 0) sandbox.replaying(allowedMs);
  const outputs = [read(await sandbox.start(programIn(started)))];
  const deliverAll = async (part: readonly JournalEntry[]): Promise<void> => {
    for (const batch of inBatches(part)) {
      if (outputs.at(-1)?.outcome) return;
      outputs.push(read(await sandbox.deliver(batch)));
    }
  };
  await deliverAll(entries.slice(0, recorded));
  // R3.
  sandbox.replaying(undefined);
  await deliverAll(entries.slice(recorded));
  return beyond(entries, join(outputs), digest);
}

const programIn = ({ source, seed, at, rules, input }: EntryOf<'started'>): GuestProgram => ({
  source,
  seed,
  at,
  rules,
  input,
});

/** Entries that are written once the program is quiet: by then it has handled everything delivered before. */
const isDoneByProgram = (entry: JournalEntry): boolean => isIssued(entry) || traitsOf(entry).role === 'halt';

const BATCH_COUNT = 2_000;
/** The assumed size of arguments the journal does not have: they may be as large as any, so few of them fill a batch. */
const UNKNOWN_CHARACTERS = REPLAYED_CHARACTERS / 4;

/** Batches are bounded by their input and their expected output, which the isolate holds until the batch is done. */
function* inBatches(entries: readonly JournalEntry[]): Generator<readonly Delivery[]> {
  let batch: Delivery[] = [];
  let size = 0;
  for (const entry of entries) {
    const delivery = deliveryOf(entry);
    if (delivery) batch.push(delivery);
    size += (isIssued(entry) ? sizeOf(entry) : 0) + (delivery?.json?.length ?? 0);
    if (batch.length === 0 || (size < REPLAYED_CHARACTERS && batch.length < BATCH_COUNT)) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

function sizeOf(entry: IssuedEntry): number {
  switch (entry.kind) {
    case 'tool-called':
      return entry.args.length;
    case 'call-refused':
    case 'elicit-called':
      return UNKNOWN_CHARACTERS;
    case 'timer-set':
      return 0;
    default:
      return assertNever(entry);
  }
}

/** What entries deliver to the program, in their order (R2). */
export function deliveriesOf(entries: readonly JournalEntry[]): readonly Delivery[] {
  const deliveries: Delivery[] = [];
  for (const entry of entries) {
    const delivery = deliveryOf(entry);
    if (delivery) deliveries.push(delivery);
  }
  return deliveries;
}

function deliveryOf(entry: JournalEntry): Delivery | undefined {
  switch (entry.kind) {
    case 'returned':
      return { kind: 'value', call: entry.call, at: entry.at, json: entry.value };
    case 'threw':
      return { kind: 'error', call: entry.call, at: entry.at, json: errorText(entry.error) };
    case 'fired':
      return { kind: 'value', call: entry.call, at: entry.at, json: undefined };
    case 'started':
    case 'tool-called':
    case 'call-refused':
    case 'elicit-called':
    case 'tool-changed':
    case 'redecided':
    case 'planned':
    case 'timer-set':
    case 'printed':
    case 'asked':
    case 'approval-given':
    case 'consented':
    case 'revised':
    case 'answered':
    case 'side-quest-ended':
    case 'invoking':
    case 'program-entered':
    case 'late-outcome':
    case 'parked':
    case 'taken-over':
    case 'sandbox-lost':
    case 'reopened':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return undefined;
    default:
      return assertNever(entry);
  }
}

const join = (outputs: readonly StepOutput[]): StepOutput => ({
  calls: outputs.flatMap(({ calls }) => calls),
  logs: outputs.flatMap(({ logs }) => logs),
  emitted: outputs.flatMap(({ emitted }) => emitted),
  cleared: outputs.flatMap(({ cleared }) => cleared),
  ending: outputs.find(({ ending }) => ending)?.ending,
  outcome: outputs.at(-1)?.outcome,
});

function beyond(entries: readonly JournalEntry[], output: StepOutput, digest: Digest): StepOutput {
  const recorded = entries.filter(isIssued);
  // R1.
  for (const [index, entry] of recorded.entries()) compare(entry, output.calls[index], digest);
  const printed = entries.filter((entry) => entry.kind === 'printed');
  const logs = printed.reduce((sum, entry) => sum + entry.logs.length, 0);
  const emitted = printed.reduce((sum, entry) => sum + entry.emitted.length, 0);
  return {
    ...output,
    calls: output.calls.slice(recorded.length),
    logs: output.logs.slice(logs),
    emitted: output.emitted.slice(emitted),
  };
}

function compare(entry: IssuedEntry, call: GuestCall | undefined, digest: Digest): void {
  if (call !== undefined && isSame(entry, call, digest)) return;
  const replayed = call === undefined ? 'the program made no such call' : describeCall(call, digest);
  throw new JournalDivergedError(entry.call, describeEntry(entry, digest), replayed);
}

function isSame(entry: IssuedEntry, call: GuestCall, digest: Digest): boolean {
  switch (entry.kind) {
    case 'tool-called':
      return (
        call.op === 'tool' && entry.path === writtenPath(call) && wasSent(canonicalOfParsed(call.args), entry, digest)
      );
    case 'call-refused':
    case 'elicit-called':
    case 'timer-set':
      return describeEntry(entry, digest) === describeCall(call, digest);
    default:
      return assertNever(entry);
  }
}

/** A program may call anything; a journal keeps this much of what is not a path. */
const writtenPath = ({ segments }: ToolGuestCall): string => segments.join('.').slice(0, 1_000);

export function describeEntry(entry: IssuedEntry, digest: Digest): string {
  switch (entry.kind) {
    case 'tool-called':
      return `${entry.path} with arguments ${digestOfSent(entry, digest).slice(0, 16)}`;
    case 'call-refused':
      return `${entry.path} with arguments ${entry.digest.slice(0, 16)}`;
    case 'elicit-called':
      return `elicit with arguments ${entry.digest.slice(0, 16)}`;
    case 'timer-set':
      return `a timer of ${entry.digest} ms`;
    default:
      return assertNever(entry);
  }
}

function describeCall(call: GuestCall, digest: Digest): string {
  switch (call.op) {
    case 'tool':
      return `${writtenPath(call)} with arguments ${digest(canonicalJson(call.args)).slice(0, 16)}`;
    case 'elicit':
      return `elicit with arguments ${digest(canonicalJson(call.request)).slice(0, 16)}`;
    case 'sleep':
      return `a timer of ${call.ms} ms`;
  }
}

/** Without the pages a person has to visit: their ids are for the owners of the flows. */
const errorText = ({ elicitations: _, ...error }: GuestError): string => JSON.stringify(error);
