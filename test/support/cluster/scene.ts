// A few node processes on one PostgreSQL, for a test that tells each of them what to do.

import type { ExecutionSummary, PendingElicitation } from '@toolshed/kernel';
import { ExecutionId } from '@toolshed/kernel';
import { openPostgresStore, type PostgresStore } from '@toolshed/runtime';
import { expect } from 'vitest';
import { type Effect, readEffects } from '../chaos/effects.ts';
import type { KnownHost, Told } from '../chaos/history.ts';
import { newSchema, postgresOfFile } from '../fresh-postgres.ts';
import { newStoreFolder } from '../open-stores.ts';
import type { Fence } from './node/broken-fences.ts';
import type { ClusterHistory } from './judge/cluster-history.ts';
import { readLines } from './node/json-lines.ts';
import { NodeHandle } from './node/node-handle.ts';
import type { Reply } from '../driven/driven-protocol.ts';
import type { NodeOptions } from './node/node-protocol.ts';
import { readHistory } from './judge/read-history.ts';
import { filesOf } from './node/run-folder.ts';
import { type Point, Stop } from './node/stop-points.ts';

export interface SceneOptions {
  /** Default: that of the library. */
  readonly leaseMs?: number;
}

export interface NodeFacts {
  /** How many executions may be at work at once. Default: that of the library. */
  readonly places?: number;
  readonly broken?: Fence;
  /** Default: the server itself. */
  readonly url?: string;
}

interface QuestionOf {
  readonly path?: string;
  readonly execution?: string;
}

/** A machine that is busy elsewhere is slow, not wrong. */
const PATIENT = { timeout: 30_000, interval: 25 } as const;

export class Scene implements AsyncDisposable {
  readonly schema: string;
  readonly told: Told[] = [];
  readonly #folder = newStoreFolder();
  readonly #files = filesOf(this.#folder.path);
  readonly #known = new Map<string, KnownHost>();
  readonly #nodes: NodeHandle[] = [];
  readonly #options: SceneOptions;
  readonly #url: string;
  readonly store: PostgresStore;
  #tags = 0;

  private constructor(options: SceneOptions, url: string, schema: string, store: PostgresStore) {
    this.#options = options;
    this.#url = url;
    this.schema = schema;
    this.store = store;
  }

  static async open(options: SceneOptions): Promise<Scene> {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    return new Scene(options, url, schema, await openPostgresStore({ url, schema }));
  }

  /** Resolves once they are open. */
  async nodes(...given: readonly [NodeFacts, NodeFacts]): Promise<readonly [NodeHandle, NodeHandle]> {
    const opened = [this.#open(given[0]), this.#open(given[1])] as const;
    await Promise.all(opened.map(({ ready }) => ready));
    return opened;
  }

  /** Resolves once it is open. */
  async node(facts: NodeFacts = {}): Promise<NodeHandle> {
    const node = this.#open(facts);
    await node.ready;
    return node;
  }

  #open({ broken, places, url = this.#url }: NodeFacts): NodeHandle {
    const name = `node-${this.#nodes.length}`;
    const { leaseMs } = this.#options;
    const options: NodeOptions = {
      name,
      slot: name,
      folder: this.#folder.path,
      url,
      schema: this.schema,
      ...(leaseMs === undefined ? {} : { leaseMs }),
      ...(places === undefined ? {} : { places }),
      ...(broken === undefined ? {} : { broken }),
    };
    const node = new NodeHandle(options);
    this.#nodes.push(node);
    this.#known.set(name, { policy: 'base', wasKilled: false });
    return node;
  }

  async start(node: NodeHandle, program: string, session = 's'): Promise<string> {
    const reply = await node.send({ do: 'start', program, session, waits: false });
    if (!reply?.ok || reply.value === undefined) throw new Error(`it was not started: ${JSON.stringify(reply)}`);
    this.told.push({ kind: 'started', execution: reply.value, key: undefined });
    return reply.value;
  }

  /** The open question of one kind, once there is one; of this tool, or this execution, if said. */
  async question(asker: PendingElicitation['asker'], of: QuestionOf = {}): Promise<PendingElicitation> {
    const { path, execution } = of;
    const isMeant = (one: PendingElicitation): boolean =>
      one.asker === asker &&
      (path === undefined || one.toolPath === path) &&
      (execution === undefined || one.executionId === execution);
    const find = async (): Promise<PendingElicitation | undefined> =>
      (await this.store.journal.questions({})).find(isMeant);
    await expect.poll(find, PATIENT).toBeDefined();
    const found = await find();
    if (found === undefined) throw new Error(`the ${asker} question is no longer open`);
    return found;
  }

  /** Notes what was acknowledged. */
  async answer(
    node: NodeHandle,
    question: PendingElicitation,
    approved = true,
    data?: unknown,
  ): Promise<Reply | undefined> {
    this.#tags += 1;
    const by = { principal: 'ada', kind: 'person', channel: 'scene' } as const;
    const { elicitationId: elicitation } = question;
    const tag = `tag ${this.#tags}`;
    const given = data === undefined ? {} : { data: JSON.parse(JSON.stringify(data)) };
    const reply = await node.send({ do: 'answer', elicitation, approved, tag, by, ...given });
    if (reply?.ok) this.told.push({ kind: 'answered', elicitation, tag, approved, args: undefined, principal: 'ada' });
    return reply;
  }

  /** The next time it comes to this point it stops; resolves once it can. */
  async stopAt(node: NodeHandle, point: Point): Promise<void> {
    await node.send({ do: 'arm', point, how: 'stop' });
  }

  /** Resolves once it has stopped there. */
  async stopped(node: NodeHandle, point: Point): Promise<void> {
    const { name } = node.options;
    const isThere = (): boolean =>
      readLines(this.#files.stops, Stop).some((stop) => stop.node === name && stop.point === point);
    await expect.poll(isThere, PATIENT).toBe(true);
  }

  async kill(node: NodeHandle): Promise<void> {
    this.#known.set(node.options.name, { policy: 'base', wasKilled: true });
    await node.kill();
  }

  get effects(): readonly Effect[] {
    return readEffects(this.#files.effects);
  }

  /** Resolves once a handler of this tool has begun to act. */
  async acting(path: string): Promise<void> {
    await expect.poll(() => this.effects.some((effect) => effect.path === path), PATIENT).toBe(true);
  }

  async status(execution: string): Promise<ExecutionSummary['status'] | undefined> {
    return (await this.store.journal.summary(ExecutionId.parse(execution)))?.status;
  }

  /** Resolves once it has ended in this way. */
  async ended(execution: string, status: ExecutionSummary['status'] = 'completed'): Promise<void> {
    await expect.poll(() => this.status(execution), PATIENT).toBe(status);
  }

  /** Lets the nodes that live finish, and gathers what they leave. */
  async history(): Promise<ClusterHistory> {
    const through = await this.store.journal.lastPosition();
    const living = this.#nodes.filter(({ options }) => !this.#known.get(options.name)?.wasKilled);
    await Promise.all(living.map((node) => node.send({ do: 'follow', through })));
    await Promise.all(living.map((node) => node.close()));
    const slots = living.map(({ options }) => options.slot);
    return readHistory(this.store, this.#folder.path, { told: this.told, hosts: this.#known, slots, through });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.kill()));
    await this.store[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}
