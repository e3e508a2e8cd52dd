// The judge of a cluster run: every promise that was broken, in words; nothing if all were kept.

import { checkHistory } from '../../chaos/check-history.ts';
import { checkFences } from './check-fences.ts';
import { checkFollowers } from './check-followers.ts';
import { checkOnce } from './check-once.ts';
import { checkTimers } from './check-timers.ts';
import type { ClusterHistory } from './cluster-history.ts';

export const checkCluster = (history: ClusterHistory): readonly string[] => [
  ...checkHistory(history),
  ...checkOnce(history),
  ...checkTimers(history),
  ...checkFences(history),
  ...checkFollowers(history),
];
