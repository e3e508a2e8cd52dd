// When a schedule is due. `croner` reads the pattern and knows time zones: a time that does not exist on a day, because clocks
// go forward, is taken right after the change; one that occurs twice is taken once, unless the pattern names every hour.

import { Cron } from 'croner';

/** The times of one cron pattern in one time zone, in milliseconds since 1970. */
export interface CronTimes {
  /** The first one after a time; undefined if there is none. */
  next(after: number): number | undefined;
  /** The last one at or before a time. */
  latest(until: number): number | undefined;
}

/** Five fields, or a name such as `@daily`: seconds and single dates are no schedule. */
const PATTERN = /^\s*(?:@[a-z]+|\S+(?:\s+\S+){4})\s*$/i;
const LONGEST_PATTERN = 200;
const SECOND_MS = 1_000;

/** Throws an Error that says what is wrong. */
export function cronTimes(pattern: string, timezone: string): CronTimes {
  if (pattern.length > LONGEST_PATTERN || !PATTERN.test(pattern))
    throw new Error('it has five fields: minute, hour, day of the month, month, day of the week');
  assertTimezone(timezone);
  const cron = new Cron(pattern.trim(), { timezone, mode: '5-part', paused: true });
  return {
    next: (after) => cron.nextRun(new Date(after))?.getTime(),
    // `croner` looks at whole seconds, and before the one it is given.
    latest: (until) => {
      const reference = new Date(Math.floor(until / SECOND_MS) * SECOND_MS + SECOND_MS);
      return cron.previousRuns(1, reference)[0]?.getTime();
    },
  };
}

function assertTimezone(timezone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch {
    throw new Error(`there is no time zone "${timezone.slice(0, 60)}"; use one such as "Europe/Berlin" or "UTC"`);
  }
}
