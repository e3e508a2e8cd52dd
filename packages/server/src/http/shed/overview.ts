// How much waits, for how long, and what people answered: read from the open questions and the end of the audit log.

import type { AuditLine, PendingElicitation } from '@toolshed/kernel';
import { z } from 'zod';
import type { Shed } from './shed-port.js';

const Share = z.strictObject({ name: z.string(), count: z.int(), medianMs: z.int() });

export const OverviewView = z.strictObject({
  open: z.strictObject({
    total: z.int(),
    /** Of how many of them, the newest, everything else here is. */
    looked: z.int(),
    /** How long they have waited so far. */
    medianMs: z.int(),
    p95Ms: z.int(),
    tools: z.array(Share),
    agents: z.array(Share),
    /** Those that programs ask themselves: they are about no tool. */
    programs: z.strictObject({ count: z.int(), medianMs: z.int() }),
  }),
  /** Oldest first, without days on which nothing was answered. */
  days: z.array(z.strictObject({ day: z.string(), approved: z.int(), denied: z.int() })),
  /** The tools people were asked about most often. */
  asked: z.array(z.strictObject({ path: z.string(), asked: z.int(), approved: z.int(), denied: z.int() })),
  /** How many lines of the audit log were read. */
  lines: z.int(),
});
type OverviewView = Readonly<z.infer<typeof OverviewView>>;

const LINES = 500;
/** How many lines at the end of the log are read. */
const MOST_LINES = 5_000;
const MOST_NAMES = 20;
/** The questions that are looked at: what is open may be more than fits in memory. */
const MOST_QUESTIONS = 1_000;

export async function readOverview(shed: Pick<Shed, 'audit' | 'pending'>, now: number): Promise<OverviewView> {
  const [open, lines] = await Promise.all([shed.pending({ limit: MOST_QUESTIONS }), lastLines(shed)]);
  const waits = open.map(({ askedAt }) => now - askedAt);
  return {
    open: {
      total: open.total,
      looked: open.length,
      medianMs: quantile(waits, 0.5),
      p95Ms: quantile(waits, 0.95),
      tools: shares(open, now, ({ asker, toolPath }) => (asker === 'program' ? undefined : toolPath)),
      agents: shares(open, now, ({ agent }) => agent),
      programs: shareOf(
        open.filter(({ asker }) => asker === 'program'),
        now,
      ),
    },
    days: daysOf(lines),
    asked: askedOf(lines),
    lines: lines.length,
  };
}

async function lastLines(shed: Pick<Shed, 'audit'>): Promise<readonly AuditLine[]> {
  const lines: AuditLine[] = [];
  let before: number | undefined;
  do {
    const page = await shed.audit.list({ before, limit: LINES });
    for (const line of page) lines.push(line);
    before = page.next;
  } while (before !== undefined && lines.length < MOST_LINES);
  return lines;
}

/** The smallest value that at least this part of them does not exceed; 0 of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.max(0, Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0));
}

function shares(
  open: readonly PendingElicitation[],
  now: number,
  nameOf: (question: PendingElicitation) => string | undefined,
): OverviewView['open']['tools'] {
  return [...Map.groupBy(open, nameOf)]
    .flatMap(([name, group]) => (name === undefined ? [] : [{ name, ...shareOf(group, now) }]))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_NAMES);
}

const shareOf = (group: readonly PendingElicitation[], now: number): { count: number; medianMs: number } => ({
  count: group.length,
  medianMs: quantile(
    group.map(({ askedAt }) => now - askedAt),
    0.5,
  ),
});

/** What a line of a question or an answer begins with: who asks, or the action; then which question it is. */
const wordsOf = ({ detail = '' }: AuditLine): readonly [first: string, elicitation: string] => {
  const [first = '', elicitation = ''] = detail.split(' ', 2);
  return [first, elicitation];
};

/** Answers to questions about calls. Somebody's own question is answered, too, but nothing is approved by it. */
function decisionsIn(lines: readonly AuditLine[]): readonly AuditLine[] {
  const asked = new Set(
    lines.flatMap((line) => {
      const [asker, elicitation] = wordsOf(line);
      return line.what === 'asked' && asker === 'gate' ? [elicitation] : [];
    }),
  );
  return lines.filter((line) => line.what === 'answered' && asked.has(wordsOf(line)[1]));
}

const isDenial = (action: string): boolean => action === 'decline' || action === 'denied';

function daysOf(lines: readonly AuditLine[]): OverviewView['days'] {
  const days = Map.groupBy(decisionsIn(lines), ({ at }) => new Date(at).toISOString().slice(0, 10));
  return [...days]
    .map(([day, group]) => {
      const actions = group.map((line) => wordsOf(line)[0]);
      return {
        day,
        approved: actions.filter((action) => action === 'accept').length,
        denied: actions.filter(isDenial).length,
      };
    })
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

function askedOf(lines: readonly AuditLine[]): OverviewView['asked'] {
  const keyOf = ({ execution, call }: AuditLine): string => `${execution} ${call}`;
  const calls = new Map(
    lines.flatMap((line) =>
      line.what === 'tool-called' && line.path !== undefined && line.detail?.startsWith('ask') === true
        ? [[keyOf(line), line.path] as const]
        : [],
    ),
  );
  const byPath = new Map<string, { path: string; asked: number; approved: number; denied: number }>();
  const at = (path: string) => {
    const one = byPath.get(path) ?? { path, asked: 0, approved: 0, denied: 0 };
    byPath.set(path, one);
    return one;
  };
  // A plan calls, too, and asks nobody.
  for (const line of lines) {
    const path = line.what === 'asked' && wordsOf(line)[0] === 'gate' ? calls.get(keyOf(line)) : undefined;
    if (path !== undefined) at(path).asked += 1;
  }
  for (const line of decisionsIn(lines)) {
    const path = calls.get(keyOf(line));
    if (path === undefined) continue;
    const [action] = wordsOf(line);
    if (action === 'accept') at(path).approved += 1;
    else if (isDenial(action)) at(path).denied += 1;
  }
  return [...byPath.values()].toSorted((a, b) => b.asked - a.asked).slice(0, MOST_NAMES);
}
