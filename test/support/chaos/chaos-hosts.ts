// The host processes of a chaos run, and what happens to them: they are killed, stopped for a while, and opened again
// with other rules, under other names.

import type { KnownHost } from './history.ts';
import { HostHandle } from './host-handle.ts';
import type { HostOptions } from './host-protocol.ts';
import type { Random } from './random.ts';

const HOSTS = 3;

export interface Disturbances {
  readonly kills: number;
  readonly stops: number;
  readonly reopenings: number;
}

export class ChaosHosts {
  /** By the name of each opening. */
  readonly known = new Map<string, KnownHost>();
  readonly disturbances = { kills: 0, stops: 0, reopenings: 0 };
  readonly #random: Random;
  readonly #folder: string;
  readonly #hosts: HostHandle[] = [];

  constructor(random: Random, folder: string) {
    this.#random = random;
    this.#folder = folder;
    for (let n = 0; n < HOSTS; n++) this.#hosts.push(this.#newHost());
  }

  #newOptions(): HostOptions {
    const random = this.#random;
    const name = `host-${this.known.size}`;
    const options: HostOptions = {
      name,
      policy: random.weighted({ base: 5, lax: 2, strict: 3 }),
      isolation: random.weighted({ thread: 4, process: 1 }),
      hibernateAfterMs: random.pick([5, 50, 500]),
      maxWarm: random.pick([0, 2, 64]),
      hostName: random.pick(['amber', 'basil', name]),
      isElsewhere: random.chance(0.4),
      ...(random.chance(0.6) ? { questionsExpireInMs: random.pick([300, 1_500, 4_000]) } : {}),
    };
    this.known.set(name, { policy: options.policy, wasKilled: false });
    return options;
  }

  #newHost(): HostHandle {
    return new HostHandle(this.#folder, this.#newOptions());
  }

  /** One to tell something; now and then one that was stopped, which hears it late. */
  pick(): HostHandle {
    const awake = this.#hosts.filter(({ isStopped }) => !isStopped);
    return this.#random.pick(awake.length > 0 && this.#random.chance(0.95) ? awake : this.#hosts);
  }

  disturb(): void {
    const random = this.#random;
    const index = random.between(0, HOSTS - 1);
    const host = this.#hosts[index];
    if (!host) return;
    switch (random.weighted({ kill: 2, stop: 4, reopen: 3 })) {
      case 'kill':
        this.disturbances.kills += 1;
        this.#markKilled(host);
        void host.kill();
        this.#hosts[index] = this.#newHost();
        return;
      case 'stop':
        if (host.isStopped) return;
        this.disturbances.stops += 1;
        host.stop();
        setTimeout(() => host.goOn(), random.pick([30, 200, 700, 1_500]));
        return;
      case 'reopen':
        this.disturbances.reopenings += 1;
        void host.reopen(this.#newOptions());
        return;
    }
  }

  #markKilled({ names }: HostHandle): void {
    for (const name of names) {
      const known = this.known.get(name);
      if (known) this.known.set(name, { ...known, wasKilled: true });
    }
  }

  async ready(): Promise<void> {
    await Promise.all(this.#hosts.map(({ ready }) => ready));
  }

  goOn(): void {
    for (const host of this.#hosts) host.goOn();
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
  }

  async end(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.kill()));
  }
}
