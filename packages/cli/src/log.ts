// Structured lines on stderr for whoever runs the command, silent unless asked for.

import { type Logger, pino } from 'pino';
import { redact } from './redact.js';
import { UsageError } from './usage-error.js';

const LEVELS: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export interface LogChoice {
  readonly isVerbose: boolean;
  readonly level: string | undefined;
  /** Where nothing is chosen; silent unless said. */
  readonly usual?: 'warn';
}

export function createLog({ isVerbose, level, usual }: LogChoice): Logger {
  const chosen = level ?? (isVerbose ? 'debug' : (usual ?? 'silent'));
  if (!LEVELS.includes(chosen)) {
    throw new UsageError(
      'usage/log-level',
      `Cannot log at level "${chosen}": TOOLSHED_LOG is one of ${LEVELS.join(', ')}`,
    );
  }
  return pino({ level: chosen, base: null, formatters: { log: redact } }, pino.destination({ fd: 2, sync: true }));
}
