// Times in words.

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** `3 min`, `2 h`, `40 ms`. */
function duration(ms: number): string {
  for (const [unit, size] of UNITS) if (ms >= size) return `${Math.floor(ms / size)} ${unit}`;
  return `${Math.max(0, Math.round(ms))} ms`;
}

export const between = (from: number, to: number): string => duration(to - from);

export const ago = (at: number, now: number): string => (now - at < 5_000 ? 'just now' : `${duration(now - at)} ago`);

export const clock = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The same, without what is known: the year of this year, the day of today. */
export function stamp(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.getFullYear() !== today.getFullYear()) return clock(at);
  if (then.toDateString() === today.toDateString()) return then.toLocaleTimeString(undefined, { timeStyle: 'medium' });
  return then.toLocaleString(undefined, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** What is left until then, or that it is over. */
export const left = (until: number, now: number): string =>
  until <= now ? 'expired' : `${duration(until - now)} left`;

/** `40 ms`, `1.2 s`, `3 min`. */
export const seconds = (ms: number): string =>
  ms < 1_000 || ms >= 60_000 ? duration(ms) : `${(ms / 1_000).toFixed(1)} s`;

/** `+1.204 s`: counted from the start of something. */
export const offset = (ms: number): string => (ms < 60_000 ? `+${(ms / 1_000).toFixed(3)} s` : `+${duration(ms)}`);

/** `0`, `200 ms`, `1.2 s`, `5 min`: a round time, without what is 0 in it. */
export const tickWords = (ms: number): string => {
  if (ms === 0) return '0';
  return ms < 1_000 || ms >= 60_000 ? duration(ms) : `${ms / 1_000} s`;
};
