import type { Clock } from '@toolshed/kernel';

export const systemClock: Clock = { now: () => Date.now() };
