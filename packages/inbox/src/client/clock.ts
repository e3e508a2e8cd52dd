// The time as the page shows it.

import { computed, signal } from '@preact/signals';

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;

/** Ticks, so that times and countdowns move. */
export const now = signal(Date.now());

/** The same, once a minute: for what need not be drawn every second. */
export const minute = computed(() => Math.floor(now.value / MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1);

export function startClock(): void {
  setInterval(() => {
    now.value = Date.now();
  }, TICK_MS);
}
