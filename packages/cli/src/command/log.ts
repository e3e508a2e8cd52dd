// The log on stderr, for the operator. By default warnings and errors, as plain text; with a chosen level, or for a
// server, structured.

import { type DestinationStream, type Logger, pino } from 'pino';
import { redact } from '@toolshed/server/command';
import { safeLines, safeText } from '@toolshed/server/present';
import { UsageError } from './usage-error.js';

const LEVELS: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export interface LogChoice {
  readonly isVerbose: boolean;
  readonly level: string | undefined;
  /** The format when no level was chosen: a server's log is read by machines. */
  readonly usual: 'plain' | 'structured';
}

export function createLog({ isVerbose, level, usual }: LogChoice): Logger {
  const chosen = level ?? (isVerbose ? 'debug' : 'warn');
  if (!LEVELS.includes(chosen)) {
    throw new UsageError(
      'usage/log-level',
      `Cannot log at level "${chosen}": TOOLSHED_LOG is one of ${LEVELS.join(', ')}`,
    );
  }
  const stderr = pino.destination({ fd: 2, sync: true });
  const isPlain = usual === 'plain' && level === undefined && !isVerbose;
  return pino({ level: chosen, base: null, formatters: { log: redact } }, isPlain ? inPlainWords(stderr) : stderr);
}

const inPlainWords = (stream: DestinationStream): DestinationStream => ({
  write(line) {
    const { level, time: _, msg, err, ...facts }: LogFacts = JSON.parse(line);
    const known = Object.entries(facts).map(([name, fact]) => `${name}: ${valueText(fact)}`);
    const details = [known.join(', '), ...(err?.stack?.split('\n').slice(0, MAX_LINES) ?? [])];
    const lines = details.filter((text) => text !== '').map((text) => `    ${safeLines(text.trim()).join(' ')}`);
    stream.write(`${[`${level >= ERROR ? '✖' : '!'} ${safeText(msg)}`, ...lines].join('\n')}\n`);
  },
});

interface LogFacts {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly err?: { readonly stack?: string };
}

const ERROR = 50;
const MAX_LINES = 6;
const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
