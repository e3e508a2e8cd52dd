// Gives `Math.random` the numbers of the journal's seed.
//
// Attack: a program that draws other numbers on replay makes other calls than those that were approved.
// Defence: the same numbers again, each time.

import type { Primordials } from '../primordials.js';
import type { SeededRandom } from './seeded-random.js';

export function tameRandom({ hide }: Primordials, random: SeededRandom): void {
  hide(Math, 'random', () => random.next());
}
