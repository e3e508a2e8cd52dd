import { InvalidArgumentError } from 'commander';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `45s`, `15m`, `12h`, `30d`, `2w` in milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+)([smhdw])$/.exec(text) ?? [];
  if (amount === undefined || !isUnit(unit))
    throw new InvalidArgumentError('Use a number and a unit: 45s, 15m, 12h, 30d, 2w');
  return Number(amount) * UNITS[unit];
}

/** How long, in the one unit that fits: `4m`, `3d`. */
export function shortDuration(ms: number): string {
  const length = Math.max(0, ms);
  if (length < UNITS.m) return `${Math.round(length / UNITS.s)}s`;
  if (length < UNITS.h) return `${Math.round(length / UNITS.m)}m`;
  if (length < UNITS.d) return `${Math.round(length / UNITS.h)}h`;
  return `${Math.round(length / UNITS.d)}d`;
}

/** A positive whole number given as an option. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count === 0) {
    throw new InvalidArgumentError('Use a whole number above 0');
  }
  return count;
}

const isUnit = (unit: string | undefined): unit is keyof typeof UNITS => unit !== undefined && unit in UNITS;
