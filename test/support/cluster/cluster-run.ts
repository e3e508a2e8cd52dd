// A cluster run: four node processes on one PostgreSQL, driven by chance, while they die and stop at named points,
// connections are cut and the database is restarted, until each of these has happened; then a calm in which every question is answered, until every
// execution has ended or time is up.

import { openPostgresStore, type PostgresStore } from '@toolshed/runtime';
import { programOf, STOPPABLE } from '../chaos/programs.ts';
import { createRandom, type Random } from '../chaos/random.ts';
import type { Told } from '../chaos/history.ts';
import { countRefusal, type Refusals } from '../driven/driven-protocol.ts';
import { pause, runPhases } from '../driven/run-phases.ts';
import type { TestPostgres } from '../postgres.ts';
import type { ClusterHistory } from './judge/cluster-history.ts';
import { ClusterNodes } from './cluster-nodes.ts';
import { createDatabaseFaults, type DatabaseFaults } from './database-faults.ts';
import { createDisturbances, type Disturbances } from './disturbances.ts';
import type { NodeCommand } from './node/node-protocol.ts';
import { readHistory } from './judge/read-history.ts';
import { createRobot, type Robot } from './robot.ts';
import { DATABASE, noteLull, watchLulls } from './node/lulls.ts';
import { filesOf } from './node/run-folder.ts';

export interface ClusterRunOptions {
  readonly seed: number;
  readonly folder: string;
  readonly server: TestPostgres;
  readonly schema: string;
  readonly leaseMs: number;
  /** How many executions are started, at least. */
  readonly executions: number;
  /** Whether the run goes on after that; asked again and again. */
  readonly goesOn?: () => boolean;
  /** A machine that is busy elsewhere is slow, not wrong: chaos ends after so long, whatever is missing. */
  readonly chaosMs: number;
}

const TICK_MS = 60;
/** What the database takes longer for shows that it is away or slow. */
const SLOW_MS = 250;
const CALM_MS = 60_000;
/** So many are under way at a time, that whatever happens meets each of them in the middle of something. */
const AT_ONCE = 60;
/** So many executions are started between two disturbances, at the most. */
const BETWEEN = 12;
const SESSIONS = ['s0', 's1', 's2', 's3'];

export async function runCluster(options: ClusterRunOptions) {
  const { server, schema, folder, seed } = options;
  const random = createRandom(seed);
  using _lulls = watchLulls('driver', filesOf(folder).lulls);
  await using store = await openPostgresStore({ url: server.url, schema });
  const nodes = new ClusterNodes(random, { folder, url: server.url, schema, leaseMs: options.leaseMs });
  const run = new ClusterRun(random, options, store, nodes);
  const seconds = await runPhases({
    chaos: () => run.chaos(),
    calm: () => run.calm(),
    closing: () => nodes.close(),
    end: () => nodes.end(),
  });
  const history = await run.history();
  const met = Object.fromEntries(nodes.met);
  const { doubts } = run.robot;
  const { started, refused, disturbances, enoughAfterMs } = run;
  const { missing } = disturbances;
  const counts = {
    started,
    enoughAfterMs,
    ...nodes.disturbances,
    ...run.faults.done,
    met,
    missing,
    doubts,
    refused,
    seconds,
  };
  return { history, counts };
}

class ClusterRun {
  readonly told: Told[] = [];
  readonly refused: Refusals = {};
  readonly robot: Robot;
  readonly faults: DatabaseFaults;
  readonly disturbances: Disturbances;
  /** How long it took until enough were started. */
  enoughAfterMs: number | undefined;
  readonly #random: Random;
  readonly #options: ClusterRunOptions;
  readonly #store: PostgresStore;
  readonly #nodes: ClusterNodes;
  readonly #acknowledged = new Set<string>();
  /** Starts that nobody has said anything about. */
  #starting = 0;
  #underWay = 0;
  #numbers = 0;
  /** Where every follower has got to. */
  #through = 0;

  constructor(random: Random, options: ClusterRunOptions, store: PostgresStore, nodes: ClusterNodes) {
    this.#random = random;
    this.#options = options;
    this.#store = store;
    this.#nodes = nodes;
    this.faults = createDatabaseFaults(options.server);
    this.disturbances = createDisturbances({ random, nodes, faults: this.faults });
    const { effects } = filesOf(options.folder);
    this.robot = createRobot({ random, effects, tell: (command) => this.#tell(command) });
  }

  async #tell(command: NodeCommand): Promise<void> {
    const reply = await this.#nodes.pick().send(command);
    if (reply?.ok) this.#acknowledge(command, reply.value);
    else if (reply) countRefusal(this.refused, command, reply);
  }

  #acknowledge(command: NodeCommand, value = ''): void {
    switch (command.do) {
      case 'start':
        this.#acknowledged.add(value);
        this.told.push({ kind: 'started', execution: value, key: undefined });
        return;
      case 'answer': {
        const { elicitation, tag, approved, by } = command;
        this.told.push({ kind: 'answered', elicitation, tag, approved, args: undefined, principal: by.principal });
        return;
      }
      case 'cancel':
        this.told.push({ kind: 'cancelled', execution: command.execution });
        return;
      case 'grant':
        this.told.push({ kind: 'granted', grant: value, uses: command.uses });
        return;
    }
  }

  #start(): void {
    const random = this.#random;
    const program = programOf(random, () => ++this.#numbers, STOPPABLE);
    this.#starting += 1;
    const started = this.#tell({ do: 'start', program, session: random.pick(SESSIONS), waits: random.chance(0.3) });
    void started.finally(() => {
      this.#starting -= 1;
    });
  }

  /** What a person with a list in front of them does; while the database is away there is no list. */
  async #tick(share: number): Promise<void> {
    this.#nodes.look();
    const from = Date.now();
    try {
      this.#underWay = await this.#store.journal.count({ status: ['running', 'paused', 'sleeping'] });
      this.robot.answer(await this.#store.journal.questions({ limit: 500 }), share);
    } catch {
      // Tried again at the next tick.
    }
    if (Date.now() - from > SLOW_MS) this.#noteAway(from);
    await pause(TICK_MS);
  }

  async #restart(how: 'crash' | undefined): Promise<void> {
    const from = Date.now();
    await this.faults.restart(how);
    this.#noteAway(from);
  }

  /** Until now. */
  #noteAway(from: number): void {
    noteLull(filesOf(this.#options.folder).lulls, { what: DATABASE, from, to: Date.now() });
  }

  /** How many starts were acknowledged; those that died with their node were not. */
  get started(): number {
    return this.#acknowledged.size;
  }

  /** Until enough are started and everything has happened to them, or time is up. */
  async chaos(): Promise<void> {
    const { executions, chaosMs, goesOn = () => false } = this.#options;
    await this.#nodes.ready();
    const random = this.#random;
    const from = performance.now();
    const deadline = from + chaosMs;
    let disturbAt = random.between(1, BETWEEN);
    let restartAt = executions / 2;
    const isWhole = (): boolean => this.started >= executions && this.disturbances.missing.length === 0;
    while (!isWhole() || goesOn()) {
      if (performance.now() > deadline && !goesOn()) return;
      const { started } = this;
      if (started >= executions) this.enoughAfterMs ??= Math.round(performance.now() - from);
      for (let n = this.#underWay + this.#starting; n < AT_ONCE; n += 4) this.#start();
      if (random.chance(0.1)) void this.#tell({ do: 'grant', uses: random.between(1, 4) });
      if (started >= disturbAt) {
        this.disturbances.next();
        disturbAt = started + random.between(1, BETWEEN);
      }
      if (started >= restartAt) {
        restartAt += executions;
        await this.#restart(random.chance(0.5) ? 'crash' : undefined);
      }
      await this.#tick(0.5);
    }
  }

  /** Nobody dies any more, and whatever is asked is answered. */
  async calm(): Promise<void> {
    this.#nodes.goOn();
    await this.#nodes.ready();
    const deadline = performance.now() + CALM_MS;
    do await this.#tick(1);
    while ((this.#underWay > 0 || this.#starting > 0) && performance.now() < deadline);
    this.#through = await this.#store.journal.lastPosition();
    await this.#nodes.followed(this.#through);
  }

  history(): Promise<ClusterHistory> {
    const { told } = this;
    const { known: hosts, slots } = this.#nodes;
    return readHistory(this.#store, this.#options.folder, { told, hosts, slots, through: this.#through });
  }
}
