// The node processes of a cluster run, and what happens to them: they die, and they stop for longer than their lease,
// at named points or anywhere. Each has a place that the next process takes.

import { readLines } from './node/json-lines.ts';
import { noteLull } from './node/lulls.ts';
import type { KnownHost } from '../chaos/history.ts';
import type { Random } from '../chaos/random.ts';
import { NodeHandle } from './node/node-handle.ts';
import type { NodeOptions } from './node/node-protocol.ts';
import { filesOf } from './node/run-folder.ts';
import { type Point, Stop } from './node/stop-points.ts';

export type ClusterOptions = Pick<NodeOptions, 'folder' | 'url' | 'schema'> & { readonly leaseMs: number };

const PLACES = 4;
/** So many are awake at any time, so that somebody goes on. */
const AWAKE = 2;

export class ClusterNodes {
  /** By the name of each process. */
  readonly known = new Map<string, KnownHost>();
  readonly disturbances = { kills: 0, stops: 0 };
  /** How often each point was met. */
  readonly met = new Map<Point, number>();
  readonly #random: Random;
  readonly #options: ClusterOptions;
  readonly #nodes: NodeHandle[] = [];
  #handled = 0;
  #isOver = false;

  constructor(random: Random, options: ClusterOptions) {
    this.#random = random;
    this.#options = options;
    for (let place = 0; place < PLACES; place++) this.#open(place);
  }

  get slots(): readonly string[] {
    return this.#nodes.map(({ options }) => options.slot);
  }

  #open(place: number): void {
    const name = `node-${this.known.size}`;
    this.known.set(name, { policy: 'base', wasKilled: false });
    const node = new NodeHandle({ ...this.#options, name, slot: `place-${place}` });
    this.#nodes[place] = node;
    void node.exited.then(() => {
      if (node.isClosing || this.#isOver) return;
      this.known.set(name, { policy: 'base', wasKilled: true });
      const { folder, leaseMs } = this.#options;
      const from = Date.now();
      // Until then nobody else may go on with what it drove.
      noteLull(filesOf(folder).lulls, { what: name, from, to: from + leaseMs });
      this.#open(place);
    });
  }

  get #awake(): readonly NodeHandle[] {
    return this.#nodes.filter(({ isStopped }) => !isStopped);
  }

  /** One to tell something; now and then one that was stopped, which hears it late. */
  pick(): NodeHandle {
    const awake = this.#awake;
    return this.#random.pick(awake.length > 0 && this.#random.chance(0.95) ? awake : this.#nodes);
  }

  /** Some node stops or dies as soon as it comes to this point. False if too few are awake. */
  arm(point: Point, how: Stop['how']): boolean {
    const node = this.#victim();
    void node?.send({ do: 'arm', point, how });
    return node !== undefined;
  }

  /** Some node dies now. False if too few are awake. */
  killSome(): boolean {
    const node = this.#victim();
    if (node === undefined) return false;
    this.disturbances.kills += 1;
    void node.kill();
    return true;
  }

  #victim(): NodeHandle | undefined {
    const awake = this.#awake;
    return awake.length > AWAKE ? this.#random.pick(awake) : undefined;
  }

  /** Lets nodes that stopped since go on after their lease has ended. */
  look(): void {
    const stops = readLines(filesOf(this.#options.folder).stops, Stop);
    for (const { node: name, point, how } of stops.slice(this.#handled)) {
      this.met.set(point, (this.met.get(point) ?? 0) + 1);
      if (how === 'kill') {
        this.disturbances.kills += 1;
        continue;
      }
      this.disturbances.stops += 1;
      const node = this.#nodes.find(({ options }) => options.name === name);
      if (node === undefined) continue;
      node.isStopped = true;
      const { leaseMs } = this.#options;
      setTimeout(() => node.goOn(), leaseMs + this.#random.between(0, leaseMs));
    }
    this.#handled = stops.length;
  }

  async ready(): Promise<void> {
    await Promise.all(this.#nodes.map(({ ready }) => ready));
  }

  /** Those that stop from now on do so for a moment. */
  goOn(): void {
    for (const node of this.#nodes) node.goOn();
  }

  /** Until all followers are there. */
  async followed(through: number): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.send({ do: 'follow', through })));
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#nodes.map((node) => node.close()));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#nodes.map((node) => node.kill()));
  }
}
