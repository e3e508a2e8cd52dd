// The hosts of a simulation: opened in contexts of their own, stopped for a while, cut off from the store, and killed.

import type { ToolLog } from '@toolshed/kernel';
import { openToolshed, type Toolshed } from '@toolshed/runtime';
import type { Effect } from '../chaos/effects.ts';
import type { KnownHost } from '../chaos/history.ts';
import type { Random } from '../chaos/random.ts';
import { POLICIES, shopTools } from '../chaos/shop.ts';
import type { SharedMemoryStore } from '../shared-memory-store.ts';
import { CALM, createFaultyLink, type FaultyLink, type Weather } from './faulty-link.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface SimulatedHost {
  readonly name: string;
  readonly shed: Toolshed;
  readonly link: FaultyLink;
  isKilled: boolean;
}

export interface SimulatedHostsDeps {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly store: SharedMemoryStore;
  readonly onEffect: (effect: Effect, host: SimulatedHost) => void;
}

export const LEASE_MS = 1_000;
/** Clocks of machines differ by so much, at the most. */
const MOST_AHEAD_MS = 2_000;
const MOST_DRIFT = 0.001;
/** Longer than anything a host waits for when it closes. */
const CLOSING_MS = 60_000;

export class SimulatedHosts {
  readonly all: SimulatedHost[] = [];
  readonly warnings: string[] = [];
  /** Calls whose outcome a host said it could not write before it closed. */
  readonly givenUp = new Set<string>();
  readonly #deps: SimulatedHostsDeps;

  constructor(deps: SimulatedHostsDeps) {
    this.#deps = deps;
  }

  get known(): ReadonlyMap<string, KnownHost> {
    return new Map(this.all.map(({ name, isKilled }) => [name, { policy: 'base', wasKilled: isKilled }]));
  }

  /** Those that can be asked something now. */
  get awake(): readonly SimulatedHost[] {
    return this.all.filter(({ name, isKilled }) => !isKilled && !this.#deps.time.isHeld(name));
  }

  async open(weather: Weather): Promise<void> {
    const { time, random, store, onEffect } = this.#deps;
    const name = `host ${this.all.length}`;
    const link = createFaultyLink({ host: name, time, random, store });
    link.weather = weather;
    const aheadMs = random.chance(0.5) ? 0 : random.between(-MOST_AHEAD_MS, MOST_AHEAD_MS);
    const pace = random.chance(0.5) ? 1 : 1 + (random.next() - 0.5) * 2 * MOST_DRIFT;
    time.setClocks(name, { aheadMs, pace });
    const effects = {
      append: (effect: Effect) => onEffect(effect, host),
      [Symbol.dispose]: () => undefined,
    };
    const opening = time.as(name, () =>
      openToolshed({
        tools: shopTools(effects, () => name),
        store: link.store,
        policy: POLICIES.base,
        clock: { now: () => Date.now() },
        isolation: 'thread',
        trusted: true,
        capacity: { programsInThread: 2, spareWorker: false },
        hibernateAfterMs: random.pick([0, 30, 5_000, 5_000]),
        maxWarm: random.pick([0, 1, 64, 64]),
        ownerLeaseMs: LEASE_MS,
        durability: random.chance(0.8) ? 'effects' : 'every-call',
        log: this.#logOf(name),
        ...(random.chance(0.3) ? { questionsExpireInMs: random.between(200, 2_000) } : {}),
      }),
    );
    const host = { name, shed: await time.standStill(opening), link, isKilled: false };
    this.all.push(host);
  }

  /** Its process is gone: what it had sent arrives, and nothing of it goes on. */
  kill(host: SimulatedHost): void {
    host.isKilled = true;
    this.#deps.time.hold(host.name, Number.POSITIVE_INFINITY);
  }

  hold(host: SimulatedHost, ms: number): void {
    this.#deps.time.hold(host.name, this.#deps.time.now + ms);
  }

  setWeather(weather: Weather): void {
    for (const { link } of this.all) link.weather = weather;
  }

  /** From now on nothing goes wrong. */
  calm(): void {
    this.setWeather(CALM);
    for (const { name, link, isKilled } of this.all) {
      link.awayUntil = 0;
      if (!isKilled) this.#deps.time.hold(name, 0);
    }
  }

  close(): Promise<void> {
    return this.#close(this.all.filter(({ isKilled }) => !isKilled));
  }

  /** What is left of hosts that were killed, so that nothing of them stays in memory. They reach nothing any more. */
  bury(): Promise<void> {
    const killed = this.all.filter(({ isKilled }) => isKilled);
    for (const { name, link } of killed) {
      link.awayUntil = Number.POSITIVE_INFINITY;
      this.#deps.time.hold(name, 0);
    }
    return this.#close(killed);
  }

  async #close(hosts: readonly SimulatedHost[]): Promise<void> {
    const { time } = this.#deps;
    let left = hosts.length;
    for (const { name, shed } of hosts)
      void time.as(name, async () => {
        await shed[Symbol.asyncDispose]();
        left -= 1;
      });
    if (!(await time.passUntil(() => left === 0, CLOSING_MS))) throw new Error('a host did not close');
  }

  #logOf(host: string): ToolLog {
    const warn = (facts: object, message: string): void => {
      const { execution, call, err }: Record<string, unknown> = { ...facts };
      this.warnings.push(`${this.#deps.time.now} ${host}: ${message} ${execution ?? ''} ${err ?? ''}`);
      if (message.startsWith('journaling the outcome of a call failed; the host has closed'))
        this.givenUp.add(`${host} ${execution} ${call}`);
    };
    return { debug: () => undefined, info: () => undefined, warn, error: warn };
  }
}
