// `Promise.race` and `Promise.any`, which also note what lost: a program that raced a call against a timeout and moved
// on does not wait at its end for the call that was too slow, nor for the timeout.

import type { Bridge } from './bridge.js';
import type { Primordials } from './primordials.js';

type Combine = (this: unknown, promises: Iterable<unknown>) => Promise<unknown>;

export function installRaces(p: Primordials, bridge: Bridge): void {
  const ignore = (): void => undefined;

  /** Watches each of them for the first to win. A value that is not one of the engine's own promises is left to the engine. */
  const watch = (runners: readonly unknown[], whatWins: 'any end' | 'a value'): void => {
    const release = (): void => {
      for (let i = 0; i < runners.length; i++) {
        const runner = runners[i];
        if (typeof runner === 'object' && runner !== null) bridge.release(runner);
      }
    };
    for (let i = 0; i < runners.length; i++) {
      try {
        p.whenSettled(runners[i] as Promise<unknown>, release, whatWins === 'any end' ? release : ignore);
      } catch {
        // Not a promise.
      }
    }
  };

  const watched = (native: Combine, whatWins: 'any end' | 'a value'): Combine => {
    const { combine } = {
      combine(this: unknown, promises: Iterable<unknown>) {
        const runners: unknown[] = [];
        const counted = p.create(null);
        counted[Symbol.iterator] = () => {
          const steps = promises[Symbol.iterator]();
          return {
            __proto__: null,
            next: () => {
              const step = steps.next();
              if (!step.done) {
                p.defineProperty(runners, `${runners.length}`, {
                  __proto__: null,
                  value: step.value,
                  writable: true,
                  enumerable: true,
                  configurable: true,
                });
              }
              return step;
            },
            return: () => steps.return?.() ?? { __proto__: null, done: true, value: undefined },
          };
        };
        const combined = p.apply(native, this, [counted]);
        watch(runners, whatWins);
        return combined;
      },
    };
    return combine;
  };

  const replace = (name: 'race' | 'any', combine: Combine): void => {
    p.defineProperty(combine, 'name', { __proto__: null, value: name, configurable: true });
    p.defineProperty(p.Promise, name, {
      __proto__: null,
      value: combine,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  };
  replace('race', watched(p.Promise.race, 'any end'));
  replace('any', watched(p.Promise.any, 'a value'));
}
